"""What pages read of days. Every function costs a fixed number of queries, however many have played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.daily import schedule, sharing, streaks, trying
from games.daily.ranking import Standing
from games.daily.streaks import Streak
from games.models import Daily, DailyCount, DailyTry, Match
from games.rules import RULES, dealt

BEST = 50
"""Players who are named."""
PAGE = 30
"""Days of a page of the archive."""
MOST_DAYS = 4_000
"""Days played that are counted in a row: ten years and more."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the best of a day."""

    place: int
    name: str
    total: int
    full: bool
    mine: bool
    match: int | None
    """The match to look at, once everybody may."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What a player has made of a day: where it is over, the total, the place, and how many did worse."""

    match: int
    running: bool
    void: bool = False
    """Whether staff took it back: it counts for nothing."""
    full: bool = False
    counted: bool = False
    """Whether the worker has read it: until then its place is not known."""
    ranked: bool = False
    total: int = 0
    place: int = 0
    better: int | None = None
    marks: str = ""
    """A mark for each box, as sharing.marks has them."""


@dataclass(frozen=True, slots=True)
class Past:
    """A day of the archive."""

    day: date
    code: str
    perfect: int | None
    mine: DailyTry | None

    @property
    def name(self) -> str:
        """The name of its game."""
        return RULES[self.code].name


def find(day: date) -> Daily | None:
    """The day, if it has begun, with its dice. One query."""
    return Daily.objects.filter(day=day).select_related("deal").first()


def standing(day: date) -> Standing:
    """How many players of a day have each total. One query."""
    return Standing.of(DailyCount.objects.filter(daily=day).values_list("total", "players"))


def best(daily: Daily, counted: Standing, viewer: User | None) -> list[Line]:
    """The best of a day, of equal totals who was there first. One query.

    As long as the day is not over nobody is led to their cards.
    """
    seen = DailyTry.objects.filter(daily=daily.day, ranked=True, player__is_active=True).exclude(
        player__suspended_until__gt=timezone.now()
    )
    rows = seen.select_related("player").order_by("-total", "at")[:BEST]
    return [
        Line(
            place=counted.place(made.total),
            name=made.player.get_username(),
            total=made.total,
            full=made.full,
            mine=viewer is not None and made.player_id == viewer.pk,
            match=made.match_id if daily.ended_at else None,
        )
        for made in rows
        if made.player is not None and made.total is not None
    ]


def mine(player: User | None, day: date, counted: Standing) -> Mine | None:
    """What the player has made of a day, also before the worker has counted it. One query, or none; one more
    where the match was folded.
    """
    made = trying.try_of(player, day)
    if made is None:
        return None
    if not made.match.over:
        return Mine(made.match_id, running=True)
    if made.match.status != Match.Status.FINISHED:
        return Mine(made.match_id, running=False, void=True)
    rules, state = dealt(made.match.code), made.match.table
    total = rules.totals(state)[0]
    return Mine(
        made.match_id,
        running=False,
        full=state.cards[0].full,
        counted=made.total is not None,
        ranked=made.ranked,
        total=total,
        place=counted.place(total),
        better=counted.better_than(total, counted=made.ranked),
        marks=sharing.marks(rules, state.cards[0]),
    )


def streak(player: User | None) -> Streak | None:
    """The player's days in a row; None for who has never played to the end. One query, or none."""
    if player is None:
        return None
    played = DailyTry.objects.filter(player=player).filter(Q(full=True) | _just_over()).order_by("-daily")
    days = list(played.values_list("daily", flat=True)[:MOST_DAYS])
    return streaks.streak(days, schedule.today()) if days else None


def _just_over() -> Q:
    """What is over and not counted yet, of today: its player has just played it."""
    return Q(total=None, daily=schedule.today(), match__status=Match.Status.FINISHED)


def archive(player: User | None, until: date, most: int = PAGE) -> list[Past]:
    """The days that are over, from one on backwards. Two queries, or one."""
    days = list(Daily.objects.filter(day__lte=until, ended_at__isnull=False).order_by("-day")[:most])
    tries = DailyTry.objects.filter(player=player, daily__in=[one.day for one in days]) if player else ()
    known = {made.daily_id: made for made in tries}
    return [Past(one.day, one.code, _perfect(one), known.get(one.day)) for one in days]


def _perfect(daily: Daily) -> int | None:
    return daily.perfect["total"] if daily.perfect else None


def everything(player: User) -> Iterator[dict[str, object]]:
    """All tries of a player as JSON values, for the player's own archive. One query."""
    named = ("daily", "daily__code", "match", "total", "full", "ranked", "at")
    for row in DailyTry.objects.filter(player=player).order_by("daily").values(*named).iterator(500):
        yield {{"daily": "day", "daily__code": "game"}.get(name, name): value for name, value in row.items()}


def day_of(match: Match) -> date | None:
    """The day whose dice are played in a match. One query where it has a deal, else none."""
    if match.deal_id is None:
        return None
    return Daily.objects.filter(deal=match.deal_id).values_list("day", flat=True).first()


def neighbours(day: date) -> tuple[date | None, date | None]:
    """The day before and the day after that can be looked at. One query."""
    days: Sequence[date] = list(
        Daily.objects.filter(day__in=[day - schedule.DAY, day + schedule.DAY]).values_list("day", flat=True)
    )
    before, after = day - schedule.DAY, day + schedule.DAY
    return (before if before in days else None), (after if after in days else None)
