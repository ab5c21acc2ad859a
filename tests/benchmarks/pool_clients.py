"""A process that rolls, or inserts, with some connections at once. Run by clients.py.

Reads lines from standard input: `roll 8` or `insert 8` opens eight connections and warms them, and
answers `ready`; `go 1.5` lets them work for so many seconds and answers how often they did it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import django

Act = Callable[[], object]


def main() -> None:
    """Until standard input ends."""
    django.setup()
    from django.db import connection, transaction

    from dicepool import pool, receipts
    from statements import together

    def player() -> Act:
        """Who rolls as at a table: opens the set that is reserved and shows it with the player's own number,
        reserves the next one under its label and a pledge, and signs its receipt while it is committed, as a
        move does. Numbers and pledges are ready before, for they are made in the browser.
        """
        seed, owner = os.urandom(32), os.urandom(8)
        numbers = [os.urandom(16) for _ in range(64)]
        pledges = [hashlib.sha256(number).digest() for number in numbers]
        reserved: list[pool.Reserved] = []
        rolls = 0

        def roll() -> None:
            nonlocal rolls, reserved
            number, pledge = numbers[rolls % 64], pledges[(rolls + 1) % 64]
            rolls += 1
            label = hmac.digest(seed, b"match 1 seat 1 set %d" % rolls, "sha256")
            with transaction.atomic():
                pool.unseal(reserved, [number] * len(reserved))
                shown = [pool.Shown(one.serial, number) for one in reserved]
                reserved = pool.reserve([pool.Wanted(label, pledge)], owner, shown)
                [one] = reserved
                receipt = receipts.text(one.serial, one.label, one.pledge, one.at_ms)
                together(commit=True, meanwhile=partial(receipts.signed, receipt))

        return roll

    def inserter() -> Act:
        def insert() -> None:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("INSERT INTO bench_yardstick (at) VALUES (now())")

        return insert

    def close() -> None:
        connection.close()  # the calling thread's own

    makers = {"roll": player, "insert": inserter}
    for line in sys.stdin:
        name, connections = line.split()
        work(makers[name], close, int(connections))


def work(make: Callable[[], Act], close: Callable[[], None], connections: int) -> None:
    """Warm up, answer `ready`, wait for `go`, work, and answer how often."""
    ready = threading.Barrier(connections + 1)
    started = threading.Event()
    end = 0.0
    counts: list[int] = []

    def one() -> None:
        act = make()
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
