"""`make season`: thousands of small events of every format, under everything that can happen to them.

Two processes, each with a database of its own, play until so many are over: `ARGS="--events 2000 --seed 1"`.
Prints how often each thing was done, and ends with status 1 on anything that must not be, with the seed that
repeats it: `ARGS="--only 1-17"`.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import django

from boatzee_site.local import ROOT

STEPS = 22
"""Things that happen in each world, before nobody comes any more."""
FEWEST = 100
"""Each of them happens so often at least, where it is a whole season."""
WHOLE = 2000
"""So many events are a whole season."""
WORST = 5
"""After so many faults a process stops: there is enough to mend."""


def part(asked: argparse.Namespace) -> dict[str, Any]:
    """The part of one process: worlds number, number + of, and so on, until its share of events is over."""
    of, among = asked.processes, [form for form in asked.formats.split(",") if form]
    django.setup()
    from django.db import connection

    from tests.ladders.stateful.play import play
    from tests.ladders.stateful.world import Broken

    logging.disable(logging.CRITICAL)  # what is broken on purpose
    connection.settings_dict["TEST"]["NAME"] = f"season_{os.getpid()}"
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    gc.freeze()
    gc.set_threshold(50_000)  # what is made here is soon forgotten
    made: Counter[str] = Counter()
    faults: list[str] = []
    world = asked.part
    try:
        while made["an event"] * of < asked.events and len(faults) < WORST:
            try:
                made += play(asked.only or f"{asked.seed}-{world}", asked.steps, among=among).made
            except Broken as broken:
                faults.append(str(broken))
                print(f"FAULT  {broken}", file=sys.stderr, flush=True)  # noqa: T201  (hours before the end)
                made["an event"] += 2
            made["a world"] += 1
            world += of
            if asked.only:
                break
            if made["a world"] % 20 == 0:
                _forget()
                print(f"  {made['an event']} events", file=sys.stderr, flush=True)  # noqa: T201
    except KeyboardInterrupt:  # what was done until then is told
        pass
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    return {"made": made, "faults": faults}


def _forget() -> None:
    """Begin with an empty database again: what is over is in nobody's way, but makes everything slower."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match, ladders_event, accounts_errand CASCADE")


def main(arguments: list[str]) -> int:
    """Play, print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="make season")
    parser.add_argument("--events", type=int, default=WHOLE, help=f"how many are played ({WHOLE:,})")
    parser.add_argument("--seed", default="1", help="of what happens in them (1)")
    parser.add_argument(
        "--steps", type=int, default=STEPS, help=f"things that happen to two of them ({STEPS})"
    )
    parser.add_argument("--only", default="", help="the seed of one world that failed")
    parser.add_argument("--formats", default="", help="only these, with commas between")
    parser.add_argument("--processes", type=int, default=2, help="how many play (2)")
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.events < 1 or asked.processes < 1 or asked.steps < 0:
        parser.error("some events are needed, and somebody who plays them")
    if asked.part is not None:
        found = part(asked)
        sys.stdout.write("\n" + json.dumps(found))  # the last line: making the database says something, too
        return 0
    django.setup()
    began = time.monotonic()
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.ladders.stateful", *arguments, "--part", str(number)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(1 if asked.only else asked.processes)
    ]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it reaches them by itself: they end, and tell
    said = [process.communicate()[0] for process in processes]
    parts = [
        json.loads(text.splitlines()[-1])
        for text, process in zip(said, processes, strict=True)
        if not process.returncode
    ]
    made = sum((Counter(found.get("made", {})) for found in parts), Counter[str]())
    faults = [fault for found in parts for fault in found.get("faults", [])]
    faults += [f"A process ended with {process.returncode}." for process in processes if process.returncode]
    return say(made, faults, time.monotonic() - began, whole=asked.events >= WHOLE and not asked.only)


def say(made: Counter[str], faults: list[str], seconds: float, *, whole: bool) -> int:
    """Print what was done and what went wrong. Returns the exit status."""
    from tests.ladders.stateful.play import STEPS as THINGS

    faults = faults + [
        f"Only {made[name]} times: {name}" for name in ("enter", *THINGS) if whole and made[name] < FEWEST
    ]
    for name, count in sorted(made.items()):
        print(f"{count:>8,}  {name}")  # noqa: T201
    events = made["an event"]
    print(f"{events:,} events in {seconds:.0f} s, {events / max(seconds, 1):.1f} a second")  # noqa: T201
    for fault in faults:
        print(f"FAULT  {fault}")  # noqa: T201
    print(f"{len(faults)} faults")  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
    sys.exit(main(sys.argv[1:]))
