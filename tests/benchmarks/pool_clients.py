"""A process that draws, or inserts, with some connections at once. Run by bench_pool.py.

Reads lines from standard input: `draw 8` or `insert 8` opens eight connections and warms them, and
answers `ready`; `go 1.5` lets them work for so many seconds and answers how often they did it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import django


def main() -> None:
    """Until standard input ends."""
    django.setup()
    from django.db import connection, transaction

    from dicepool import pool

    def draw() -> None:
        with transaction.atomic():
            pool.draw(1)

    def insert() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_yardstick (at) VALUES (now())")

    def close() -> None:
        connection.close()  # the calling thread's own

    acts = {"draw": draw, "insert": insert}
    for line in sys.stdin:
        name, connections = line.split()
        work(acts[name], close, int(connections))


def work(act: Callable[[], None], close: Callable[[], None], connections: int) -> None:
    """Warm up, answer `ready`, wait for `go`, work, and answer how often."""
    ready = threading.Barrier(connections + 1)
    started = threading.Event()
    end = 0.0
    counts: list[int] = []

    def one() -> None:
        for _ in range(20):
            act()
        ready.wait()
        started.wait()
        count = 0
        while time.perf_counter() < end:
            act()
            count += 1
        counts.append(count)
        close()

    threads = [threading.Thread(target=one) for _ in range(connections)]
    for thread in threads:
        thread.start()
    ready.wait()
    print("ready", flush=True)  # noqa: T201  (the protocol)
    end = time.perf_counter() + float(sys.stdin.readline().split()[1])
    started.set()
    for thread in threads:
        thread.join()
    print(sum(counts), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
