"""Tables of perfect play: how long they take to build, what they weigh, how quickly a move is advised.

And how good they are: cards played as is advised, side by side, and matches between them: of positions called
so many in a hundred, how many were won. The yardstick of each is what is known or was wanted.
`BENCH_CARDS=200` plays so many cards of each game instead.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis import advisors, store, winning
from games.analysis.solo.advisor import TAILS
from games.coach import building
from games.rules import RULES
from games.rules.base import Pace
from games.rules.cards.scorecard import Scorecard
from tests.games.analysis import late
from tests.games.analysis.simulated import Cards

Report = Callable[[str, str, str], None]
CARDS = {code: rules for code, rules in RULES.items() if isinstance(rules, Scorecard)}
MANY = {1: 10_000, 2: 2_000, 3: 1_500}
"""Cards, by columns."""
WANTED = {"BZ": 245.8708, "BX": 254.4862, "BO": 154.3949, "BD": 779, "BT": 1582, "DG": 1680}
MATCHES = 3


def run(report: Report) -> None:
    """Print every figure."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for table in building.all_tables():
            started = time.process_time()
            store.write(home, table, table.build(lambda done: None))
            spent = time.process_time() - started
            size = store.file_of(home, table).stat().st_size / 2**20
            report(f"table {table.name}: built, on the disk", f"{spent:.1f} s, {size:.1f} MiB", "10 s wanted")
        for rules in CARDS.values():
            _decisions(report, home, rules)
        for code, rules in CARDS.items():
            _strength(report, home, code, rules)
            if rules.columns == 1:
                _late(report, home, code, rules)


def _decisions(report: Report, home: Path, rules: Scorecard) -> None:
    """The median of each kind of decision in a match of two, beside a mere look at as many numbers."""
    advisor, chance = advisors.advisor_of(rules, home), Random(1)
    state = rules.start(2, {}, Pace.TURNS, 0)
    took: dict[int, list[float]] = {1: [], 2: [], 3: []}
    while rules.result(state) is None:
        (seat,) = rules.to_act(state)
        rolls = state.hands[seat].rolls
        started = time.perf_counter()
        best = advisor.choices(rules, state, seat)[0].move
        if rolls:
            took[rolls].append(time.perf_counter() - started)
        dice = tuple(chance.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, best)))
        state = rules.play(state, seat, best, dice)
    said = " / ".join(f"{1000 * float(np.median(found)):.2f}" for found in took.values())
    wanted = 0.3 if rules.columns == 1 else 5
    report(
        f"{rules.code}: all moves weighed after the first / second / third roll",
        f"{said} ms",
        f"{wanted} ms wanted; {1000 * _bare():.3f} ms to look up 13 boxes of 252 rolls once",
    )


def _bare() -> float:
    """Seconds to take as many numbers out of a table of as many as a blank card of Boatzee asks for."""
    table = np.zeros(1 << 19, dtype=np.float32)
    at = np.random.default_rng(1).integers(0, len(table), (13, 252))
    took = []
    for _ in range(200):
        started = time.perf_counter()
        table.take(at)
        took.append(time.perf_counter() - started)
    return float(np.median(took))


def _strength(report: Report, home: Path, code: str, rules: Scorecard) -> None:
    cards = Cards(rules, home, _many(rules))
    cards.play()
    worth = cards.means[0][0] + np.array(cards.over).sum(0)
    error = cards.totals.std() / cards.many**0.5
    figure = f"{worth.mean():.1f} ± {worth.std() / cards.many**0.5:.1f}"
    had = f"{cards.totals.mean():.1f} ± {error:.1f} had, deviation {cards.totals.std():.1f}"
    beside = f"{WANTED[code]} known; {had}"
    report(f"{code}: points a card", figure, beside)
    part = TAILS if rules.extra else 1.0
    said, was = [], []
    for apart in range(1, MATCHES + 1):
        other = np.roll(np.arange(cards.many), 37 * apart)
        for means, variances in zip(cards.means[:-1], cards.variances[:-1], strict=True):
            said.append(winning.passed(means - means[other], part * (variances + variances[other])))
            was.append((cards.totals > cards.totals[other]) + 0.5 * (cards.totals == cards.totals[other]))
    figure = _tenths(np.concatenate(said), np.concatenate(was))
    report(
        f"{code}: won of positions called 10 20 … 90 in a hundred", figure, f"{MATCHES * cards.many} matches"
    )


def _late(report: Report, home: Path, code: str, rules: Scorecard) -> None:
    cards = late.Written(rules, home, _many(rules))
    cards.play()
    figure = _tenths(*late.called(cards, advisors.advisor_of(rules, home)))
    report(f"{code}: the same in the last two turns", figure, f"{cards.many} matches")


def _tenths(called: NDArray[Any], won: NDArray[Any]) -> str:
    tenths = [np.abs(called - tenth / 10) < 0.05 for tenth in range(1, 10)]
    return " ".join(f"{100 * won[here].mean():.0f}" if here.any() else "–" for here in tenths)


def _many(rules: Scorecard) -> int:
    return int(os.environ.get("BENCH_CARDS", MANY[rules.columns]))
