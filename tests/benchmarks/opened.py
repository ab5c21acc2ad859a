"""What it takes to open a match, beside a page that is always the same."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from games.models import Match

TIMES = 30
"""Requests that count, after as many."""


@dataclass(frozen=True)
class Opened:
    """Milliseconds of the processor's time that a page took, and a page that is always the same, in turns
    with it: old matches are opened minutes after fresh ones, when the machine may be half as quick.
    """

    cost: float
    plain: float

    @property
    def share(self) -> float:
        """How many times the plain page."""
        return self.cost / self.plain


def opening() -> dict[str, Opened]:
    """What pages of matches take in this process, the median over some matches."""
    keys = list(Match.objects.order_by("pk").values_list("pk", flat=True)[: 2 * TIMES])
    found: dict[str, Opened] = {}
    client = Client(SERVER_NAME="localhost")  # one: each new one lays all the middleware first
    for page in ("table", "replay", "record", "review"):
        times: dict[str, list[float]] = defaultdict(list)
        for place, key in enumerate(keys):
            for turn, (name, args) in enumerate(((page, [key]), ("rules", []))):
                client.cookies.clear()
                address = f"10.{len(found)}.{turn}.{place}"  # no visitor asks for all of them
                started = time.process_time()
                answer = client.get(reverse(f"games:{name}", args=args), REMOTE_ADDR=address)
                times[name].append(1000 * (time.process_time() - started))
                assert answer.status_code == 200
        found[page] = Opened(*(statistics.median(times[name][TIMES:]) for name in (page, "rules")))
    return found
