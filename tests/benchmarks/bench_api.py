"""A move by the API beside the same one by the page's script: the processor's time of the site's own process.

Both are asked for over the test client, in turns, so that each meets the same machine.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from statistics import median

from django.test import Client

from accounts import limits
from accounts.limits import Rate
from accounts.models import User
from dicepool import refill
from games.models import Match
from tests.api.asking import ask
from tests.games.tables import begin

Report = Callable[[str, str, str], None]
GAME, MATCHES, WARM = "BT", 4, 60
HOST = "localhost"
GOAL = 0.8
"""Of the time of a move by page."""
Act = Callable[[str, dict[str, object]], int]


def run(report: Report) -> None:
    """Print both; a move by the API that costs more than its share stops the run."""
    limits.API = dict.fromkeys(limits.API, Rate(10**9, 60))
    refill.add_sets(4000 + MATCHES * 2 * 39 * 2 * 2, "benchmark")
    page, api = _spent()
    share = api / page
    report("CPU a move by the API", f"{api * 1000:.2f} ms", f"{page * 1000:.2f} ms by page: {share:.2f}")
    assert share <= GOAL, f"{share:.2f}"


def _spent() -> tuple[float, float]:
    """Seconds of the processor, medians: by page and by API."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(MATCHES):
        for by_page, by_api in zip(_moves(_by_page), _moves(_by_api), strict=True):
            took[0].append(by_page)
            took[1].append(by_api)
    return median(took[0][WARM:]), median(took[1][WARM:])


def _moves(way: Callable[[User, Match], Act]) -> Iterator[float]:
    """What each move of a whole match takes, rolled once a turn."""
    players = [User.objects.create_user(f"{secrets.token_hex(4)}-{seat}") for seat in range(2)]
    match = begin(GAME, *players)
    acts = [way(player, match) for player in players]
    match.refresh_from_db()
    version, first = match.version, match.rules.to_act(match.table)[0]
    boxes: tuple[str, ...] = match.rules.box_ids  # type: ignore[attr-defined]
    seats = [seat.player_id for seat in match.seats.order_by("index")]
    order = [
        next(act for act, one in zip(acts, players, strict=True) if one.pk == seats[seat])
        for seat in (first, 1 - first)
    ]
    for box in boxes:
        for act in order:
            for kind, sent in (("roll", {}), ("score", {"box": box})):
                before = time.process_time()
                status = act(kind, {"version": version, **sent})
                yield time.process_time() - before
                assert status == 200, status
                version += 1


def _by_page(player: User, match: Match) -> Act:
    client = Client(SERVER_NAME=HOST, headers={"HX-Request": "true"})
    client.force_login(player)

    def act(kind: str, sent: dict[str, object]) -> int:
        return int(client.post(f"/matches/{match.pk}/move/", {"do": kind, **sent}).status_code)

    return act


def _by_api(player: User, match: Match) -> Act:
    program = ask(player)
    program.client = Client(SERVER_NAME=HOST)

    def act(kind: str, sent: dict[str, object]) -> int:
        return int(program.post(f"matches/{match.pk}/moves", {"kind": kind, **sent}).status_code)

    return act
