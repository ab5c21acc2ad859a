"""What players made of a day, counted: each try once, whatever the worker or the line does.

How many have each total stands in rows of its own (`games_dailycount`), so that a place costs the same of ten
players and of a million. Whoever writes of a day holds it first: shared, and whoever ends it alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from accounts import live
from games.models import Daily, DailyTry, Match

HOLD = "SELECT day FROM games_daily WHERE day = %s FOR SHARE"
MORE = """
INSERT INTO games_dailycount (daily_id, total, players) VALUES (%s, %s, 1)
ON CONFLICT (daily_id, total) DO UPDATE SET players = games_dailycount.players + 1
"""
FEWER = "UPDATE games_dailycount SET players = players - 1 WHERE daily_id = %s AND total = %s AND players > 0"
SUSPENDED = """
UPDATE games_dailytry AS made SET ranked = false FROM accounts_user AS player
WHERE made.daily_id = %s AND made.ranked AND player.id = made.player_id
AND (NOT player.is_active OR player.suspended_until > %s)
"""
FORGET = "DELETE FROM games_dailycount WHERE daily_id = %s"
ANEW = """
INSERT INTO games_dailycount (daily_id, total, players)
SELECT daily_id, total, count(*) FROM games_dailytry WHERE daily_id = %s AND ranked GROUP BY daily_id, total
"""


def channel(day: date) -> str:
    """Where open pages of a day hear that its ranking changed, or that it began or ended.

    It is said once they show it, and of a try that has no place nothing is.
    """
    return f"daily-{day}"


def hold(day: date) -> Daily | None:
    """The day, which nobody ends until the transaction does; None where there is none. Two queries."""
    with connection.cursor() as cursor:  # Django has no way to say FOR SHARE
        cursor.execute(HOLD, [day])
    return Daily.objects.filter(day=day).first()


def follow(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """Count a try whose match is over, or take out one whose match is void (settings.OUTBOX)."""
    if any(facts["what"] in {"over", "changed"} for facts in happened):
        count(match_id)


@transaction.atomic
def count(match_id: int) -> bool:
    """Let what is counted of a try be what its match is now: one that was finished counts once, one that was
    taken back counts for nothing, also on a day that is over. Returns whether that changed anything.
    """
    found = DailyTry.objects.filter(match=match_id).first()
    if found is None:  # of nearly all matches that end
        return False
    daily = hold(found.daily_id)
    waiting = DailyTry.objects.select_for_update(no_key=True, of=("self",)).filter(match=match_id)
    made = waiting.select_related("match", "player").first()
    if daily is None or made is None:
        return False
    if made.match.status != Match.Status.FINISHED:
        return _take_back(made)
    return made.total is None and _count(daily, made)


def _count(daily: Daily, made: DailyTry) -> bool:
    state = made.match.table
    card, rules = state.cards[0], made.match.rules
    made.total, made.full, made.at = rules.totals(state)[0], card.full, made.match.ended_at
    made.ranked = is_written(card) and may_have_a_place(daily, made)
    made.save(update_fields=["total", "full", "at", "ranked"])
    if made.ranked:
        add(made)
    return True


def _take_back(made: DailyTry) -> bool:
    """Let a locked try count for nothing: it has no total, no place, and no day in a row."""
    if made.total is None:
        return False
    take_out(made)
    made.total, made.full, made.at = None, False, None
    made.save(update_fields=["total", "full", "at"])
    return True


def is_written(card: Any) -> bool:
    """Whether any box was filled: who looked at the table and left has not played."""
    return any(points is not None for column in card.columns for points in column)


def may_have_a_place(daily: Daily, made: DailyTry) -> bool:
    """Whether a try stands among the others: of an account that may be seen, on a day that is not over."""
    player = made.player
    return (
        daily.ended_at is None
        and player is not None
        and player.is_active
        and not (player.guest or player.robot or player.suspended)
    )


def add(made: DailyTry) -> None:
    """Count a try that has a place from now on. One query."""
    with connection.cursor() as cursor:
        cursor.execute(MORE, [made.daily_id, made.total])
    live.publish_on_commit(channel(made.daily_id))


def take_out(made: DailyTry) -> None:
    """Let a locked try have no place any more. Two queries, or none where it has none."""
    if made.ranked:
        made.ranked = False
        made.save(update_fields=["ranked"])
        with connection.cursor() as cursor:
            cursor.execute(FEWER, [made.daily_id, made.total])
        live.publish_on_commit(channel(made.daily_id))


def recount(day: date, *, final: bool = False) -> None:
    """Count a day anew from its tries; at its end without those of suspended accounts. The day is held alone.
    Two queries, or three.
    """
    with connection.cursor() as cursor:
        if final:
            cursor.execute(SUSPENDED, [day, timezone.now()])
        cursor.execute(FORGET, [day])
        cursor.execute(ANEW, [day])
