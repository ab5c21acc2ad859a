"""What is decided about events as programs read and send it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import HIGHEST, Sent
from accounts.models import TYPED_LENGTH
from ladders.api.shapes import EventShown

Show = Literal["running", "hand", "over"]
Word = Literal[
    "open",
    "seed",
    "pair",
    "bye",
    "unpair",
    "start",
    "invite",
    "adjudicate",
    "correct",
    "reopen",
    "replay",
    "discount",
    "extend",
    "withdraw",
    "reinstate",
    "substitute",
    "pause",
    "resume",
    "offence",
    "clear",
    "word",
    "name",
    "dismiss",
    "step-down",
    "end",
    "finish",
    "champions",
    "clone",
    "cancel",
]
"""Every decision of ladders.events.decisions but to preview, which changes nothing: a test compares."""
Number = Annotated[int, Field(ge=1, le=HIGHEST)]
Name = Annotated[str, Field(min_length=1, max_length=TYPED_LENGTH)]


class DecisionShown(BaseModel):
    """Something that can be decided now."""

    word: str = Field(description="Its word, to be sent back.", examples=["adjudicate"])
    name: str = Field(description="What a button calls it.", examples=["Decide"])
    means: str = Field(description="What it does.", examples=["Decide a match that still runs"])
    asks_for: list[str] = Field(description="What it has to be told.", examples=[["winner", "why"]])
    about_matches: str | None = Field(
        description="Which matches it is about: running, over, or either.", examples=["running"]
    )
    foreseen: bool = Field(description="Whether one can ask what it would change.")
    undo: str | None = Field(description="How it is undone.")
    for_good: bool = Field(description="Whether it cannot be undone.")


class DirectorShown(BaseModel):
    """Somebody who leads the event beside its organiser, or is asked to."""

    id: int = Field(description="The number to dismiss by.", examples=[2])
    name: str = Field(description="The player.", examples=["dave"])
    accepted: bool = Field(description="Whether the player has said yes.")


class ArrangementShown(BaseModel):
    """What was set by hand for the next round."""

    id: int = Field(description="The number to take it back by.", examples=[5])
    says: str = Field(description="What was set.", examples=["alice – bob"])


class DeskShown(BaseModel):
    """What who leads an event sees of it."""

    event: EventShown = Field(description="The event, also while it is prepared.")
    trouble: str | None = Field(description="What went wrong in looking after it; it is tried again.")
    decisions: list[DecisionShown] = Field(description="What can be decided now, by this player.")
    directors: list[DirectorShown] = Field(description="Who leads it beside its organiser.")
    arranged: list[ArrangementShown] = Field(description="What was set by hand for the next round.")
    preview: list[str] = Field(description="Before it begins: how it would begin now, a line a match.")


class SittingShown(BaseModel):
    """Somebody at a match, as far as who leads may see it."""

    name: str = Field(description="The player's or the team's.", examples=["alice"])
    total: int | None = Field(description="Points so far; null while cards are hidden.", examples=[137])
    to_move: bool = Field(description="Whether it is the turn; never told while cards are hidden.")
    place: int | None = Field(description="The place, once the match is over.", examples=[None])
    reported: bool = Field(description="Whether a report about the player waits.")


class DeskMatch(BaseModel):
    """A match of the event as the director's desk shows it."""

    fixture: int = Field(description="The number to decide by.", examples=[90])
    match: int | None = Field(description="The match.", examples=[7])
    round: int = Field(description="The round, from 1.", examples=[2])
    sitting: list[SittingShown] = Field(description="Who plays.")
    hidden: bool = Field(description="Whether its cards are hidden until it is over.")
    deadline: datetime | None = Field(description="When the next clock ends, or the round.")
    late: bool = Field(description="Whether its time is up.")
    soon: bool = Field(description="Whether its time ends within a day.")
    by_hand: bool = Field(description="Whether it was decided or corrected by hand.")


class DeskMatches(Page[DeskMatch]):
    """A page of matches."""


class DecisionSent(Sent):
    """What a decision has to be told; `asks_for` says what of it. Everything else is left out."""

    why: str | None = Field(
        None, max_length=1000, description="Why; everybody can read it.", examples=["Both agreed."]
    )
    fixture: Number | None = Field(None, description="Which match, by its fixture.", examples=[90])
    places: list[Annotated[int, Field(ge=1, le=10)]] | None = Field(
        None,
        max_length=10,
        description="The place of each seat; equal ones share it. Of two, [1, 1] is a draw.",
        examples=[[1, 2]],
    )
    absent: list[Number] | None = Field(
        None, max_length=10, description="The entries that were absent.", examples=[[40]]
    )
    days: int | None = Field(None, ge=1, le=365, description="How many days.", examples=[3])
    whole_round: bool | None = Field(None, description="Whether for everybody in the round.")
    entry: Number | None = Field(None, description="Whose entry.", examples=[40])
    other: Number | None = Field(None, description="The entry it meets.", examples=[41])
    again: bool | None = Field(None, description="Whether the two may meet again.")
    at_once: bool | None = Field(None, description="Whether it was abuse, so that no warning goes before.")
    player: str | None = Field(None, min_length=1, max_length=20, description="Who.", examples=["dave"])
    players: list[Name] | None = Field(None, max_length=50, description="Who.", examples=[["dave"]])
    order: list[Name] | None = Field(
        None,
        max_length=2000,
        description="Names of entries, the strongest first; an empty list leaves it to ratings.",
        examples=[["alice", "bob"]],
    )
    arrangement: Number | None = Field(None, description="What was set by hand.", examples=[5])
    director: Number | None = Field(None, description="Who leads it, too.", examples=[2])


class ForeseenShown(BaseModel):
    """What a decision would change."""

    changes: list[str] = Field(description="In sentences.", examples=[["alice goes up."]])


class DecidedShown(BaseModel):
    """What came of a decision."""

    event: int = Field(description="The event that it was about.", examples=[3])
    status: str = Field(description="How that stands now.", examples=["running"])
    made: int | None = Field(description="The event that was made of it.", examples=[None])
