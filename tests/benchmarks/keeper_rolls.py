"""Rolls with a process that alone holds the dice keys beside rolls without: part of `make bench ARGS=pool`.

Both take turns, about half a second each; what else the machine does at that moment falls on both.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from boatzee_site.alive import keeper as wrong_with
from tests.benchmarks.clients import clients

Report = Callable[[str, str, str], None]
SECONDS = float(os.environ.get("BENCH_SECONDS", "24")) / 3
ROUNDS = 9
CONNECTIONS = (1, 4, 16)


def run(report: Report) -> None:
    """Print them."""
    with tempfile.TemporaryDirectory(prefix="boatzee-") as folder, ExitStack() as stack:
        path = str(Path(folder) / "keeper")
        stack.enter_context(_keeper(path))
        without = stack.enter_context(clients({}))
        held = stack.enter_context(clients({"DICE_KEEPER": path, "DICE_KEYS": ""}))
        for connections in CONNECTIONS:
            seconds = SECONDS / ROUNDS / 2
            rounds = [
                (held("roll", connections, seconds), without("roll", connections, seconds))
                for _ in range(ROUNDS)
            ]
            mine, others = (statistics.median(rates) for rates in zip(*rounds, strict=True))
            share = statistics.median(one / other for one, other in rounds)
            report(
                f"rolls with a keeper of the keys, {connections} connections",
                f"{mine:,.0f}/s, {connections / mine * 1000:.2f} ms",
                f"{others:,.0f}/s, {connections / others * 1000:.2f} ms in process: {share:.2f}",
            )


@contextmanager
def _keeper(path: str) -> Iterator[None]:
    environment = {**os.environ, "DICE_KEEPER": path, "DICE_KEYS": settings.DICE_KEYS}
    with subprocess.Popen(
        [sys.executable, "manage.py", "hold_dice_key"], env=environment, cwd=settings.BASE_DIR
    ) as process:
        while wrong := wrong_with(path):
            assert process.poll() is None, wrong
            time.sleep(0.1)
        yield
        process.terminate()
