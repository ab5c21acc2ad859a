"""The daily: today's game with its ranking, those of past days, and the way to their tables."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Router

from accounts import spending
from accounts.api import pages, schemas
from accounts.api.auth import anybody, needs, player_of
from accounts.api.pages import Cursor, Limit
from accounts.models import User
from accounts.scopes import PLAY, READ
from games.api import told
from games.api.shapes import TableShown
from games.api.shapes_days import DayShown, MyDay, PastDay, PastDays, RankShown, SetShown, StreakShown
from games.daily import queries, schedule, trying
from games.daily.queries import Mine
from games.match import deals
from games.models import Daily
from games.rules import RULES

router = Router(tags=["daily"])
Day = Annotated[schemas.Day, Path(description="A day in UTC.", examples=["2026-11-24"])]


@router.get("", auth=anybody(READ), response=DayShown, summary="The daily", operation_id="get_daily")
def daily(request: HttpRequest) -> DayShown:
    """The daily of today, with its ranking so far. Nothing of its dice is told before the day is over."""
    today = schedule.today()
    return _day(request, today, queries.find(today))


@router.get(
    "/days", auth=anybody(READ), response=PastDays, summary="Past dailies", operation_id="list_dailies"
)
def days(request: HttpRequest, response: HttpResponse, limit: Limit = 20, cursor: Cursor = None) -> PastDays:
    """The days that are over, the last first."""
    place = pages.read(cursor, str)
    until = pages.day_before(place[0]) if place else schedule.today()
    found, after = pages.cut(
        request,
        response,
        queries.archive(_viewer(request), until, limit + 1),
        limit,
        lambda one: (one.day.isoformat(),),
    )
    items = [
        PastDay(day=one.day, game=one.code, perfect=one.perfect, mine=one.mine.total if one.mine else None)
        for one in found
    ]
    return PastDays(items=items, next=after)


@router.get(
    "/{day}", auth=anybody(READ), response=DayShown, summary="The daily of a day", operation_id="get_daily_of"
)
def daily_of(request: HttpRequest, day: Day) -> DayShown:
    """The daily of a day: once it is over with its dice, and whose matches everybody may look at."""
    found = queries.find(day)
    if found is None:
        raise Http404
    return _day(request, day, found)


@router.post(
    "/{day}/play",
    auth=needs(PLAY),
    response=TableShown,
    summary="Play a daily",
    operation_id="play_daily",
)
def play(request: HttpRequest, day: Day) -> TableShown:
    """Begin the daily of today, or go on with it; a past day is played again for nothing.

    Answers with its table: it is played like every other.
    """
    player = player_of(request)
    if queries.find(day) is None and day != schedule.today():
        raise Http404
    if day >= schedule.today():
        return told.left(trying.begin(player, day), player)
    spending.spend("daily again", player)
    return told.left(trying.practise(player, day), player)


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _day(request: HttpRequest, day: date, found: Daily | None) -> DayShown:
    """A day: seven queries at most, however many have played."""
    viewer, counted = _viewer(request), queries.standing(day)
    mine = queries.mine(viewer, day, counted) if found else None
    streak = queries.streak(viewer)
    over = found is not None and found.ended_at is not None
    return DayShown(
        day=day,
        game=found.code if found else schedule.game_of(day),
        ends_at=schedule.ends(day),
        drawn=found is not None,
        over=over,
        players=counted.players,
        median=counted.median,
        best=[
            RankShown(place=one.place, name=one.name, total=one.total, full=one.full, match=one.match)
            for one in (queries.best(found, counted, viewer) if found else ())
        ],
        mine=_mine(mine) if mine else None,
        streak=StreakShown(now=streak.now, best=streak.best) if streak else None,
        sets=_sets(found) if found and over else None,
        perfect=found.perfect["total"] if found and over and found.perfect else None,
    )


def _mine(mine: Mine) -> MyDay:
    done = not (mine.running or mine.void)
    return MyDay(
        match=mine.match,
        running=mine.running,
        void=mine.void,
        total=mine.total if done else None,
        place=mine.place if done and mine.counted and mine.ranked else None,
        better_than=mine.better if done else None,
        marks=mine.marks if done else None,
    )


def _sets(found: Daily) -> list[SetShown]:
    """The dice of a day that is over. No query."""
    count = RULES[found.code].dice
    return [
        SetShown(turn=one.turn, roll=one.roll, serial=one.serial, dice=list(one.dice[:count]))
        for one in deals.laid_open(found.deal)
    ]
