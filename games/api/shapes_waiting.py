"""The waiting room, the search for opponents and the chat, as programs read them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import Sent
from accounts.models.talk import LONGEST
from games.api.shapes import EXAMPLE_OPTIONS, Pace
from games.api.shapes_laying import Clock, Game
from games.seats.automatch import MOST


class OpenShown(BaseModel):
    """A match that is open to whoever comes."""

    id: int = Field(description="Its number in the waiting room.", examples=[3])
    game: str = Field(description="The game's code.", examples=["BZ"])
    options: dict[str, Any] = Field(description="The game's options.", examples=[EXAMPLE_OPTIONS])
    pace: Pace = Field(description="How turns of different players relate.")
    clock: str = Field(description="The clock's name.", examples=["main"])
    rated: bool = Field(description="Whether it will count for ratings.")
    players: int = Field(description="Wanted in all.", examples=[2])
    waiting: list[str] = Field(description="Who is in already, the maker first.", examples=[["alice"]])
    lowest: int | None = Field(description="The lowest rating that may join.")
    highest: int | None = Field(description="The highest.")
    buddies_only: bool = Field(description="It is for the maker's buddies alone.")
    mine: bool = Field(description="Whether I opened it.")
    joined: bool = Field(description="Whether I am in.")
    token: str | None = Field(
        description="The last part of its private link, for whom it is open to; null in the waiting room."
    )
    expires_at: datetime = Field(description="Until when it waits.")


class OpenMatches(BaseModel):
    """The waiting room."""

    items: list[OpenShown] = Field(description="Open matches, newest first: 100 at most.")


class Behind(BaseModel):
    """What a private link leads to."""

    open: OpenShown | None = Field(description="The open match, while it waits.")
    match: int | None = Field(description="The match that it has become, for who plays in it.")


class JoinSent(Sent):
    """Join an open match."""

    token: str = Field("", max_length=40, description="Of its private link, where it has one.")


class Joined(BaseModel):
    """What came of joining."""

    match: int | None = Field(description="The match, if it begins by it; null while others are missing.")


class OpponentsSent(Sent):
    """What opponents are looked for."""

    games: list[Game] = Field(min_length=1, max_length=8, description="In any of these games.")
    clock: Clock = Field("main", description="How long turns may take.")
    wanted: int = Field(1, ge=1, le=MOST, description="So many matches.")


class WishShown(BaseModel):
    """What I am waiting for."""

    games: list[str] = Field(description="In any of these games.", examples=[["BZ"]])
    clock: str = Field(description="How long turns may take.", examples=["main"])
    wanted: int = Field(description="Matches still to be found.", examples=[1])
    since: datetime = Field(description="Since when I have been waiting.")


class RemarkShown(BaseModel):
    """Something that was said."""

    id: int = Field(description="Its number.", examples=[12])
    name: str | None = Field(description="Who said it; null once the account is closed.", examples=["bob"])
    text: str = Field(description="The words.", examples=["Good luck!"])
    at: datetime = Field(description="When.")


class Remarks(Page[RemarkShown]):
    """A page of what was said, oldest first; `next` leads to what was said before."""


class RemarkSent(Sent):
    """Something to say."""

    text: str = Field(min_length=1, max_length=LONGEST, description="The words.", examples=["Good luck!"])
