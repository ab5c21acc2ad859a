"""What pages cost once the site has grown, beside what they cost when it was small.

BENCH_PLAYERS (default 3 million), BENCH_ACTIVE (100,000: each with 4 running and 40 finished matches). Crowds
are in bench_crowd.py.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from unittest import mock

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.live import channels
from accounts.models import User
from accounts.people import finding
from dicepool import pool, refill
from games.match import play, wake
from games.models import Seat

Report = Callable[[str, str, str], None]
PLAYERS = int(os.environ.get("BENCH_PLAYERS", "3000000"))
ACTIVE = int(os.environ.get("BENCH_ACTIVE", "100000"))
SMALL = 1000
TIMES = 60
ACTS = (
    *("my matches", "waiting room", "a table", "a move", "a profile"),
    *("a search by a name's beginning", "a search by a misspelt name"),
)


def run(report: Report) -> None:
    """Measure small, fill, measure again."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    with ExitStack() as quiet:
        for module, name in ((channels, "publish"), (wake, "robots")):
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
        "a search by a name's beginning": lambda player, _: finding.search(player.username[:5]),
        "a search by a misspelt name": lambda player, _: finding.search(f"x{player.username[1:]}"),
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
