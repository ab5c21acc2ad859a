"""A player's numbers: ratings over time, what their matches of a game come to, and head to head."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router
from pydantic import BaseModel, Field

from accounts.api.auth import anybody, needs, player_of
from accounts.models import User
from accounts.scopes import READ
from games.api.players import Name
from games.api.shapes_laying import Game
from games.deeds.spans import Span
from games.feats import numbers
from games.feats.numbers import Numbers
from games.match import careers

router = Router(tags=["players"])
Code = Annotated[Game, Path(description="The game's code.", examples=["BZ"])]


class NumbersShown(BaseModel):
    """What a player's matches of a game come to."""

    game: str = Field(description="The game's code.", examples=["BZ"])
    matches: int = Field(description="Matches that count.", examples=[40])
    contests: int = Field(description="Those with opponents.", examples=[38])
    won: int = Field(description="Those of them that were won.", examples=[20])
    drawn: int = Field(description="Those of them that were drawn.", examples=[1])
    average: int | None = Field(description="The mean of the totals.", examples=[212])
    late_percent: int = Field(description="In how many of a hundred the clock acted for the player.")


class Statistics(BaseModel):
    """A player's numbers in every game, the most played first."""

    items: list[NumbersShown] = Field(description="One for each game that was played.")


class BestShown(BaseModel):
    """A record of the player's."""

    what: str = Field(description="total, column, alike, wins, or days.", examples=["total"])
    span: str = Field(description="ever, year, month, or week: those that run.", examples=["ever"])
    value: int = Field(description="The value.", examples=[312])
    match: int = Field(description="The match that brought it.", examples=[9])


class InGameShown(BaseModel):
    """A player in one game, beside everybody."""

    numbers: NumbersShown = Field(description="What the matches come to.")
    bests: list[BestShown] = Field(description="The player's records.")
    width: int = Field(description="How many points a bar is wide.", examples=[10])
    mine: list[int] = Field(description="How many totals of the player's are in each bar, from 0 points on.")
    everybody: list[int] = Field(description="How many of everybody's.")


class AgainstShown(BaseModel):
    """My matches against a player, by who came before whom."""

    won: int = Field(description="I came before the player.", examples=[3])
    lost: int = Field(description="The player came before me.", examples=[2])
    drawn: int = Field(description="We shared the place.", examples=[0])


class RatingPointShown(BaseModel):
    """A rating as a match left it."""

    game: str = Field(description="The game's code.", examples=["BZ"])
    kind: str = Field(description="duel for matches of two, table for more.", examples=["duel"])
    rating: float = Field(description="The rating after it.", examples=[1532.4])
    deviation: float = Field(description="How far it may be off.", examples=[61.2])
    at: datetime = Field(description="When.")


class RatingHistory(BaseModel):
    """How a player's ratings went."""

    items: list[RatingPointShown] | None = Field(
        description="The latest of each, by game, kind and time; null where the player hides them."
    )


@router.get(
    "/{name}/ratings",
    auth=anybody(READ),
    response=RatingHistory,
    summary="A player's ratings over time",
    operation_id="get_rating_history",
)
def ratings(request: HttpRequest, name: Name) -> RatingHistory:
    """How the player's ratings went, as far as the player shows them."""
    shown, viewer = _player(name), _viewer(request)
    if careers.shown_ratings(shown, viewer) is None:
        return RatingHistory(items=None)
    return RatingHistory(
        items=[
            RatingPointShown(
                game=one.code,
                kind=one.kind,
                rating=round(one.mean, 1),
                deviation=round(one.deviation, 1),
                at=one.at,
            )
            for one in careers.rating_points(shown)
        ]
    )


@router.get(
    "/{name}/games",
    auth=anybody(READ),
    response=Statistics,
    summary="A player's numbers",
    operation_id="get_statistics",
)
def games(request: HttpRequest, name: Name) -> Statistics:
    """What the player's matches come to, game by game."""
    return Statistics(items=[_told(one) for one in numbers.games_of(_player(name))])


@router.get(
    "/{name}/games/{game}",
    auth=anybody(READ),
    response=InGameShown,
    summary="A player in one game",
    operation_id="get_statistics_of_game",
)
def in_game(request: HttpRequest, name: Name, game: Code) -> InGameShown:
    """Averages, records, and how the totals are spread; `not-found` where nothing is counted."""
    found = numbers.in_game(_player(name), game)
    if found is None:
        raise Http404
    return InGameShown(
        numbers=_told(found.numbers),
        bests=[
            BestShown(what=best.what.value, span=span.value, value=one[0], match=one[1])
            for best in found.bests
            for span, one in zip(Span, best.times, strict=True)
            if one is not None
        ],
        width=found.width,
        mine=list(found.mine),
        everybody=list(found.every),
    )


@router.get(
    "/{name}/against",
    auth=needs(READ),
    response=AgainstShown,
    summary="Head to head",
    operation_id="get_head_to_head",
)
def against(
    request: HttpRequest,
    name: Name,
    game: Annotated[Game | None, Query(description="Of this game alone.")] = None,
) -> AgainstShown:
    """How my finished matches with the player went."""
    shown, me = _player(name), player_of(request)
    if shown == me:
        raise Http404
    found = careers.against(me, shown, game or "")
    return AgainstShown(won=found.won, lost=found.lost, drawn=found.drawn)


def _player(name: str) -> User:
    return get_object_or_404(User, username__iexact=name, is_active=True, guest=False)


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _told(found: Numbers) -> NumbersShown:
    return NumbersShown(
        game=found.code,
        matches=found.sum.matches,
        contests=found.sum.contests,
        won=found.sum.won,
        drawn=found.sum.drawn,
        average=found.average,
        late_percent=found.late_percent,
    )
