"""Matches and players as programs read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import Sent

Status = Literal["inviting", "declined", "running", "finished", "void"]
Pace = Literal["turns", "split", "duplicate"]
Kind = Literal["roll", "score", "bank", "pick-up"]
LONGEST_BOX = 20
HIGHEST_VERSION = 2**31 - 1
EXAMPLE_OPTIONS = {"target": 10000, "scoring": "standard", "pick_up": True}


class SeatShown(BaseModel):
    """A seat, and who sits there. What the viewer may not see yet is null."""

    index: int = Field(description="In the order of play, from 0.", examples=[0])
    name: str = Field(description="The player's name, or what stands for who has none.", examples=["alice"])
    robot: bool = Field(description="Whether no person sits there: a robot, or a bot.")
    accepted: bool = Field(description="Whether the player has accepted the match.")
    hidden: bool = Field(description="Whether the seat's card, dice and moves are hidden from the viewer.")
    to_move: bool | None = Field(description="Whether the seat is to move.")
    total: int | None = Field(description="Its points so far.", examples=[137])
    place: int | None = Field(description="Its place at the end, 1 for the first.", examples=[None])
    deadline: datetime | None = Field(description="When its clock ends, while it runs.")


class MoveShown(BaseModel):
    """A move that was made, with what came of it."""

    seat: int = Field(description="Whose it was, from 0.", examples=[0])
    kind: str = Field(
        description="roll, score, bank, pick-up, resign, timeout, take-back, or roll-off.", examples=["roll"]
    )
    keep: list[int] = Field(description="The faces that were kept or set aside.", examples=[[6, 6]])
    box: str = Field(description="The box that was scored, else nothing.", examples=[""])
    dice: list[int] = Field(description="The faces that fell, 1 to 6.", examples=[[1, 4, 6]])
    serials: list[int] = Field(description="The sets of the pool that they came from.", examples=[[81]])
    ordered: bool = Field(description="Whether the player's standing orders made it.")


class MatchLine(BaseModel):
    """A match as far as a list shows it."""

    id: int = Field(description="The match's number.", examples=[1])
    game: str = Field(description="The game's code.", examples=["BZ"])
    options: dict[str, Any] = Field(description="The game's options.", examples=[EXAMPLE_OPTIONS])
    pace: Pace = Field(description="How turns of different players relate.")
    clock: str = Field(description="The clock's name.", examples=["main"])
    rated: bool = Field(description="Whether it counts for ratings.")
    status: Status = Field(description="Where it stands.")
    event: int | None = Field(description="The event it is played in.", examples=[None])
    ladder: int | None = Field(description="The ladder it is played on.", examples=[None])
    deadline: datetime | None = Field(description="When the first clock that runs ends.")
    ended_at: datetime | None = Field(description="When it ended.")
    my_seat: int | None = Field(description="My seat, from 0.", examples=[0])
    my_turn: bool = Field(description="Whether it is for me to move, or to answer the invitation.")
    seats: list[SeatShown] = Field(description="The seats in the order of play.")


class Matches(Page[MatchLine]):
    """A page of matches."""


class TableShown(BaseModel):
    """A match as its viewer may see it: the same that the page of the table shows."""

    id: int = Field(description="The match's number.", examples=[1])
    game: str = Field(description="The game's code.", examples=["BZ"])
    rules_version: int = Field(description="The version of its rules.", examples=[1])
    options: dict[str, Any] = Field(description="The game's options.", examples=[EXAMPLE_OPTIONS])
    pace: Pace = Field(description="How turns of different players relate.")
    clock: str = Field(description="The clock's name.", examples=["main"])
    rated: bool = Field(description="Whether it counts for ratings.")
    status: Status = Field(description="Where it stands.")
    event: int | None = Field(description="The event it is played in.", examples=[None])
    ladder: int | None = Field(description="The ladder it is played on.", examples=[None])
    created_at: datetime = Field(description="When it was made.")
    started_at: datetime | None = Field(description="When it began.")
    ended_at: datetime | None = Field(description="When it ended.")
    deadline: datetime | None = Field(description="When the first clock that runs ends.")
    version: int = Field(description="To be sent back with what is done at the table.", examples=[12])
    my_seat: int | None = Field(description="My seat, from 0; null for who only looks.", examples=[0])
    my_turn: bool = Field(description="Whether I may move now.")
    may_resign: bool = Field(description="Whether I have still something to give up.")
    seats: list[SeatShown] = Field(description="The seats in the order of play.")
    state: dict[str, Any] | None = Field(
        description="What lies on the table, as docs/api.md describes it for each game, without what is"
        " hidden from the viewer; null before it began."
    )
    moves: list[MoveShown] = Field(description="The last moves that the viewer may see, oldest first.")


class MoveChoice(BaseModel):
    """A move that the rules allow now."""

    kind: Kind = Field(description="What to do.")
    keep: list[int] = Field(description="The faces to keep, or to set aside.", examples=[[6, 6]])
    box: str = Field(description="The box to score, else nothing.", examples=[""])


class Choices(BaseModel):
    """What the player may do now."""

    version: int = Field(description="To be sent back with the move.", examples=[12])
    moves: list[MoveChoice] = Field(
        description="Every legal move but resigning; none when it is not my turn."
    )
    preview: dict[str, int] = Field(
        description="What each box that may be scored now would add to the card.",
        examples=[{"fives": 15, "chance": 22}],
    )


class MoveSent(Sent):
    """A move. Sent again with the same version it is refused, for by then the table has changed."""

    version: int = Field(
        ge=0, le=HIGHEST_VERSION, description="`version` of the table that was seen.", examples=[12]
    )
    kind: Kind = Field(description="What to do.", examples=["roll"])
    keep: list[int] = Field(
        default=[],
        max_length=6,
        description="The faces to keep out of a roll, or to set aside with a roll or a bank.",
        examples=[[6, 6]],
    )
    box: str = Field(default="", max_length=LONGEST_BOX, description="The box to score.", examples=["fives"])
    numbers: list[str] = Field(
        default=[], max_length=2, description="Your own numbers that turn the dice, in hex (docs/dice.md)."
    )
    pledges: list[str] = Field(
        default=[], max_length=2, description="Pledges for the numbers of your next roll, in hex."
    )


class VersionSent(Sent):
    """Which table was seen."""

    version: int = Field(
        ge=0, le=HIGHEST_VERSION, description="`version` of the table that was seen.", examples=[12]
    )


class RatingShown(BaseModel):
    """A player's rating in one game."""

    game: str = Field(description="The game's code.", examples=["BZ"])
    kind: str = Field(description="duel for matches of two, table for more.", examples=["duel"])
    rating: float = Field(description="The rating.", examples=[1532.4])
    deviation: float = Field(description="How far it may be off.", examples=[61.2])
    matches: int = Field(description="Of how many matches it comes.", examples=[40])


class PlayerShown(BaseModel):
    """A player as the player's page shows it: what the player hides is null."""

    id: int = Field(description="The player's number.", examples=[7])
    name: str = Field(description="The player's name.", examples=["alice"])
    robot: bool = Field(description="Whether it is one of the site's robots.")
    owner: str | None = Field(
        description="The player who answers for it, where it is a bot.", examples=[None]
    )
    country: str | None = Field(description="Two letters, where the player tells.", examples=["DE"])
    about: str | None = Field(description="What the player tells, where that is shown.")
    supporter: bool = Field(description="Whether the player supports the site today.")
    joined_at: datetime = Field(description="When the account was made.")
    last_seen: datetime | None = Field(description="When the player was last here, where that is shown.")
    ratings: list[RatingShown] | None = Field(description="The ratings; null where the player hides them.")
