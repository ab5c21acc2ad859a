"""The daily and puzzles, as programs read them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import Sent
from games.api.shapes import LONGEST_BOX, Kind, MoveChoice


class StreakShown(BaseModel):
    """Days in a row."""

    now: int = Field(description="Those that still go on.", examples=[3])
    best: int = Field(description="The most there ever were.", examples=[12])


class RankShown(BaseModel):
    """One of the best of a day."""

    place: int = Field(description="The place; equal totals share it.", examples=[1])
    name: str = Field(description="The player's name.", examples=["alice"])
    total: int = Field(description="The points.", examples=[231])
    full: bool = Field(description="Whether every box was filled.")
    match: int | None = Field(description="The match, once the day is over and everybody may look at it.")


class MyDay(BaseModel):
    """What I have made of a day."""

    match: int = Field(description="My match.", examples=[9])
    running: bool = Field(description="Whether I still play.")
    void: bool = Field(description="Whether staff took it back.")
    total: int | None = Field(description="My points, once it is over.")
    place: int | None = Field(description="My place among those who have finished, once it is counted.")
    better_than: int | None = Field(description="Of a hundred others so many have fewer points.")
    marks: str | None = Field(description="A mark for each box, the best first, fit to be shown to others.")


class SetShown(BaseModel):
    """A set of dice of a day."""

    turn: int = Field(description="The turn, from 1.", examples=[1])
    roll: int = Field(description="The roll, from 1.", examples=[1])
    serial: int = Field(description="The set's number in the pool.", examples=[81])
    dice: list[int] = Field(description="Its dice.", examples=[[1, 2, 3, 4, 6]])


class DayShown(BaseModel):
    """The daily of a day."""

    day: date = Field(description="The day, in UTC.")
    game: str = Field(description="The game's code.", examples=["BZ"])
    ends_at: datetime = Field(description="When it is over.")
    drawn: bool = Field(description="Whether its dice are drawn, so that it can be played.")
    over: bool = Field(description="Whether it is over, and its dice are laid open.")
    players: int = Field(description="How many have a place.", examples=[120])
    median: float | None = Field(description="The points in the middle.")
    best: list[RankShown] = Field(description="The best fifty; of equal totals who was there first.")
    mine: MyDay | None = Field(description="What I have made of it.")
    streak: StreakShown | None = Field(description="My days in a row.")
    sets: list[SetShown] | None = Field(description="Its dice, once it is over.")
    perfect: int | None = Field(description="What perfect play makes of them, once that is known.")


class PastDay(BaseModel):
    """A day that is over."""

    day: date = Field(description="The day, in UTC.")
    game: str = Field(description="The game's code.", examples=["BZ"])
    perfect: int | None = Field(description="What perfect play makes of its dice.")
    mine: int | None = Field(description="My points, where I played.")


class PastDays(Page[PastDay]):
    """A page of days, the last first."""


class Solution(BaseModel):
    """The answer of a puzzle, for who has answered it."""

    right: bool = Field(description="Whether my first answer was right.")
    mended: bool = Field(description="Whether a later one was, and the first was not.")
    mine: MoveChoice = Field(description="My first answer.")
    best: MoveChoice = Field(description="The best move.")
    losses: list[float] = Field(
        description="What every legal move loses beside it, in their order: points, or of the chance to win."
    )
    gained: float | None = Field(description="What it did to my rating at puzzles.")
    rating: float = Field(description="How hard the puzzle is, as a rating.", examples=[1500.0])
    tries: int = Field(description="How many have tried it.", examples=[20])
    solved: int = Field(description="How many found it at their first try.", examples=[7])
    position: str = Field(description="The word of the position, as in the addresses of positions.")
    match: int | None = Field(description="The match in which it came up; null where it was arranged.")


class PuzzleShown(BaseModel):
    """A puzzle. Before I have answered it nothing of its solution is told."""

    id: int = Field(description="Its number.", examples=[4])
    game: str = Field(description="The game's code.", examples=["BZ"])
    day: date | None = Field(description="The day whose puzzle it is.")
    by_points: bool = Field(description="What is asked: the most points on average, or to win most often.")
    seat: int = Field(description="The seat that is to move, from 0.", examples=[0])
    state: dict[str, Any] = Field(description="What lies on the table, as `state` of a table.")
    moves: list[MoveChoice] = Field(description="The legal moves.")
    solution: Solution | None = Field(description="The solution, once I have answered.")


class PuzzleAnswerSent(Sent):
    """An answer to a puzzle: a move."""

    kind: Kind = Field(description="What to do.", examples=["roll"])
    keep: list[int] = Field(default=[], max_length=6, description="The faces to keep, or to set aside.")
    box: str = Field(default="", max_length=LONGEST_BOX, description="The box to score.")


class Answered(BaseModel):
    """What came of an answer."""

    right: bool = Field(description="Whether it is as good as the best.")
    first: bool = Field(description="Whether it was my first, which counts.")
    puzzle: PuzzleShown = Field(description="The puzzle, with its solution.")


class PuzzleDayShown(BaseModel):
    """The puzzle of a day."""

    day: date = Field(description="The day, in UTC.")
    game: str = Field(description="The game's code.", examples=["BZ"])
    puzzle: int = Field(description="The puzzle's number.", examples=[4])
    tries: int = Field(description="How many have tried it.", examples=[20])
    solved: int = Field(description="How many found it at their first try.", examples=[7])
    right: bool | None = Field(description="Whether my first answer was right; null where I gave none.")


class PuzzleDays(Page[PuzzleDayShown]):
    """A page of days, the last first."""


class MyPuzzle(BaseModel):
    """A puzzle that I have tried."""

    puzzle: int = Field(description="The puzzle's number.", examples=[4])
    game: str = Field(description="The game's code.", examples=["BZ"])
    right: bool = Field(description="Whether my first answer was right.")
    mended: bool = Field(description="Whether a later one was, and the first was not.")
    gained: float | None = Field(description="What it did to my rating at puzzles.")
    at: datetime = Field(description="When I first answered.")


class MyPuzzles(Page[MyPuzzle]):
    """A page of puzzles that I have tried, the latest first."""
