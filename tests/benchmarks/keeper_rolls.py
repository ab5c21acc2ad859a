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
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from boatzee_site.alive import keeper as wrong_with

Report = Callable[[str, str, str], None]
Rate = Callable[[int, float], float]
"""Rolls a second of so many connections, for so many seconds."""

SECONDS = float(os.environ.get("BENCH_SECONDS", "24")) / 3
ROUNDS = 9
CONNECTIONS = (1, 4, 16)
PROCESSES = 2


def run(report: Report) -> None:
    """Print them."""
    with tempfile.TemporaryDirectory(prefix="boatzee-") as folder, ExitStack() as stack:
        path = str(Path(folder) / "keeper")
        stack.enter_context(_keeper(path))
        without = stack.enter_context(_players({}))
        held = stack.enter_context(_players({"DICE_KEEPER": path, "DICE_KEYS": ""}))
        for connections in CONNECTIONS:
            seconds = SECONDS / ROUNDS / 2
            rounds = [(held(connections, seconds), without(connections, seconds)) for _ in range(ROUNDS)]
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


@contextmanager
def _players(environment: Mapping[str, str]) -> Iterator[Rate]:
    """Processes that roll, with as many connections as they are asked for."""
    command = [sys.executable, "-m", "tests.benchmarks.pool_clients"]
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env={**os.environ, **environment},
                )
            )
            for _ in range(PROCESSES)
        ]

        def rate(connections: int, seconds: float) -> float:
            shares = [connections // PROCESSES + (n < connections % PROCESSES) for n in range(PROCESSES)]
            working = [(process, share) for process, share in zip(processes, shares, strict=True) if share]
            for process, share in working:
                _say(process, f"roll {share}")
            assert all(_hear(process) == "ready" for process, _ in working)
            for process, _ in working:
                _say(process, f"go {seconds}")
            return sum(int(_hear(process)) for process, _ in working) / seconds

        yield rate
        for process in processes:
            assert process.stdin
            process.stdin.close()


def _say(process: subprocess.Popen[str], what: str) -> None:
    assert process.stdin
    process.stdin.write(what + "\n")
    process.stdin.flush()


def _hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()
