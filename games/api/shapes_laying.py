"""What programs send to begin matches, and to settle what happens around their tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from accounts.api.schemas import Sent
from accounts.models import TYPED_LENGTH
from games.api.shapes import Pace

Game = Literal["BZ", "BD", "BT", "DG", "BX", "BO", "DK", "PG"]
Clock = Literal["fast", "main", "daily", "relaxed"]
Level = Literal["beginner", "casual", "steady", "skilled", "expert", "perfect"]
Name = Annotated[str, Field(min_length=1, max_length=TYPED_LENGTH, pattern=r"^[^,;\s]+$")]
Value = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, Field(max_length=40)]
Options = Annotated[
    dict[str, Value],
    Field(
        max_length=10,
        description="The game's options by name; what is left out is as usual.",
        examples=[{"target": 5000}],
    ),
]
MOST_PLAYERS = 10
LOWEST, HIGHEST = 100, 4000
"""Of ratings."""


class GameSent(Sent):
    """A game, and how it is played."""

    game: Game = Field(description="The game's code.", examples=["BZ"])
    options: Options = {}
    pace: Pace = Field("turns", description="How turns of different players relate.")
    clock: Clock = Field("main", description="How long turns may take.")


class MatchSent(GameSent):
    """A new match: of players by name, against a robot, or, with neither, alone."""

    opponents: list[Name] = Field(
        default=[],
        max_length=MOST_PLAYERS - 1,
        description="The names of those who are asked to it, in the order in which they sit.",
        examples=[["bob"]],
    )
    robot: Level | None = Field(None, description="How well the robot plays, where it is against one.")
    rated: bool | None = Field(
        None,
        description="Whether it counts for ratings. Without a word on it a match of people does, and one with"
        " a robot does not.",
    )


class OpenSent(GameSent):
    """A match that is open to whoever comes."""

    players: int = Field(2, ge=2, le=MOST_PLAYERS, description="Wanted in all, the maker among them.")
    private: bool = Field(
        default=False, description="Only for whom has its link; else it stands in the waiting room."
    )
    rated: bool = Field(default=True, description="Whether it counts for ratings.")
    lowest: int | None = Field(None, ge=LOWEST, le=HIGHEST, description="The lowest rating that may join.")
    highest: int | None = Field(None, ge=LOWEST, le=HIGHEST, description="The highest.")
    buddies_only: bool = Field(default=False, description="For the maker's buddies alone.")


class PinSent(Sent):
    """Whether a match is to stay on top."""

    pinned: bool = Field(description="Whether it is to stay on top of my matches.")


class OrdersSent(Sent):
    """What is to be done for the player in one match; nothing said is no order."""

    roll: bool = Field(default=False, description="Make the first roll of each of my turns at once.")
    bank: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="Bank as soon as a turn has this many points, in games where points are banked; 0 for"
        " never.",
    )


class OrdersShown(BaseModel):
    """The player's standing orders at a match."""

    roll: bool = Field(description="The first roll of each turn is made at once.")
    bank: int = Field(description="A turn is banked from so many points on; 0 for never.", examples=[0])
    may_order: bool = Field(description="Whether this match takes standing orders.")
    why_not: str | None = Field(description="Why it takes none.")
