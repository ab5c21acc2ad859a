"""What the review of a match for two costs, and how many bytes it is; what perfect play writes in boxes.

A weak robot plays a strong one, and the worker reviews the match as it does any: read, judged, explained and
packed. BENCH_CARDS (100) cards are then played perfectly, and the means of their boxes compared with those of
`games.analysis.box_means` by their own standard errors.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from statistics import mean, median, stdev

from accounts.models import User
from dicepool import refill
from games.analysis.box_means import MEANS
from games.coach import advice, making
from games.match import play
from games.match.queries import table
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.cards.scorecard import Scorecard
from games.seats import lobby
from games.tables import table_of
from tests.tabled import tables

Report = Callable[[str, str, str], None]
GOALS = {"BZ": 0.5, "BT": 2.0, "DK": 1.0}
"""Seconds of one processor."""
TIMES = 5
CARDS = int(os.environ.get("BENCH_CARDS", "100"))
EXTRA = 100
"""Points of an extra Boatzee, which count in the box that it is written in."""
FAR = 4.5
"""Standard errors by which the mean of one of some thirty boxes is hardly ever off."""


def run(report: Report) -> None:
    """Print the figures; a review that costs more than its goal stops the run, as do other means of boxes."""
    players = [User.objects.get_or_create(username=f"bench-review-{index}")[0] for index in range(2)]
    for code, goal in GOALS.items():
        tables(code)
        refill.add_sets(2000, "bench")
        match = _played(code, players)
        spent, size = [], 0
        for _ in range(TIMES):
            found, seats = table(match.pk)
            before = time.process_time()
            size = len(making.make(found, seats))
            spent.append(time.process_time() - before)
        least = median(spent)
        name = f"reviewing a match of two: {RULES[code].name}, {match.version} moves"
        report(name, f"{least * 1000:.0f} ms", f"{size} bytes; the goal is {goal * 1000:.0f} ms")
        assert least <= goal, f"{code}: {least} s"
    for code in MEANS:
        tables(code)
        report(f"perfect cards of {RULES[code].name}: boxes", _compared(code), f"{CARDS} cards")


def _played(code: str, players: list[User]) -> Match:
    """A match that robots have played to its end."""
    options = RULES[code].clean_options({})
    match = lobby.lay(players, code, options, Pace.TURNS, "main", accepted=players, starter=0)
    match = play.start(match.pk)
    rules = match.rules
    at = table_of(rules)
    while not match.over:
        state = match.table
        seat = rules.to_act(state)[0]
        made = (at.strong if seat else at.simple)(rules, state, seat)
        match = play.move(match.pk, players[seat], match.version, made)
    return match


def _compared(code: str) -> str:
    """Play cards perfectly, and say how far the means are from those that are told, in standard errors."""
    rules = RULES[code]
    assert isinstance(rules, Scorecard)
    advisor, choose = advice.advisor(rules), random.Random(code)
    written: dict[str, list[int]] = {box: [] for box in rules.box_ids}
    for _ in range(CARDS):
        state = rules.start(1, {}, Pace.TURNS, 0)
        while rules.to_act(state):
            made = advisor.choices(rules, state, 0)[0].move
            if made.kind is Kind.SCORE:
                written[made.box].append(rules.preview(state, 0)[made.box])
            dice = rules.dice_wanted(state, 0, made)
            state = rules.play(state, 0, made, tuple(choose.randint(1, 6) for _ in range(dice)))
    # an extra Boatzee is rarer in a box than so few cards show: its spread is that with one more
    rare = [EXTRA] if code == "BX" else []
    off = {
        box: abs(mean(found) - MEANS[code][box]) / max(0.1, stdev([*found, *rare]) / CARDS**0.5)
        for box, found in written.items()
    }
    worst = max(off, key=lambda box: off[box])
    assert off[worst] < FAR, f"{code}: {worst} is {off[worst]:.1f} standard errors off"
    return f"{off[worst]:.1f} σ off at most"
