"""`make abuse`: every abuse we were told of, tried on the production shape, beside honest players.

Prints what the players feel, quiet and under abuse, and what the abuser got. Ends non-zero where an honest
page was refused or broke, or where a limit did not hold. `--short`: a tenth of it, for `make long`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context

import django

from tests.abuse.attacks import ATTACKS
from tests.abuse.honest import HONEST, PASSWORD, Honest, play
from tests.abuse.scene import Found, Scene
from tests.abuse.shape import Shape, shape

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
GOAL = 2.0
STEP = 0.5  # seconds between the beginnings of two attacks


def people() -> int:
    """Make those who play, and a match that everybody may watch. Returns its number."""
    from django.db import transaction

    from accounts.models import User
    from dicepool import pool
    from games.rules.base import Pace
    from games.seats import lobby
    from tests.abuse.attacks import HANDED_OUT

    made = {}
    for name in (*HONEST, "victim", "mallory", "trent", "friend"):
        made[name] = User.objects.filter(username=name).first() or User.objects.create_user(
            name, f"{name}@example.org", PASSWORD
        )
    match = lobby.invite(made["honest"], [made["friend"]], "BZ", {}, Pace.TURNS, "main")
    lobby.answer(match.pk, made["friend"], accept=True)
    with transaction.atomic():
        pool.draw(HANDED_OUT)
    return match.pk


async def run(
    site: Shape, match: int, wanted: Sequence[str], *, short: bool
) -> tuple[Honest, Honest, dict[str, Found]]:
    """Quiet first, then all attacks at once; the players play as long in both."""
    from tests.abuse import attacks

    seconds = 6.0 if short else 30.0
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:

        async def played(seconds: float) -> Honest:
            before, began = site.seconds(), time.monotonic()
            felt = await asyncio.get_running_loop().run_in_executor(apart, play, site.port, seconds)
            felt.cores = (site.seconds() - before) / (time.monotonic() - began)
            return felt

        await played(3)  # the first pages of a fresh server are slower
        quiet = await played(seconds)
        os.nice(19)  # the abuser's own machine is another one
        scene = Scene(site.port, match, PASSWORD, 0.1 if short else 1.0)
        playing = asyncio.create_task(played(seconds))
        found = await asyncio.gather(
            *(attacks.attack(name, scene, number * STEP) for number, name in enumerate(wanted))
        )
        return quiet, await playing, dict(zip(wanted, found, strict=True))


def mailed(since: datetime) -> list[str]:
    """What the victim was told since then that was too much."""
    from accounts import limits
    from accounts.models import Notice

    told = Notice.objects.filter(player__username="victim", kind="invitation", created_at__gte=since).count()
    most = limits.BUDGETS["invite stranger"].rates[0].most
    return [f"the victim was told of {told} invitations, at most {most}"] if told > most else []


def main() -> int:
    """Try it all, print what came of it. Returns the exit status."""
    asked = argparse.ArgumentParser(prog="make abuse")
    asked.add_argument("--short", action="store_true")
    asked.add_argument("--only", action="append", choices=list(ATTACKS), help="so many of them, not all")
    given = asked.parse_args()
    short, wanted = given.short, given.only or list(ATTACKS)
    with shape(worker=not short) as site:
        django.setup()
        from tests import spent

        spent.forget()  # where it was tried before, its abusers had spent all they may
        match = people()
        since, began, used = datetime.now(UTC), time.monotonic(), time.process_time()
        quiet, felt, found = asyncio.run(run(site, match, wanted, short=short))
        share = (time.process_time() - used) / (time.monotonic() - began)
        faults = (
            [f"honest page {wrong}" for wrong in (*quiet.wrong, *felt.wrong)] + site.errors() + mailed(since)
        )
    say = sys.stdout.write
    for name, one in found.items():
        statuses = ", ".join(f"{count} × {code or 'cut off'}" for code, count in sorted(one.statuses.items()))
        say(f"{name:32} {statuses}\n")
        faults += [f"{name}: {fault}" for fault in one.faults]
    for name, whose in (("quiet", quiet), ("under abuse", felt)):
        say(
            f"{name:32} {len(whose.times)} pages, {whose.moves} moves,"
            f" p50 {whose.at(0.5):.0f} ms, p90 {whose.at(0.9):.0f} ms, p99 {whose.at(0.99):.0f} ms,"
            f" the site on {whose.cores:.2f} cores\n{'':32} the slowest: {whose.slowest()}\n"
        )
    ratio = felt.at(0.99) / quiet.at(0.99)
    say(f"p99 under abuse is {ratio:.1f} of the quiet one (the goal is {GOAL:.0f})\n")
    say(f"the abuser used {share:.0%} of one of {os.cpu_count()} cores\n")
    say(f"other work on this machine: load {os.getloadavg()[0]:.1f}\n")
    for fault in faults:
        say(f"DID NOT HOLD: {fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
