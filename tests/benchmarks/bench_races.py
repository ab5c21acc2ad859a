"""Perfect play at races: what its tables cost, how long it thinks, and how often it wins.

Tables are built once each, by one processor. A decision is timed over whole matches of two advisors, beside
the strong robot's. BENCH_RACES matches (2,000; 20,000 for the figures in docs/analysis-races.md) are played
against that robot for each scoring, with pick-ups and without.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from random import Random
from typing import Any

from numpy.typing import NDArray

from games.analysis import ten_thousand
from games.analysis.base import Advisor
from games.analysis.race.dice_10000 import Advisor10000
from games.analysis.race.duel import Duel
from games.analysis.race.pig import AdvisorPig
from games.analysis.race.tables import DICE_10000_TABLES, PIG_TABLES, DuelTable, PigFile
from games.rules.base import Move, Pace, Rules
from games.rules.pig.game import Pig
from games.rules.ten_thousand.game import Dice10000
from tests.benchmarks import race_matches

Report = Callable[[str, str, str], None]
MATCHES = int(os.environ.get("BENCH_RACES", "2000"))
TARGET = 10_000


def run(report: Report) -> None:
    """Report them all."""
    duels = [table.duel(_built(report, table)) for table in DICE_10000_TABLES]
    pigs = [table.tables(_built(report, table)) for table in PIG_TABLES]
    _think(report, "Dice 10000", Dice10000(), Advisor10000(duels), ten_thousand.strong)
    _think(report, "Pig", Pig(), AdvisorPig(pigs), None)
    for table, duel in zip(DICE_10000_TABLES, duels, strict=True):
        _win(report, table.name, duel)


def _built(report: Report, table: DuelTable | PigFile) -> dict[str, NDArray[Any]]:
    began = time.process_time()
    arrays = table.build(lambda done: None)
    took = time.process_time() - began
    size = sum(array.nbytes for array in arrays.values()) / 1e6
    report(f"Building {table.name}, processor's time", f"{took:.1f} s", f"{size:.1f} MB")
    return arrays


def _think(
    report: Report,
    name: str,
    rules: Rules[Any],
    advisor: Advisor[Any, Any],
    robot: Callable[[Any, Any, int], Move] | None,
) -> None:
    """Time every decision of some matches of two."""
    dice, times, robots = Random(1), [], []
    for match in range(10):
        state = rules.start(2, rules.clean_options({}), Pace.TURNS, match % 2)
        while rules.result(state) is None:
            seat = rules.to_act(state)[0]
            began = time.process_time()
            move = advisor.choices(rules, state, seat)[0].move
            times.append(time.process_time() - began)
            if robot:
                began = time.process_time()
                robot(rules, state, seat)
                robots.append(time.process_time() - began)
            rolled = tuple(dice.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move)))
            state = rules.play(state, seat, move, rolled)
    times.sort()
    beside = f"{1e3 * sum(robots) / len(robots):.2f} ms the strong robot's" if robots else ""
    report(f"{name}: a decision, mean", f"{1e3 * sum(times) / len(times):.2f} ms", beside)
    report(f"{name}: a decision, 99 of 100", f"{1e3 * times[len(times) * 99 // 100]:.2f} ms", "")


def _win(report: Report, name: str, duel: Duel) -> None:
    won = race_matches.play(duel, MATCHES, TARGET, Random(7))
    deviation = (0.25 / MATCHES) ** 0.5
    beyond = (won / MATCHES - 0.5) / deviation
    report(
        f"{name}: won against the strong robot",
        f"{100 * won / MATCHES:.2f} %",
        f"{beyond:+.1f} σ of {MATCHES}",
    )
