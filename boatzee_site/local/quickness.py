"""How quick the Python is that runs this, for `choose_python` beside it: steps of 15 %, fewer are quicker.

Ends with an error where the site cannot be run with it: before 3.11, or where it can make no venv. It is run
before anything is installed, by whatever Python there is.
"""

from __future__ import annotations

import importlib.util
import math
import sys
import time

STEP = 1.15
"""Two Pythons that differ by less are taken for alike."""
TRIES = 7


class Counter:
    """Something that is called a lot, as most of a web site is."""

    def __init__(self, start: int) -> None:
        self.count = start

    def up(self, by: int) -> int:
        """Count on."""
        self.count += by
        return self.count


def work() -> None:
    """Some milliseconds of calls, attributes, texts and dictionaries."""
    found: dict[str, int] = {}
    for number in range(20_000):
        name = str(number % 500)
        found[name] = Counter(found.get(name, 0)).up(number)


def steps() -> int:
    """The least time of some tries, in steps."""
    times = []
    for _ in range(TRIES):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return round(math.log(max(min(times), 1e-6), STEP))


if __name__ == "__main__":
    pip = importlib.util.find_spec("ensurepip") or importlib.util.find_spec("pip")
    if sys.version_info < (3, 11) or not (pip and importlib.util.find_spec("venv")):
        sys.exit(1)
    print(steps())  # noqa: T201  (this is what it is for)
