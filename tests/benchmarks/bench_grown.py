"""What pages cost once the site has grown, beside what they cost when it was small; and crowds.

BENCH_PLAYERS (default 3 million), BENCH_ACTIVE (100,000: each with 4 running and 40 finished matches),
BENCH_DUE (10,000 time-outs) and BENCH_WAITING (10,000 players who ask for an opponent).
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from unittest import mock

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import people
from accounts.models import User
from dicepool import pool, refill
from games import automatch, live, play, timeouts, wake
from games.models import Match, Seat, Wish

Report = Callable[[str, str, str], None]
PLAYERS = int(os.environ.get("BENCH_PLAYERS", "3000000"))
ACTIVE = int(os.environ.get("BENCH_ACTIVE", "100000"))
DUE = int(os.environ.get("BENCH_DUE", "10000"))
WAITING = int(os.environ.get("BENCH_WAITING", "10000"))
SMALL = 1000
TIMES = 60
ACTS = (
    *("my matches", "waiting room", "a table", "a move", "a profile"),
    *("a search by a name's beginning", "a search by a misspelt name"),
)


def run(report: Report) -> None:
    """Measure small, fill, measure again; then time-outs and pairs by the thousand."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    with ExitStack() as quiet:
        for module, name in ((live, "publish"), (wake, "robots")):
            quiet.enter_context(mock.patch.object(module, name))  # Redis is not what is measured
        call_command("fill_site", players=SMALL, active=SMALL, verbosity=0)
        small = _costs()
        _empty()
        started = time.perf_counter()
        call_command("fill_site", players=PLAYERS, active=ACTIVE, verbosity=0)
        report(f"filling a site with {PLAYERS:,} players", f"{time.perf_counter() - started:,.0f} s", "")
        grown = _costs()
        for act in ACTS:
            was, now = small[act], grown[act]
            report(
                f"{act}, {PLAYERS:,} players",
                f"{now * 1000:.2f} ms",
                f"{was * 1000:.2f} ms with {SMALL:,}: {now / was:.2f}",
            )
        _time_out(report)
        _match_up(report)


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match CASCADE")


def _costs() -> dict[str, float]:
    """The median seconds of each act, each time as another player whose pages were looked at before."""
    players = list(User.objects.filter(seats__match__status="running").distinct().order_by("pk")[: 3 * TIMES])
    clients = []
    for player in players:
        client = Client(SERVER_NAME="localhost")
        client.force_login(player)
        clients.append((player, client))
    acts: dict[str, Callable[[User, Client], object]] = {
        "my matches": lambda _, client: _page(client, reverse("games:mine")),
        "waiting room": lambda _, client: _page(client, reverse("games:waiting")),
        "a table": _table,
        "a move": _move,
        "a profile": lambda player, client: _page(client, reverse("games:player", args=[player.username])),
        "a search by a name's beginning": lambda player, _: people.search(player.username[:5]),
        "a search by a misspelt name": lambda player, _: people.search(f"x{player.username[1:]}"),
    }
    return {name: _median(act, clients) for name, act in acts.items()}


def _median(act: Callable[[User, Client], object], clients: list[tuple[User, Client]]) -> float:
    for player, client in clients:
        act(player, client)
    times = []
    for player, client in clients[TIMES:]:
        started = time.perf_counter()
        act(player, client)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _mine(player: User) -> Seat:
    return (
        Seat.objects.select_related("match").filter(player=player, match__status="running").order_by("pk")[0]
    )


def _table(player: User, client: Client) -> None:
    _page(client, reverse("games:table", args=[_mine(player).match_id]))


def _page(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"


def _move(player: User, _: Client) -> object:
    match = _mine(player).match
    seat = Seat.objects.select_related("player").get(match=match, to_move=True)
    assert seat.player
    wanted = match.rules.moves(match.table, seat.index)[0]
    return play.move(match.pk, seat.player, match.version, wanted)


def _time_out(report: Report) -> None:
    """Casual matches for two whose time ran out sixty days ago: each is lost by the clock."""
    chosen = list(Match.objects.filter(status="running").order_by("-pk").values_list("pk", flat=True)[:DUE])
    past = timezone.now() - timedelta(days=61)
    Seat.objects.filter(match__in=chosen, to_move=True).update(deadline=past)
    Match.objects.filter(pk__in=chosen).update(deadline=past, due=timezone.now())
    started, closed = time.perf_counter(), 0
    while passed := timeouts.keep_time():
        closed += passed
    took = time.perf_counter() - started
    report(
        f"claiming {closed:,} due time-outs", f"{closed / took:,.0f}/s", f"{took:,.0f} s in all, one process"
    )


def _match_up(report: Report) -> None:
    """Everybody asks at once; one pass pairs them and begins their matches."""
    free = User.objects.filter(robot="", seats=None).order_by("-pk").values_list("pk", flat=True)[:WAITING]
    Wish.objects.bulk_create(Wish(player_id=player, codes=["BZ"], clock="main", wanted=1) for player in free)
    refill.add_sets(max(1, 4 * WAITING), "benchmark")
    started = time.perf_counter()
    begun = automatch.run()
    took = time.perf_counter() - started
    report(
        f"auto-match of {WAITING:,} who wait",
        f"{took:,.0f} s",
        f"{begun:,} matches begun, {begun / took:,.0f}/s",
    )
