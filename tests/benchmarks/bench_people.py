"""Finding people among millions of accounts, beside the same among a thousand, in one run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable

from allauth.account.utils import filter_users_by_email
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.people import finding

ACCOUNTS = int(os.environ.get("BENCH_ACCOUNTS", "3000000"))
FEW = 1000
ROUNDS = 15
WORDS = ("ta", "mira", "tamirok", "mirakos", "mirax", "mirx", "timarok", "karsan", "x7q")
"""Beginnings, one that many names share and one that few do; names that are only alike; nothing."""
SYLLABLES = [
    *("ta", "mi", "ro", "ka", "se", "la", "nu", "be", "di", "fo"),
    *("gar", "hal", "jo", "pe", "ris", "san", "tol", "vik", "wen", "zar"),
]

# Three syllables and a number: names share beginnings and middles, as names do.
MAKE = """
INSERT INTO accounts_user (username, email, password, is_superuser, is_staff, is_active, date_joined,
                           time_zone, robot, days_off, spend_holiday, hide_rating, last_seen)
SELECT s[1 + n %% 20] || s[1 + n / 20 %% 20] || s[1 + n / 400 %% 20] || n / 8000,
       'bench' || n || '@example.org', '', false, false, true, now(), 'UTC', '', '{}', true, false,
       now() - n * interval '1 minute'
FROM generate_series(0, %s - 1) AS n, (SELECT %s::text[] AS s) AS syllables
"""


def run(report: Callable[[str, str, str], None]) -> None:
    """Print what the search, a page, the list of who is here and a sign-in cost with few and with many."""
    _fill(FEW)
    few = _measure()
    _fill(ACCOUNTS)
    for what, cost in _measure().items():
        report(f"{what}, {ACCOUNTS:,} accounts", f"{cost:.1f} ms", f"{few[what]:.1f} ms with {FEW:,}")
    _fill(0)


def _fill(number: int) -> None:
    """So many players and nobody else: a deleted one would be looked for in every other table."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user CASCADE")
        cursor.execute(MAKE, [number, SYLLABLES])
        cursor.execute("VACUUM ANALYZE accounts_user")


def _measure() -> dict[str, float]:
    """Milliseconds of each, the median of ROUNDS; of the search, the slowest of WORDS."""
    viewer, other = User.objects.filter(email__startswith="bench").order_by("pk")[:2]
    browser = Client(headers={"host": "localhost"})
    browser.force_login(viewer)

    def opened(address: str) -> Callable[[], object]:
        def look() -> None:
            assert browser.get(address).status_code == 200

        return look

    found = {
        "a player's page": _median(opened(f"/players/{other.username.upper()}/")),
        "who is here": _median(lambda: list(finding.here())),
        "an account by its address": _median(lambda: filter_users_by_email("nobody@example.org")),
    }
    for words in WORDS:
        found[f"search for {words}"] = _median(lambda words=words: finding.search(words))  # type: ignore[misc]
    return found


def _median(act: Callable[[], object]) -> float:
    act()
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        act()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000
