"""Matches that are over, as programs read them: move by move, reviewed, and found in the archive."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from games.api.shapes import MatchLine, MoveChoice, MoveShown


class StepShown(BaseModel):
    """One move of a match that is over."""

    step: int = Field(description="Its number in the replay, from 1.", examples=[1])
    turn: int = Field(description="The turn of its seat, from 1.", examples=[1])
    taken_back: bool = Field(description="Whether it was taken back, where somebody practised.")
    total: int | None = Field(description="The seat's points, where its turn ended.", examples=[None])
    move: MoveShown = Field(description="What was done, and what came of it.")


class ReplayShown(BaseModel):
    """A match that is over, move by move."""

    id: int = Field(description="The match's number.", examples=[1])
    game: str = Field(description="The game's code.", examples=["BZ"])
    roll_off: list[MoveShown] = Field(description="The throws that settled who starts.")
    steps: list[StepShown] = Field(description="The moves, in the order in which they were made.")
    totals: list[int] = Field(description="Each seat's points at the end.", examples=[[210, 187]])


class PositionShown(BaseModel):
    """What lay on the table after so many moves."""

    step: int = Field(description="After how many moves.", examples=[12])
    state: dict[str, Any] = Field(description="As `state` of a table.")


class AmountShown(BaseModel):
    """So many points, and so much of the chance to win."""

    points: float = Field(description="Points.", examples=[1.25])
    chance: float = Field(description="Of the chance to win, 1 being all of it.", examples=[0.031])


class ReviewSeat(BaseModel):
    """What a match came to for one seat: start, less skill lost, and luck, less what was never played."""

    seat: int = Field(description="The seat, from 0.", examples=[0])
    accuracy: float | None = Field(description="100 for perfect play; null where nothing was at stake.")
    start: AmountShown = Field(description="What it could expect at the start.")
    skill: AmountShown = Field(description="What its choices cost.")
    luck: AmountShown = Field(description="What the dice gave.")
    unplayed: AmountShown = Field(description="What was expected of turns that never came.")
    decisions: int = Field(description="How often it chose.", examples=[40])
    mistakes: int = Field(description="How often something else was better.", examples=[3])
    lost: dict[str, float] = Field(
        description="What choices cost by what was wrong with them: dice, box, stopped, went-on, pick-up;"
        " in points, or in chance where `by_points` is false.",
        examples=[{"dice": 4.1}],
    )


class ReviewStep(BaseModel):
    """What a move cost, and what came of it."""

    step: int = Field(description="Its number in the replay, from 1.", examples=[1])
    seat: int = Field(description="Whose it was, from 0.", examples=[0])
    best: MoveChoice | None = Field(description="What was better; null where nothing was.")
    cost: AmountShown = Field(description="What it cost beside that.")
    luck: AmountShown = Field(description="What the dice gave that fell with it.")
    chances: list[float] = Field(description="Each seat's chance to win after it.", examples=[[0.5, 0.5]])


class CostlyShown(BaseModel):
    """One of a seat's costliest choices: a position to be tried again."""

    step: int = Field(description="The move, by its number in the replay, from 1.", examples=[12])
    losses: list[float] = Field(description="What every legal move loses beside the best, in their order.")
    moves: list[MoveChoice] = Field(description="The legal moves.")


class ReviewBody(BaseModel):
    """The review itself."""

    by_points: bool = Field(description="Whether choices are compared by points, not by the chance to win.")
    chances: list[float] = Field(description="Each seat's chance to win at the start.", examples=[[0.5, 0.5]])
    seats: list[ReviewSeat] = Field(description="What it came to for each seat.")
    steps: list[ReviewStep] = Field(description="The moves, in the order in which they are looked at.")
    costly: list[list[CostlyShown]] = Field(description="Each seat's costliest choices, the worst first.")


class ReviewShown(BaseModel):
    """How far the review of a match is, and what it found."""

    state: str = Field(
        description="too-soon, none, asked, getting-ready, failed, short (ask for it again), or ready.",
        examples=["ready"],
    )
    review: ReviewBody | None = Field(description="The review, once it is ready.")


class FoundMatches(Page[MatchLine]):
    """A page of the archive. It may be short and still have a `next`: then there is more to look through."""


class RecordLine(BaseModel):
    """One line of the records in bulk."""

    id: int = Field(description="The match's number.", examples=[1])
    game: str = Field(description="The game's code.", examples=["BZ"])
    ended_at: datetime = Field(description="When it ended.")
    record: str = Field(description="Its record, as docs/record.md describes it.")
    cursor: str = Field(description="The cursor behind it, to go on from.")
