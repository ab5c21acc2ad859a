"""`make schemathesis`: Schemathesis over the whole description, against the site as `make run` serves it.

Several processes of gunicorn, a worker, and a world that has something of everything; all roles at once ask
whatever the description allows, and what it does not. Ends non-zero on any answer that
is an error of the server, is not described, or needed a permission that was not given.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import django

from boatzee_site.local import ROOT
from boatzee_site.local.children import end
from boatzee_site.local.services import free_port

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
ROLES = ("owner", "organiser", "stranger", "bot", "nobody")
"""Who asks: those of tests/site/walk with every scope, a bot of the owner's, and nobody without a token."""
PROCESSES = 4
DESCRIPTION = "openapi.json"
SETS = 20_000
MOST = 12
"""Of each kind so many at most are asked for by their numbers."""
CASES = re.compile(r"^Test cases:\n  (.*)$", re.MULTILINE)


def peopled() -> tuple[dict[str, str], dict[str, list[object]]]:
    """Make the world. Returns the roles' tokens, and what there is, by the description's parameters."""
    from django.db import transaction
    from django.test.utils import setup_test_environment

    from dicepool import refill
    from tests import bots
    from tests.api.asking import ask
    from tests.site.walk import world

    setup_test_environment()
    with transaction.atomic():
        found = world.build()
        bot = bots.make(found.people["owner"], "asking-bot")
        secrets = {role: ask(found.people[role]).secret for role in ROLES if role in found.people}
    refill.add_sets(SETS, "make schemathesis")
    return secrets | {"bot": bots.program(bot).secret, "nobody": ""}, examples()


def examples() -> dict[str, list[object]]:
    """What there is of all that paths name."""
    from accounts.models import Notice, User
    from dicepool.models import Handout
    from games.models import Collection, Daily, Imported, Match, Puzzle, Remark, Seek
    from ladders.models import Challenge, Club, Event, Ladder, Team

    there = {
        "match_id": Match.objects.values_list("pk"),
        "event_id": Event.objects.values_list("pk"),
        "ladder_id": Ladder.objects.values_list("pk"),
        "challenge_id": Challenge.objects.values_list("pk"),
        "team_id": Team.objects.values_list("pk"),
        "slug": Club.objects.values_list("slug"),
        "name": User.objects.filter(username__startswith="the-").values_list("username"),
        "notice_id": Notice.objects.values_list("pk"),
        "collection_id": Collection.objects.values_list("pk"),
        "imported_id": Imported.objects.values_list("pk"),
        "remark_id": Remark.objects.values_list("pk"),
        "puzzle_id": Puzzle.objects.values_list("pk"),
        "open_id": Seek.objects.values_list("pk"),
        "day": Daily.objects.values_list("day"),
        "serial": Handout.objects.values_list("pk"),
    }
    return {
        name: [str(one) if name == "day" else one for (one,) in rows[:MOST]] for name, rows in there.items()
    }


def described(there: Mapping[str, list[object]], home: Path) -> None:
    """Our description with what there is for examples: else almost all that is asked for is not there."""
    from boatzee_site.api import openapi

    told: dict[str, Any] = json.loads(openapi.file().read_text())
    for operations in told["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in there:
                    parameter["schema"]["examples"] = there[parameter["name"]]
    (home / DESCRIPTION).write_text(json.dumps(told))


@contextmanager
def served(home: Path) -> Iterator[str]:
    """The site's web processes and a worker; gives their address."""
    port = free_port()
    environment = {**os.environ, "PORT": str(port), "WEB_WORKERS": str(PROCESSES)}
    commands = {
        # What is longer than a server takes is not for the site to answer, and is asked for all the same.
        "web": ["gunicorn", "tests.api.unmetered", "--limit-request-line", "0"],
        "worker": ["celery", "-A", "boatzee_site.celery", "worker", "-c", "1"],
    }
    running = []
    try:
        for name, command in commands.items():
            with (home / f"{name}.log").open("wb") as out:
                running.append(
                    subprocess.Popen(
                        [sys.executable, "-m", *command],
                        env=environment,
                        cwd=ROOT,
                        stdout=out,
                        stderr=out,
                        start_new_session=True,
                    )
                )
        _wait(f"http://127.0.0.1:{port}/health/web", home)
        yield f"http://127.0.0.1:{port}"
    finally:
        for process in running:
            process.terminate()
        for process in running:
            end(process, signal.SIGTERM, 15)


def _wait(address: str, home: Path) -> None:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError((home / "web.log").read_text()[-3000:])


def main() -> int:
    """Try it all, print what came of it. Returns the exit status."""
    asked = argparse.ArgumentParser(prog="make schemathesis")
    asked.add_argument(
        "--examples", type=int, default=20, help="of each operation, besides those of its limits"
    )
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--as", dest="roles", action="append", choices=ROLES, help="so many of them, not all")
    asked.add_argument("--only", action="append", default=[], help="an operation by its id, not all")
    given = asked.parse_args()
    say, wrong = partial(print, flush=True), 0
    subprocess.run([sys.executable, "-m", "boatzee_site.prepare", "migrate -v 0"], check=True, cwd=ROOT)
    django.setup()
    secrets, there = peopled()
    with tempfile.TemporaryDirectory(prefix="boatzee-asked-") as folder:
        home = Path(folder)
        described(there, home)
        with served(home) as address, ThreadPoolExecutor() as at_once:
            asking = {
                role: at_once.submit(trying_as, secrets[role], address, home, given)
                for role in given.roles or ROLES
            }
            for role, asks in asking.items():
                done = asks.result()
                counted = CASES.search(done.stdout)
                say(f"{role:10} {counted.group(1) if counted else 'nothing'}")
                if done.returncode:
                    wrong += 1
                    say(f"{done.stdout}{done.stderr}")
        broken = (home / "web.log").read_text()
        if "Traceback" in broken:
            wrong += 1
            say(broken[-20_000:])
    return 1 if wrong else 0


def trying_as(
    secret: str, address: str, home: Path, given: argparse.Namespace
) -> subprocess.CompletedProcess[str]:
    """Let one role ask."""
    from tests.api import trying

    own = Path(tempfile.mkdtemp(dir=home))
    description = home / DESCRIPTION
    return trying.tried(
        address, secret, given.examples, own, seed=given.seed, description=description, only=given.only
    )


if __name__ == "__main__":
    sys.exit(main())
