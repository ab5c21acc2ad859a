"""An example as the process that it is, against the real server, with the site's robots moving meanwhile."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from boatzee_site.local import ROOT
from games.models import Match
from games.rules import RULES
from games.seats import robot_play

EXAMPLES = Path(ROOT) / "examples"
GAMES = tuple(RULES) if os.environ.get("EVERY_GAME") == "1" else ("BO", "DK", "PG")
"""Of which whole matches are played: those of each kind that are over soonest, and all by `make bots`."""
PAUSE = "0.1"
"""Seconds between two looks of the bot in TypeScript; the other is told by a word."""
LONGEST = 900.0
"""Seconds that whole matches of all games may take on a machine that does much else beside."""


@contextmanager
def process(command: Sequence[str], address: str, token: str) -> Iterator[subprocess.Popen[str]]:
    """The example at work with this token; it is ended in the end."""
    env = {
        "PATH": os.environ["PATH"],
        "BOATZEE_TOKEN": token,
        "BOATZEE_URL": address,
        "BOATZEE_PAUSE": PAUSE,
    }
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=EXAMPLES
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def interrupted(running: subprocess.Popen[str]) -> str:
    """What it has said by the time it ends as it is asked to. It ends well, and without complaint."""
    running.terminate()  # as Ctrl-C, which what runs in the background is deaf to
    said, complained = running.communicate(timeout=30)
    assert (running.returncode, complained) == (0, "")
    return said


def all_over(running: subprocess.Popen[str], matches: int) -> list[Match]:
    """All matches, once there are so many and each is over; robots move while it lasts."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        if running.poll() is not None:
            raise AssertionError(running.communicate())
        robot_play.move_waiting()
        found = list(Match.objects.order_by("pk"))
        if len(found) == matches and all(match.over for match in found):
            return found
        time.sleep(0.05)
    raise AssertionError([(match.code, match.status, match.version) for match in found])
