"""Events and teams as programs make them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from accounts.api.schemas import Sent, SentMoment
from accounts.models import TYPED_LENGTH
from games.api.shapes import Pace
from games.api.shapes_laying import Game, Options

FORMATS = (
    *("league", "score", "team", "duplicate", "knockout"),
    *("double", "round-robin", "swiss", "arena"),
)
Format = Literal[
    "league", "score", "team", "duplicate", "knockout", "double", "round-robin", "swiss", "arena"
]
Clock = Literal["fast", "main", "daily", "relaxed"]
Small = Annotated[int, Field(ge=0, le=32_767)]
Large = Annotated[int, Field(ge=0, le=2**31 - 1)]
PlayerName = Annotated[str, Field(min_length=1, max_length=TYPED_LENGTH, pattern=r"^[^,;\s]+$")]
LONGEST = 10_000


class EventChange(Sent):
    """What is to change of an event; what is left out stays. What was agreed to by entering cannot change."""

    name: str | None = Field(None, min_length=1, max_length=80, description="What it is called.")
    about: str | None = Field(
        None, max_length=LONGEST, description="What players should know before they enter."
    )
    promise: str | None = Field(
        None, max_length=LONGEST, description="What the organisers promise the winners."
    )
    format: Format | None = Field(None, description="The format.", examples=["league"])
    game: Game | None = Field(None, description="The game's code.", examples=["BX"])
    options: Options | None = Field(None, description="The game's options by name.", examples=[{}])
    pace: Pace | None = Field(None, description="How turns of different players relate.")
    clock: Clock | None = Field(None, description="How long turns may take.")
    matches: Small | None = Field(None, description="League: how many are played.", examples=[10])
    division: Small | None = Field(None, description="League: the most in a division.")
    moving: Small | None = Field(None, description="League: how many go up and down.")
    target: Large | None = Field(None, description="Score and team tournaments.", examples=[5000])
    at_once: Small | None = Field(None, description="Round robin: the most that one plays; 0: no limit.")
    minutes: Small | None = Field(None, description="Arena: how long it lasts, 30 to 180.")
    round_days: Small | None = Field(None, description="How many days a round lasts.")
    no_orders: bool | None = Field(None, description="Nobody lets the site roll or bank while away.")
    way: Literal["anybody", "invited"] | None = Field(None, description="Who may enter.")
    fewest: Small | None = Field(None, description="It begins with so many at the least.")
    most: Small | None = Field(None, description="It begins when so many are in.")
    lowest: Small | None = Field(None, description="The lowest rating that may enter.")
    highest: Small | None = Field(None, description="The highest.")
    most_time_outs: Small | None = Field(
        None, description="In a hundred of a player's last matches, at the most."
    )
    robots_after: Small | None = Field(None, description="Hours until robots take the free places.")
    begins_at: SentMoment | None = Field(None, description="When it begins, if it is known.")
    recurring: bool | None = Field(None, description="It opens its successor when it begins.")


class EventSent(EventChange):
    """A new event. What is left out is as on the page that makes one."""

    name: str = Field(min_length=1, max_length=80, description="What it is called.", examples=["Spring cup"])
    format: Format = Field(description="The format.", examples=["league"])
    game: Game = Field(description="The game's code.", examples=["BX"])
    club: str | None = Field(
        None, max_length=40, description="The club for whose members it is, as its address has it."
    )


class EventMade(BaseModel):
    """An event that I have made or changed. Nobody sees it before it is opened, at its desk."""

    id: int = Field(description="Its number.", examples=[12])
    name: str = Field(description="What it is called.", examples=["Spring cup"])
    status: str = Field(
        description="draft, open, running, review, finished or cancelled.", examples=["draft"]
    )
    format: str = Field(description="The format.", examples=["league"])
    game: str = Field(description="The game's code.", examples=["BX"])
    options: dict[str, Any] = Field(description="The game's options.", examples=[{}])
    locked: list[str] = Field(
        description="What has been agreed to by entering, so that it stays as it is.", examples=[["game"]]
    )


class TeamSent(Sent):
    """A new team: I am its captain and play first."""

    name: str = Field(min_length=1, max_length=40, description="What it is called.", examples=["The Reds"])
    others: list[PlayerName] = Field(
        min_length=1,
        max_length=3,
        description="Who is asked to it, in the order in which they play after me.",
        examples=[["bob"]],
    )


class MemberShown(BaseModel):
    """A player of a team, or somebody who is asked to be."""

    name: str | None = Field(description="The player; null once the account is closed.", examples=["bob"])
    accepted: bool = Field(description="Whether the player has joined.")


class TeamShown(BaseModel):
    """A team, in the order in which its members play."""

    id: int = Field(description="Its number.", examples=[4])
    event: int = Field(description="The event that it enters.", examples=[12])
    name: str = Field(description="What it is called.", examples=["The Reds"])
    captain: str | None = Field(description="Who leads it.", examples=["alice"])
    members: list[MemberShown] = Field(description="Its members, and who is asked.")


class OrderSent(Sent):
    """The order in which a team plays."""

    members: list[PlayerName] = Field(
        min_length=1, max_length=4, description="Every member once.", examples=[["bob", "alice"]]
    )
