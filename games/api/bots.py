"""Bots to play with, and what a bot says of itself (docs/bots.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import BaseModel, Field

from accounts.api.auth import anybody, needs, player_of
from accounts.api.problems import Problem
from accounts.api.schemas import Sent
from accounts.models import Bot
from accounts.scopes import PLAY, READ
from games.api.shapes_laying import Game
from games.rules import RULES
from games.seats import bots

router = Router(tags=["bots"])


class OpponentShown(BaseModel):
    """A bot that takes challenges at a game."""

    name: str = Field(description="The bot's name.", examples=["dora-bot"])
    owner: str = Field(description="The player who answers for it.", examples=["alice"])
    people: bool = Field(description="Whether people may challenge it, too.")
    rating: float | None = Field(description="Its rating in matches of two, among bots.", examples=[1532.4])
    deviation: float | None = Field(description="How far that may be off.", examples=[61.2])
    matches: int = Field(description="Of how many matches it comes.", examples=[40])
    seconds: float | None = Field(
        description="In how many seconds it answers a move, half of the time; null where nobody knows.",
        examples=[3.5],
    )
    asked_at: datetime = Field(description="When its program asked the site last, within a few minutes.")


class Opponents(BaseModel):
    """Bots that take challenges at a game, the best rated first; fifty at most."""

    items: list[OpponentShown]


class Challenges(Sent):
    """The challenges that a bot takes, all that there are."""

    games: list[Game] = Field(
        max_length=len(RULES), description="At which games, by their codes.", examples=[["BZ", "DK"]]
    )
    people: bool = Field(default=False, description="Of people, too; else of bots alone.")


@router.get(
    "",
    auth=anybody(READ),
    response=Opponents,
    summary="Bots that take challenges",
    operation_id="list_bots",
)
def opponents(
    request: HttpRequest,
    game: Annotated[Game, Query(description="The game's code.", examples=["BZ"])],
    people: Annotated[bool, Query(description="Only those that people may challenge.")] = False,
) -> Opponents:
    """Bots that take challenges at a game and have asked the site in the last three days, the best first."""
    return Opponents(items=[_told(one) for one in bots.opponents(game, people=people)])


@router.put(
    "/me",
    auth=needs(PLAY, bots=True),
    response=Challenges,
    summary="The challenges I take",
    operation_id="take_challenges",
)
def take(request: HttpRequest, wanted: Challenges) -> Challenges:
    """Say, as a bot, at which games it may be challenged, and by whom; what it said before is replaced."""
    bot = Bot.objects.filter(account=player_of(request)).first()
    if bot is None:
        raise Problem(403, "not-a-bot", _("Only bots take challenges. Make one in your settings."))
    bots.take(bot, wanted.games, people=wanted.people)
    return Challenges(games=cast("list[Game]", bot.games), people=bot.people)


def _told(one: bots.Opponent) -> OpponentShown:
    return OpponentShown(
        name=one.name,
        owner=one.bot.owner.username,
        people=one.bot.people,
        rating=round(one.value.mean, 1) if one.value else None,
        deviation=round(one.value.deviation, 1) if one.value else None,
        matches=one.matches,
        seconds=None if one.seconds is None else round(one.seconds, 1),
        asked_at=one.asked_at,
    )
