"""What is no page is the same in every language, or caches are told that it is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse

from dicepool import tasks
from tests.site.walk.addresses import address_of
from tests.site.walk.rows import ROWS
from tests.site.walk.steps import Door
from tests.site.walk.world import World, build

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("what programs read")]
IN_WORDS = {"admin:jsi18n", "games:picture", "ladders:feed", "manifest", "news_feed", "worker"}
"""What readers see, though it is no page."""


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Something at every address."""
    monkeypatch.setattr(tasks.top_up, "delay", lambda **given: None)
    return build()


def ask(world: World, path: str, role: str, code: str, chosen: str = "") -> tuple[HttpResponse, bytes]:
    """The answer in a language, or in one `chosen` in this browser, and what is in it. What it changes is
    undone.
    """
    door = Door(guarded=False)
    door.cookies[settings.SESSION_COOKIE_NAME] = world.sessions[role]
    if chosen:
        door.cookies[settings.LANGUAGE_COOKIE_NAME] = chosen
    with transaction.atomic():
        answer: HttpResponse = door.generic("GET", path, headers={"accept-language": code})  # type: ignore[assignment]
        paged = answer.get("Content-Type", "").startswith("text/html")
        body = b"" if paged else b"".join(answer)
        transaction.set_rollback(True)
    return answer, body


def wrong(world: World) -> Iterator[str]:
    """The addresses whose answers are others in German, though nothing says so."""
    for row in ROWS:
        path, role = address_of(world, row), "superuser" if row.name.startswith("admin:") else "owner"
        answer, english = ask(world, path, role, "en")
        if not english or answer.status_code >= 300:
            continue
        german, said = ask(world, path, role, "de")
        if row.name in IN_WORDS:
            public = "public" in german.get("Cache-Control", "")
            told = {"Accept-Language"} if public else {"Accept-Language", "Cookie"}
            if not told <= set(german.get("Vary", "").split(", ")):
                yield f"{path}: its language is not told to caches"
            if "public" in ask(world, path, role, "en", "de")[0].get("Cache-Control", ""):
                yield f"{path}: what this browser has chosen is kept for others"
        elif said != english and ask(world, path, role, "en")[1] == english:
            yield f"{path}: {english[:300]!r} | {said[:300]!r}"


def test_what_programs_read_is_the_same_in_every_language(world: World) -> None:
    assert not "\n".join(wrong(world))
