"""Events as programs read them, and what players send there."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import Sent

Listed = Literal["open", "running", "review", "finished"]
EventStatus = Literal["draft", "open", "running", "review", "finished", "cancelled"]
Stands = Literal["invited", "waiting", "in", "dropped", "left"]
LONGEST_APPEAL = 1000


class EventLine(BaseModel):
    """An event as far as a list shows it."""

    id: int = Field(description="The event's number.", examples=[3])
    name: str = Field(description="Its name.", examples=["Winter league"])
    format: str = Field(description="Its format, one word.", examples=["league"])
    game: str = Field(description="The game's code.", examples=["BX"])
    pace: str = Field(description="How turns of different players relate.", examples=["split"])
    clock: str = Field(description="The clock's name.", examples=["main"])
    status: EventStatus = Field(description="Where it stands.")
    club: str | None = Field(description="The club whose members alone enter.", examples=[None])
    organiser: str | None = Field(description="Who organises it.", examples=["carol"])
    bots: bool = Field(description="Whether it is for bots alone.")
    entrants: int = Field(description="How many are in.", examples=[12])
    most: int | None = Field(description="How many may be in.", examples=[16])
    begins_at: datetime | None = Field(description="When it begins, where a moment was set.")
    started_at: datetime | None = Field(description="When it began.")
    ended_at: datetime | None = Field(description="When it ended.")


class Events(Page[EventLine]):
    """A page of events."""


class TermShown(BaseModel):
    """One thing that who enters agrees to."""

    about: str = Field(description="What it is about.", examples=["Pace"])
    says: str = Field(description="What holds.", examples=["Everybody plays their own card."])


class VoiceShown(BaseModel):
    """How far an agreement has come that takes everybody."""

    agreed: int = Field(description="How many agree.", examples=[3])
    asked: int = Field(description="How many are asked.", examples=[4])
    mine: bool = Field(description="Whether I agree.")


class MineShown(BaseModel):
    """The player's own entry."""

    entry: int = Field(description="Its number.", examples=[40])
    status: Stands = Field(description="How it stands.")
    team: int | None = Field(description="The team that it is of.", examples=[None])
    speaks: bool = Field(description="Whether the player decides for it: of a team its captain does.")
    confirmed: bool = Field(description="Whether it has been confirmed that it comes.")
    withdrawn: bool = Field(description="Whether it has left the event since it began.")
    warned: bool = Field(description="Whether it was warned.")
    disqualified: bool = Field(description="Whether it was disqualified.")
    appeal: str | None = Field(description="What was said against that, once.")
    resting: bool | None = Field(description="In an arena: whether it is given no match for now.")
    wants: int | None = Field(description="Among champions: how many matches it wants.", examples=[None])
    postpone: VoiceShown | None = Field(description="How far the postponing of the round has come.")
    end: VoiceShown | None = Field(description="How far the agreement to end the event has come.")
    matches: list[int] = Field(description="Its open matches, those first that wait for a move.")


class MedalShown(BaseModel):
    """A title that was won."""

    place: int = Field(description="The place.", examples=[1])
    player: str = Field(description="Who won it.", examples=["alice"])
    title: str = Field(description="What it is called.", examples=["Winner of the Winter league"])


class EventShown(EventLine):
    """An event as its page shows it."""

    about: str | None = Field(description="What its organisers say of it.")
    promise: str | None = Field(description="What its organisers promise the winners.")
    options: dict[str, Any] = Field(description="The game's options.")
    terms: list[TermShown] = Field(description="All that who enters agrees to, in sentences.")
    stage: int = Field(description="The stage that is played, from 1; 0 before it begins.", examples=[1])
    waits_for: str = Field(
        description="What it waits for: director, entries, start, site, rest, matches, players, review, over,"
        " or nothing, where something is wrong.",
        examples=["matches"],
    )
    waits_until: datetime | None = Field(description="Until when at the latest, where that is known.")
    paused_until: datetime | None = Field(description="Until when it rests.")
    review_until: datetime | None = Field(description="When its tables become final.")
    progress: list[str] = Field(description="How far it has come, in sentences.")
    directors: list[str] = Field(description="Who leads it beside its organiser.")
    leads: bool = Field(description="Whether I lead it.")
    asked_to_lead: bool = Field(description="Whether I am asked to lead it, too.")
    asked_for_seat_of: str | None = Field(description="Whose seat I am asked to take over.", examples=[None])
    may_enter: bool = Field(description="Whether I may enter now. In teams players enter by their team.")
    why_not: str | None = Field(description="Why I may not enter.")
    mine: MineShown | None = Field(description="My own entry.")
    medals: list[MedalShown] = Field(description="Who has won what.")
    previous: int | None = Field(description="The event that it follows.", examples=[None])
    source: int | None = Field(description="The league whose champions meet here.", examples=[None])


class EntryShown(BaseModel):
    """Who is in an event, is asked in, or waits for a place."""

    id: int = Field(description="The entry's number.", examples=[40])
    name: str = Field(description="The player's or the team's.", examples=["alice"])
    team: int | None = Field(description="The team's number.", examples=[None])
    status: Stands = Field(description="How it stands.")
    withdrawn: bool = Field(description="Whether it has left the event since it began.")
    disqualified: bool = Field(description="Whether it was disqualified.")


