"""Organised play at size: what a result costs the player who ends a match, and when the table is right.

In a wide league, and in Swiss and knock-out events of 20 and of many; and the pairing of a great Swiss round.
BENCH_DIVISIONS (1,000) and BENCH_SWISS (2,000).
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import outbox
from accounts.live import channels
from accounts.models import User
from dicepool import pool, refill
from games.match import play, wake
from games.models import Match
from ladders.events import engine, lifecycle, results
from ladders.events import wake as ladders_wake
from ladders.formats import base, swiss
from ladders.models import Entry, Event, Place

Report = Callable[[str, str, str], None]
DIVISIONS = int(os.environ.get("BENCH_DIVISIONS", "1000"))
SWISS = int(os.environ.get("BENCH_SWISS", "2000"))
TIMES = 40
SMALL, SMALLS = 20, 4
MOST = 1.2
"""By how much a result may cost its player more where many are in the event."""
RIGHT = 2.0
"""Seconds after which the table shows it."""


def run(report: Report) -> None:
    """Print every figure of events."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match, ladders_event, ladders_ladder CASCADE")
    with ExitStack() as quiet:
        for module, name in (
            *((channels, "publish"), (wake, "robots"), (wake, "results")),
            (ladders_wake, "event"),
        ):
            quiet.enter_context(mock.patch.object(module, name))  # Redis is not what is measured
        players = make_players(max(4 * DIVISIONS, SWISS))
        _league(report, players[: 4 * DIVISIONS])
        for form in ("swiss", "knockout"):
            _at_any_size(report, form, players)
    _swiss(report)


def make_players(count: int) -> list[int]:
    """So many accounts, as fast as the database makes them. Returns their keys."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, email, password, is_superuser, is_staff, is_active,"
            " date_joined, time_zone, robot, days_off, spend_holiday, hide_rating, last_seen)"
            " SELECT 'rung' || n, 'rung' || n || '@example.org', '', false, false, true, now(), 'UTC', '',"
            " '{}', true, false, now() FROM generate_series(1, %s) n RETURNING id",
            [count],
        )
        return [row[0] for row in cursor.fetchall()]


def _resign(match_id: int, loser: User) -> tuple[float, int]:
    """Seconds and queries of the move that ends a match and settles its result."""
    match = Match.objects.get(pk=match_id)
    with CaptureQueriesContext(connection) as seen:
        started = time.perf_counter()
        play.resign(match.pk, loser, match.version)
        return time.perf_counter() - started, len(seen)


def _report(report: Report, name: str, times: list[float], counts: list[int]) -> None:
    slow = sorted(times)[int(len(times) * 0.99)] if len(times) > 1 else times[0]
    said = f"p99 {slow * 1000:.0f} ms, {min(counts)} to {max(counts)} queries, the move included"
    report(name, f"p50 {statistics.median(times) * 1000:.0f} ms", said)


def _begun(report: Report, name: str, players: list[int], **agreed: object) -> Event:
    """An event of these players, by turns, with all its first matches begun."""
    event = Event.objects.create(name=name, code="BO", pace="turns", **agreed)
    lifecycle.open_entries(event.pk)
    Entry.objects.bulk_create((Entry(event=event, player_id=player) for player in players), batch_size=5000)
    started = time.perf_counter()
    lifecycle.start(event.pk)
    laid = time.perf_counter() - started
    if not engine.look_after(event.pk):
        raise RuntimeError(f"{name} is in trouble.")
    begun = time.perf_counter() - started - laid
    said = f"its request; {begun:.0f} s until the worker has begun its matches"
    report(f"beginning {name}, {len(players):,} players", f"{laid:.1f} s", said)
    return event


def _ended(event: Event, most: int) -> tuple[list[float], list[int]]:
    """Matches of it are resigned by all but one: seconds and queries of the last of these requests."""
    times, counts = [], []
    for match in Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).order_by("pk")[:most]:
        for seat in list(match.seats.select_related("player").order_by("index"))[:-1]:
            assert seat.player
            match.refresh_from_db()
            seconds, queries = _resign(match.pk, seat.player)
        times.append(seconds)
        counts.append(queries)
    return times, counts


def _until_right(event: Event) -> float:
    """Seconds that the worker needs from a result that is noted to the table that shows it."""
    started = time.perf_counter()
    outbox.follow_up(results.KIND)
    if not engine.look_after(event.pk):
        raise RuntimeError(f"{event} is in trouble.")
    return time.perf_counter() - started


def _league(report: Report, players: list[int]) -> None:
    """A league of many small divisions; a match of it is resigned by all but one."""
    event = _begun(report, f"a league of {DIVISIONS:,}", players, format="league", division=4, matches=3)
    _report(report, "a match of it ended: its player's request", *_ended(event, TIMES))
    report("… until the tables are right", f"{_until_right(event):.2f} s", f"of {TIMES} results at once")


def _at_any_size(report: Report, form: str, players: list[int]) -> None:
    """What the player waits for is the same, whether few or many are in the event.

    Matches of the small events and of the great one end by turns: what else the machine does slows both.
    """
    few = [_begun(report, f"a {form}", players[:SMALL], format=form) for _ in range(SMALLS)]
    great = _begun(report, f"a {form}", players[:SWISS], format=form)
    found: dict[int, tuple[list[float], list[int]]] = {SMALL: ([], []), SWISS: ([], [])}
    for turn in range(SMALLS * (SMALL // 4)):
        for size, event in ((SMALL, few[turn % SMALLS]), (SWISS, great)):
            times, counts = _ended(event, 1)
            found[size][0].extend(times)
            found[size][1].extend(counts)
    for size, (times, counts) in found.items():
        _report(report, f"a {form} of {size:,}: the request that ends a match", times[SMALLS:], counts)
    small, large = (statistics.median(times[SMALLS:]) for times, _ in found.values())
    report(f"a {form} of {SWISS:,} beside {SMALL}", f"{large / small:.2f} times", f"goal {MOST} at most")
    for event in (few[0], great):
        _until_right(event)
        _ended(event, 1)
        took, shown = _until_right(event), Place.objects.filter(section__event=event, played__gt=0).count()
        said = f"goal {RIGHT:.0f} s; {shown} lines show a match"
        report("… until its table is right after one result", f"{took:.2f} s", said)


def _swiss(report: Report) -> None:
    """The pairing of one round among many, after two that were played."""
    entrants = tuple(base.Entrant(number, number) for number in range(1, SWISS + 1))
    choose = random.Random(1)
    event, took = base.Event(entrants), 0.0
    for _ in range(3):
        started = time.perf_counter()
        new = swiss.next_fixtures(event)
        took = time.perf_counter() - started
        results = {
            fixture.key: base.Result(places, (20, 10), timezone.now())
            for fixture in new
            if not fixture.bye
            for places in [choose.choice([(1, 2), (2, 1), (1, 1)])]
        }
        event = base.Event(entrants, fixtures=(*event.fixtures, *new), results={**event.results, **results})
    report(f"pairing the third Swiss round of {SWISS:,}", f"{took:.1f} s", "without the database")
