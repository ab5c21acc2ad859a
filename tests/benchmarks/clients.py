"""Processes that roll or insert (pool_clients.py), with as many connections as they are asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

Rate = Callable[[str, int, float], float]
"""How often a second they do it, `roll` or `insert`, with so many connections, for so many seconds."""

PROCESSES = 2  # as many as a small server has workers; the connections are threads in them


@contextmanager
def clients(environment: Mapping[str, str]) -> Iterator[Rate]:
    """Start them with this in their environment, and let them end at the end."""
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

        def rate(what: str, connections: int, seconds: float) -> float:
            shares = [connections // PROCESSES + (n < connections % PROCESSES) for n in range(PROCESSES)]
            working = [(process, share) for process, share in zip(processes, shares, strict=True) if share]
            for process, share in working:
                _say(process, f"{what} {share}")
            assert all(_hear(process) == "ready" for process, _ in working)
            for process, _ in working:
                _say(process, f"go {seconds}")
            return sum(int(_hear(process)) for process, _ in working) / seconds

        yield rate
        for process in processes:
            assert process.stdin
            process.stdin.close()


def _say(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()