class Entries(Page[EntryShown]):
    """A page of entries."""


class LineShown(BaseModel):
    """A line of a table."""

    position: int = Field(description="The line, from 1.", examples=[1])
    rank: int | None = Field(description="The rank; of who is out, none.", examples=[1])
    entry: int = Field(description="The entry's number.", examples=[40])
    name: str = Field(description="The player's or the team's.", examples=["alice"])
    played: int = Field(description="How many matches are over.", examples=[4])
    points: str = Field(description="Points, a fraction where they are no whole number.", examples=["7/2"])
    values: dict[str, str] = Field(
        description="The other columns by their names, in their order.", examples=[{"Wins": "3"}]
    )


class SectionTable(BaseModel):
    """The table of a section, which a league calls a division."""

    section: int = Field(description="The section, from 1.", examples=[1])
    over: bool = Field(description="Whether all of it is played.")
    ends_at: datetime | None = Field(description="When its time is up, where it lasts for a set time.")
    lines: list[LineShown] = Field(description="The lines in their order.")


class Standings(BaseModel):
    """The tables of a stage."""

    stage: int = Field(description="The stage, from 1.", examples=[1])
    tables: list[SectionTable] = Field(description="One for each section.")


class SideShown(BaseModel):
    """An entry in a match of an event, and what came of it."""

    entry: int = Field(description="The entry's number.", examples=[40])
    name: str = Field(description="The player's or the team's.", examples=["alice"])
    place: int | None = Field(description="Its place, 1 for the first, once the match is over.")
    total: int | None = Field(description="Its total, once the match is over.")
    absent: bool = Field(description="Whether it was absent.")
    timed_out: bool = Field(description="Whether its time ran out.")


class FixtureShown(BaseModel):
    """A place in the schedule that a match fills."""

    id: int = Field(description="Its number.", examples=[90])
    stage: int = Field(description="The stage, from 1.", examples=[1])
    section: int = Field(description="The section, from 1.", examples=[1])
    round: int = Field(description="The round, from 1.", examples=[2])
    pairing: int = Field(description="The pairing in its round, from 1.", examples=[1])
    leg: int = Field(description="Which match of the pairing, from 1.", examples=[1])
    match: int | None = Field(description="The match that fills it.", examples=[7])
    deadline: datetime | None = Field(description="When its match ends at the latest.")
    over: bool = Field(description="Whether it is over.")
    for_nobody: bool = Field(description="Whether it counts for nobody.")
    sides: list[SideShown] = Field(description="Who plays, in the order of seats; who is alone has a bye.")


class Fixtures(Page[FixtureShown]):
    """A page of the schedule."""


class TieShown(BaseModel):
    """A tie of a bracket."""

    number: str = Field(description="Its number, which later ties name.", examples=["1.2"])
    names: list[str] = Field(description="Who sits there, or who will.", examples=[["alice", "bye"]])
    known: list[bool] = Field(description="Of each whether it is known.")
    winner: int | None = Field(description="Which of the two won, 0 or 1.", examples=[0])
    decided: bool = Field(description="Whether it is decided.")
    nobody: bool = Field(description="Whether nobody goes on from it.")
    matches: list[int] = Field(description="Its matches.", examples=[[7, 8]])


class BracketRound(BaseModel):
    """A round of a bracket."""

    title: str = Field(description="What it is called.", examples=["Semi-finals"])
    ties: list[TieShown] = Field(description="Its ties.")


class BracketShown(BaseModel):
    """A bracket, or one side of it."""

    title: str = Field(description="What it is called.", examples=["Bracket"])
    rounds: list[BracketRound] = Field(description="Its rounds, the first one first.")


class Brackets(BaseModel):
    """The brackets of an event; none where its format has none, or it has not begun."""

    brackets: list[BracketShown] = Field(description="Each of them.")


class LogLine(BaseModel):
    """What was decided, by whom and why."""

    id: int = Field(description="Its number.", examples=[12])
    at: datetime = Field(description="When.")
    what: str = Field(description="What happened.", examples=["alice entered"])
    by: str | None = Field(description="Who decided it.", examples=["carol"])
    why: str | None = Field(description="Why.", examples=[None])


class LogLines(Page[LogLine]):
    """A page of a log."""


class AppealSent(Sent):
    """What is to be looked at again."""

    text: str = Field(
        min_length=1, max_length=LONGEST_APPEAL, description="Said once.", examples=["I was ill."]
    )


class EndSent(Sent):
    """Whether one agrees to end the event now."""

    agree: bool = Field(description="False takes the vote back.", examples=[True])


class RestSent(Sent):
    """Whether one rests."""

    resting: bool = Field(description="False comes back.", examples=[True])


class WishSent(Sent):
    """How many matches one wants."""

    matches: int = Field(ge=1, le=100, description="How many.", examples=[10])


class AnswerSent(Sent):
    """Yes or no."""

    accept: bool = Field(description="False says no.", examples=[True])
