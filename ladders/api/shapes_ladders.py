"""Ladders as programs read them."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from accounts.api.pages import Page
from accounts.api.schemas import Sent
from accounts.models import TYPED_LENGTH


class LadderShown(BaseModel):
    """A ladder."""

    id: int = Field(description="The ladder's number.", examples=[3])
    game: str = Field(description="The game's code.", examples=["BZ"])
    club: str | None = Field(description="The club whose members alone stand on it.", examples=[None])
    clock: str = Field(description="The clock of its matches.", examples=["main"])
    size: int = Field(description="How many stand on it.", examples=[120])
    frozen_at: datetime | None = Field(description="Since when staff let nobody join or challenge.")
    closed_at: datetime | None = Field(description="Since when its club has it no longer.")


class Ladders(Page[LadderShown]):
    """A page of ladders."""


class ChallengeShown(BaseModel):
    """A challenge: two matches for a rung."""

    id: int = Field(description="Its number.", examples=[11])
    challenger: str | None = Field(description="Who challenges.", examples=["bob"])
    defender: str | None = Field(description="Who is challenged.", examples=["alice"])
    matches: list[int] = Field(description="Its matches: each player starts one.", examples=[[7, 8]])
    at: datetime = Field(description="When it was made.")
    over_at: datetime | None = Field(description="When it was over.")
    winner: str | None = Field(description="Who has won it, if it is over and anybody has.", examples=[None])


class MyLadder(LadderShown):
    """A ladder, and how I stand on it."""

    my_rung: int | None = Field(description="My rung, 1 for the top; null where I am not on it.")
    reach: int | None = Field(description="The highest rung that I may challenge.", examples=[2])
    challenges: list[ChallengeShown] = Field(description="My challenges that run.")


class RungShown(BaseModel):
    """Somebody's rung."""

    number: int = Field(description="Its number, 1 for the top.", examples=[4])
    name: str = Field(description="Who stands there.", examples=["alice"])
    change: int = Field(description="By how many rungs the player is higher than a week ago.", examples=[2])
    in_reach: bool = Field(description="Whether it is within my reach.")
    may_challenge: bool = Field(description="Whether I may challenge the player now.")
    why_not: str | None = Field(description="Why not, where it is within my reach.")


class Rungs(Page[RungShown]):
    """A page of rungs."""


class ChallengeSent(Sent):
    """Whom to challenge."""

    player: str = Field(
        min_length=1, max_length=TYPED_LENGTH, description="The player's name.", examples=["alice"]
    )
