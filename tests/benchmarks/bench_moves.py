"""Moves over HTTP, through the servers started as in production, beside a bare view of Django's own in the
same gunicorn (moves/bare_view.py).

Two sit at each match, each client moves for both in turn, and notices, ratings, live words and the worker are
on; tables of perfect play, which a machine builds once in its life, are not built meanwhile. BENCH_BESIDE
names another checkout that is measured, too, in turns with this one, and each by the Python of its own venv.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
BESIDE = os.environ.get("BENCH_BESIDE", "")
CLIENTS = [int(count) for count in os.environ.get("BENCH_CLIENTS", "16 32").split()]
SECONDS = float(os.environ.get("BENCH_SECONDS", "10"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
ROUND = Path(__file__).parent / "moves" / "one_round.py"
OURS = ("PATH", "HOME", "LANG", "WEB_WORKERS", "WEB_THREADS")
Figures = dict[str, float]


def run(report: Callable[[str, str, str], None]) -> None:
    """Print rate, latency and the processor's time of a move, each beside the yardstick's, as medians."""
    checkouts = [HERE, *([Path(BESIDE).resolve()] if BESIDE else [])]
    for clients in CLIENTS:
        found: dict[Path, list[dict[str, Figures]]] = defaultdict(list)
        for _ in range(ROUNDS):
            for checkout in checkouts:
                found[checkout].append(_round(checkout, clients))
        for checkout in checkouts:
            moves, bare = (_medians([one[what] for one in found[checkout]]) for what in ("moves", "bare"))
            where = "" if checkout == HERE else f", in {checkout.name}"
            _tell(report, f"{clients} clients{where}", moves, bare)


def _round(checkout: Path, clients: int) -> dict[str, Figures]:
    python = checkout / ".venv" / "bin" / "python"
    command = [
        *(str(python if python.exists() else sys.executable), "-m", "boatzee_site.local.services"),
        *(str(python if python.exists() else sys.executable), str(ROUND), str(clients), str(SECONDS)),
    ]
    environment = {name: os.environ[name] for name in OURS if name in os.environ}
    environment |= {"BOATZEE_FSYNC": "1", "ANALYSIS_BUILD": "off"}
    done = subprocess.run(
        command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    figures: dict[str, Figures] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _medians(rounds: list[Figures]) -> Figures:
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def _tell(report: Callable[[str, str, str], None], who: str, moves: Figures, bare: Figures) -> None:
    beside = f"{bare['rate']:,.0f}/s bare view: {moves['rate'] / bare['rate']:.2f}"
    report(f"moves a second, {who}", f"{moves['rate']:,.0f}/s", beside)
    for place in ("p50", "p99"):
        report(f"one move, {place}, {who}", f"{moves[place]:.1f} ms", f"{bare[place]:.1f} ms bare view")
    for name in ("web", "postgres", "worker", "client"):
        report(f"CPU a move, {name}, {who}", f"{moves[name]:.2f} ms", f"{bare[name]:.2f} ms bare view")
