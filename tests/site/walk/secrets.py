"""What must not be told apart: a hidden thing from none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import HttpResponse
from django.urls import reverse

from tests.site.walk.world import World

NO_KEY = 999_999_999
MASKS = (
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"'), "token"),
    (re.compile(r'nonce="[^"]+"'), "nonce"),
    (re.compile(r"W[1y][\w-]+:[\w-]+:[\w-]+"), "permission to listen"),
    (re.compile(r'"X-CSRFToken": "\w+"'), "token"),
    (re.compile(r"DTSTAMP:\w+"), "now"),
    (re.compile(r"/calendar/[\w-]+\.ics"), "calendar"),
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


def mask(text: str) -> str:
    """The text without what is new on every page."""
    for pattern, name in MASKS:
        text = pattern.sub(name, text)
    return text


def masked(response: HttpResponse, path: str = "") -> tuple[int, str, str]:
    """Status, where it leads and the text, without what is new on every page."""
    text = response.content.decode(errors="replace")
    text = mask(text)
    leads = response.get("Location", "")
    if path:
        leads, text = leads.replace(path, "here"), text.replace(path, "here")
    return response.status_code, leads, text
