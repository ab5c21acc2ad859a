"""What must not be told apart: a hidden thing from none, and a hidden play from another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse

from games.models import Match
from games.rules.base import Kind
from tests.games.tables import legal, make
from tests.site.walk.row import Row
from tests.site.walk.steps import Walker
from tests.site.walk.world import World

NO_KEY = 999_999_999
MASKS = (
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"'), "token"),
    (re.compile(r'nonce="[^"]+"'), "nonce"),
    (re.compile(r"W[1y][\w-]+:[\w-]+:[\w-]+"), "leave to listen"),
    (re.compile(r'"X-CSRFToken": "\w+"'), "token"),
    (re.compile(r"DTSTAMP:\w+"), "now"),
)


def pairs(world: World) -> Iterator[tuple[str, str]]:
    """Addresses of things that a stranger must not know of, each beside the address of nothing."""
    for name in ("table", "answer", "replay", "proofs", "record", "picture"):
        yield _both(f"games:{name}", world.keys["invitation"])
    for name in (
        "event",
        "act",
        "log",
        "standings_json",
        "standings_csv",
        "feed",
        "change",
        "lead",
        "team_new",
    ):
        yield _both(f"ladders:{name}", world.keys["draft"])
    yield _both("notice", world.keys["notice"])
    yield _both("sanction_appeal", world.keys["sanction"])
    yield _both("dicepool:roll", world.keys["sealed"])
    yield _both("dicepool:roll_json", world.keys["sealed"])
    match = world.keys["running"]
    yield (
        reverse("games:report_remark", args=[match, world.keys["remark"]]),
        reverse("games:report_remark", args=[match, NO_KEY]),
    )
    yield (
        reverse("games:leave", args=[world.keys["private"]]),
        reverse("games:leave", args=[NO_KEY]),
    )
    yield (
        reverse("games:join", args=[world.keys["private"]]),
        reverse("games:join", args=[NO_KEY]),
    )


def _both(name: str, key: int) -> tuple[str, str]:
    return reverse(name, args=[key]), reverse(name, args=[NO_KEY])


def masked(response: HttpResponse, path: str = "") -> tuple[int, str, str]:
    """Status, where it leads and the text, without what is new on every page."""
    text = response.content.decode(errors="replace")
    for pattern, name in MASKS:
        text = pattern.sub(name, text)
    leads = response.get("Location", "")
    if path:
        leads, text = leads.replace(path, "here"), text.replace(path, "here")
    return response.status_code, leads, text


def seen(walker: Walker, rows: Iterable[Row], role: str, turns: int) -> dict[str, tuple[int, str, str]]:
    """What the role gets of the split match in a world where the owner has played so many turns more."""
    found = {}
    with transaction.atomic():
        _play(walker.world, turns)
        for row in rows:
            if row.at == "split" or (row.name, row.at) in LISTS:
                for method in ("GET", "POST"):
                    step = walker.go(row, role, method)
                    found[f"{method} {row}"] = masked(step.response)
        transaction.set_rollback(True)
    return found


LISTS = {("games:mine", ""), ("games:player", "the-owner"), ("games:deadlines", "calendar")}


def _play(world: World, turns: int) -> None:
    """Each turn scores what was rolled first; the last one has been rolled for twice."""
    match, owner = Match.objects.get(pk=world.keys["split"]), world.people["owner"]
    for _ in range(turns):
        make(match, owner, next(move for move in legal(match, owner) if move.kind == Kind.SCORE))
        make(match, owner, next(move for move in legal(match, owner) if move.kind == Kind.ROLL))
