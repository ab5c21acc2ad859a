"""The lists of the best: ratings in games and at puzzles, and records."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django_countries import countries
from ninja import Query, Router
from pydantic import BaseModel, Field

from accounts.api import pages
from accounts.api.auth import anybody
from accounts.api.pages import Cursor, Page
from accounts.api.problems import Problem
from accounts.api.schemas import Day
from accounts.models import User
from accounts.scopes import READ
from games.api.shapes_laying import Game
from games.deeds import spans
from games.deeds.families import kept_of
from games.deeds.spans import FADING, Span
from games.deeds.sums import What
from games.feats.counting import kept_since
from games.models import Standing
from games.rules import RULES
from games.standings import queries

router = Router(tags=["leaders"])
FIRST_YEAR = 2000
Of = Annotated[
    Literal["everybody", "country", "month", "buddies"],
    Query(description="Everybody, one country, who gained most this month, or my buddies and me."),
]
Country = Annotated[
    str | None, Query(pattern="^[A-Z]{2}$", description="With `of=country`: which, as ISO 3166 has it.")
]


class LeaderLine(BaseModel):
    """One line of a list."""

    place: int = Field(description="The place; who has the same value shares it.", examples=[1])
    name: str = Field(description="The player.", examples=["alice"])
    value: int = Field(description="The rating, what it gained, or the record.", examples=[1612])
    match: int | None = Field(description="Of a record, the match.", examples=[None])
    mine: bool = Field(description="Whether that is me.")


class MyPlace(BaseModel):
    """Where I stand."""

    place: int = Field(description="My place.", examples=[17])
    among: int = Field(description="Of so many.", examples=[240])
    value: int = Field(description="My value.", examples=[1540])
    match: int | None = Field(description="Of a record, the match.", examples=[None])


class Leaders(Page[LeaderLine]):
    """A page of a list of the best, fifty lines at most."""

    me: MyPlace | None = Field(description="Where I stand, if I do.")


@router.get(
    "/ratings", auth=anybody(READ), response=Leaders, summary="Best ratings", operation_id="list_best_ratings"
)
def ratings(
    request: HttpRequest,
    response: HttpResponse,
    game: Annotated[Game, Query(description="Of this game.")],
    kind: Annotated[Literal["duel", "table"], Query(description="In matches of two, or of more.")] = "duel",
    of: Of = "everybody",
    country: Country = None,
    cursor: Cursor = None,
) -> Leaders:
    """Ratings in a game of which enough is known, the highest first."""
    return _ratings(request, response, game, kind, of, country, cursor)


@router.get(
    "/puzzles",
    auth=anybody(READ),
    response=Leaders,
    summary="Best at puzzles",
    operation_id="list_best_at_puzzles",
)
def puzzles(
    request: HttpRequest,
    response: HttpResponse,
    of: Of = "everybody",
    country: Country = None,
    cursor: Cursor = None,
) -> Leaders:
    """Ratings at puzzles, the highest first."""
    return _ratings(request, response, "", Standing.PUZZLES, of, country, cursor)


@router.get("/records", auth=anybody(READ), response=Leaders, summary="Records", operation_id="list_records")
def records(
    request: HttpRequest,
    response: HttpResponse,
    game: Annotated[Game, Query(description="Of this game.")],
    what: Annotated[
        Literal["total", "column", "alike", "wins", "days"],
        Query(description="Highest total, best column, turns with all dice alike, wins or days in a row."),
    ] = "total",
    span: Annotated[Literal["ever", "year", "month", "week"], Query(description="Of which time.")] = "ever",
    day: Annotated[Day | None, Query(description="Of the time in which this day lies; else of now.")] = None,
    cursor: Cursor = None,
) -> Leaders:
    """The records of a game over a time, the highest first."""
    if What(what) not in kept_of(RULES[game]):
        raise Problem(409, "no-such-list", _("Of this game no such records are kept."))
    time = Span(span)
    begins = spans.begins(time, day or queries.today())
    if (time in FADING and begins < kept_since()) or (time is Span.YEAR and begins.year < FIRST_YEAR):
        raise Problem(409, "no-such-list", _("Records of so long ago are no longer kept."))
    return _page(request, response, queries.records(What(what), game, time, begins), cursor)


def _ratings(
    request: HttpRequest,
    response: HttpResponse,
    code: str,
    kind: str,
    of: str,
    country: str | None,
    cursor: str | None,
) -> Leaders:
    viewer = _viewer(request)
    if of == "buddies":
        if viewer is None:
            raise Problem(401, "no-token", _("Send a token: without one nobody knows your buddies."))
        return _told(request, response, queries.among_buddies(code, kind, viewer))
    if of == "country":
        if country is None or country not in countries:
            raise Problem(422, "invalid", _("Say which country: two letters, as ISO 3166 has it."))
        return _page(request, response, queries.of_country(code, kind, country), cursor)
    found = queries.of_month(code, kind) if of == "month" else queries.ratings(code, kind)
    return _page(request, response, found, cursor)


def _page(request: HttpRequest, response: HttpResponse, of: queries.Of, cursor: str | None) -> Leaders:
    place = pages.read(cursor, int, int)
    if place and not (-(2**31) <= place[0] < 2**31 and place[1] >= 0):
        raise Problem(400, "bad-cursor", _("This is not a cursor of this list."))
    after = (place[0], place[1]) if place else None
    return _told(request, response, queries.page(of, _viewer(request), after))


def _told(request: HttpRequest, response: HttpResponse, page: queries.Page) -> Leaders:
    after = pages.written(*map(int, page.after.split("."))) if page.after else None
    mine = page.mine
    return Leaders(
        items=[
            LeaderLine(
                place=one.place,
                name=one.player.get_username(),
                value=one.value,
                match=one.match,
                mine=one.mine,
            )
            for one in page.lines
        ],
        me=MyPlace(place=mine.place.place, among=mine.place.of, value=mine.value, match=mine.match)
        if mine
        else None,
        next=pages.link(request, response, after),
    )


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
