"""How strong each robot is at each game: the figures of `games.tables.strengths` and docs/robots.md.

Whole cards alone at score cards, whole matches of two at races, on as many processes as there are cores.
`BENCH_STRENGTH=200` plays so many of each level instead, `BENCH_GAMES="BO PG"` those games only. Each figure
stands beside the one that is published; one that is too far from it stops the run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any

from games.analysis import advisors
from games.rules import RULES
from games.rules.base import Rules
from games.tables import table_of
from games.tables.robots import Level
from games.tables.strengths import STRENGTHS
from tests.games import strength
from tests.tabled import tables

Report = Callable[[str, str, str], None]
CARDS = {1: 3000, 2: 1000, 3: 600}
"""By the columns of a card: how many each level plays."""
MATCHES = 600
"""Of a race: against the next lower level, and against the perfect one; half as many against its like."""
FAR = 4.0
"""Standard errors by which one of some fifty figures is hardly ever off."""
PART = 50
"""Played in one go by a process."""


@dataclass(frozen=True, slots=True)
class Task:
    """So many cards or matches from this number on: of a level, and at races of what it plays against."""

    code: str
    level: Level
    against: str
    first: int
    count: int


def run(report: Report) -> None:
    """Print the strength of every level at every game."""
    wanted = os.environ.get("BENCH_GAMES", "").split() or list(RULES)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for code in wanted:
            rules = RULES[code]
            if table_of(rules).banks:
                _race(report, pool, rules)
            else:
                _cards(report, pool, rules)


def _cards(report: Report, pool: ProcessPoolExecutor, rules: Rules[Any]) -> None:
    below: list[int] = []
    for level in Level:
        played = _all(pool, _play_cards, rules.code, level, "", _count(CARDS[rules.columns]))
        totals = [card.total for card in played]
        without_luck = [card.without_luck for card in played]
        wins = f"{100 * strength.part_won(totals, below):.1f} %" if below else "–"
        seconds = sum(card.seconds for card in played) / sum(card.moves for card in played)
        report(
            f"{rules.code} {level}: points a card",
            f"{fmean(without_luck):.2f} ± {strength.error(without_luck):.2f}",
            f"spread {stdev(totals):.1f}, as they fell {fmean(totals):.2f} ± {strength.error(totals):.2f},"
            f" wins {wins}, {1000 * seconds:.2f} ms a move,"
            f" {_beside(rules.code, without_luck, STRENGTHS[rules.code][level].mean)}",
        )
        below = totals


def _race(report: Report, pool: ProcessPoolExecutor, rules: Rules[Any]) -> None:
    before = ""
    for level in Level:
        alike = _all(pool, _play_races, rules.code, level, level, _count(MATCHES) // 2)
        turns = [points for match in alike for points in match.turns]
        seconds = sum(match.seconds for match in alike) / sum(match.moves for match in alike)
        report(
            f"{rules.code} {level}: points a turn",
            f"{fmean(turns):.2f} ± {strength.error(turns):.2f}",
            f"spread {stdev(turns):.1f}, {_wins(pool, rules, level, before)},"
            f" of the perfect one {_wins(pool, rules, level, Level.PERFECT)}, {1000 * seconds:.2f} ms a move",
        )
        before = level


def _beside(code: str, values: Sequence[float], published: float) -> str:
    off = strength.off(code, values, published)
    assert off < FAR, f"{code}: {fmean(values):.3f} was measured, and {published} is published: {off:.1f} σ"
    return f"published {published}, {off:.1f} σ off"


def _wins(pool: ProcessPoolExecutor, rules: Rules[Any], level: Level, against: str) -> str:
    if not against:
        return "wins –"
    played = _all(pool, _play_races, rules.code, level, against, _count(MATCHES))
    won = [match.won for match in played]
    without_luck = [match.without_luck for match in played]
    perfect = against == Level.PERFECT != level
    best = STRENGTHS[rules.code][level].best
    beside = f", {_beside(rules.code, without_luck, best)}" if perfect else ""
    return (
        f"wins {100 * fmean(without_luck):.1f} ± {100 * strength.error(without_luck):.1f} %,"
        f" as they fell {100 * fmean(won):.1f} ± {100 * strength.error(won):.1f} %{beside}"
    )


def _count(usual: int) -> int:
    return int(os.environ.get("BENCH_STRENGTH", usual))


def _all(
    pool: ProcessPoolExecutor,
    play: Callable[[Task], Sequence[Any]],
    code: str,
    level: Level,
    against: str,
    count: int,
) -> list[Any]:
    tasks = [Task(code, level, against, first, min(PART, count - first)) for first in range(0, count, PART)]
    return [one for part in pool.map(play, tasks) for one in part]


@cache
def _advisor(code: str) -> Any:
    return advisors.advisor_of(RULES[code], tables(code))


def _play_cards(task: Task) -> list[strength.Card]:
    advisor = _advisor(task.code)
    return [
        strength.card(RULES[task.code], task.level, advisor, f"{task.code} {task.level} {number}")
        for number in range(task.first, task.first + task.count)
    ]


def _play_races(task: Task) -> list[strength.Duel]:
    rules, advisor = RULES[task.code], _advisor(task.code)
    mine = strength.player(rules, task.level, advisor)
    theirs = strength.player(rules, Level(task.against), advisor)
    return [
        strength.duel(rules, (mine, theirs), number % 2, f"{task.code} {task.level} {task.against} {number}")
        for number in range(task.first, task.first + task.count)
    ]
