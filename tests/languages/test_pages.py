"""Pages in nobody's language say nothing that is not in it. `make languages` looks at every page that axe
looks over; a plain `make test` at a few.
"""

from __future__ import annotations

import os
import re

import pytest
from django.test import Client

from accounts.models import User
from boatzee_site.catalogues.languages import PSEUDO
from games.rules import RULES
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.browser import scenes
from tests.browser.test_accessibility import FOR_PLAYERS, FOR_VISITORS
from tests.games.tables import begin, play_out
from tests.languages.seen import unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
EVERY = os.environ.get("ALL_PAGES") == "1"
VISITORS = FOR_VISITORS if EVERY else ["/", "/status/", "/offline/", "/accounts/login/", "/help/questions/"]
PLAYERS = FOR_PLAYERS if EVERY else ["/daily/", "/accounts/notices/", "/accounts/close/"]
TYPED = "roll"
"""What may be typed for a move; the words of the page's language are understood beside it."""
NAMES = [
    TYPED,
    *(rules.name for rules in RULES.values()),
    *RULES,
    "Boatzee",
    "UTC",
    "English",
    "Discord",
    "Slack",
]
DATA = re.compile(
    r"https?://\S+|\S+@\S+|\b[\w-]+/[\w/ -]+|\ba?(?:alice|bob)\b|\b[0-9a-f]{6,}\b|"
    + "|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES, key=len, reverse=True))
)
"""Names, codes, time zones and addresses."""


WRITTEN = re.compile(
    r"\b(?:carol|p\d\d|(?:Red|Blue|Green|White) Dice|Close ones|To look at again)\b|"
    r"\bThe (?:knockout|double|round-robin|swiss|score|arena)\b|(?<=\d)bob\b|"
    r"\b(?:Code|Old|Robot)\b|The display beside my door|Statistics of|Once more\?|"
    r"Decided by the last roll\.|Plays for the boat\.|"
    r"I should have kept the fives\.|You should\.|The straight on the third roll made it\.|I do\.|"
    r"I play Boat every day\.|Who plays on Sunday\?|We roll on Sundays and .* as you are\.|"
    r"\b(?:Began with \d entries|entered|joined|is an officer now)\b"
)
"""What tests/browser/scenes.py writes, and a log, which keeps the words in which it was written; a label of
allauth’s that no language has."""


def walk(client: Client, addresses: list[str], data: re.Pattern[str] = DATA) -> list[str]:
    """What these pages say that is not marked, a line each."""
    found = []
    for address in addresses:
        response = client.get(address, headers={"accept-language": PSEUDO.code})
        assert response.status_code in {200, 404}, address
        html = response.content.decode()
        assert f'<html lang="{PSEUDO.code}"' in html, address
        found += [f"{address}: {text}" for text in unmarked(html, data)]
    return found


def test_what_visitors_see() -> None:
    said = walk(Client(), VISITORS)
    assert not said, "\n".join(said)


def test_what_players_see(alice: User, bob: User) -> None:
    alice.language = PSEUDO.code
    alice.save()
    running = begin("BZ", alice, bob)
    over = play_out(begin("BO", alice, bob))
    client = Client()
    client.force_login(alice)
    more = [f"/matches/{running.pk}/", f"/matches/{over.pk}/replay/?step=5"] if EVERY else []
    said = walk(client, [*PLAYERS, *more])
    assert not said, "\n".join(said)


@pytest.mark.skipif(not EVERY, reason="make languages looks at all pages")
@pytest.mark.parametrize("scene", ["of_events", "of_clubs", "of_the_archive", "of_programs"])
def test_what_has_something_in_it(scene: str, alice: User, bob: User, carol: User) -> None:
    several = [carol] if scene in {"of_events", "of_clubs"} else []
    pages = ["/events/", "/ladders/bo/", *getattr(scenes, scene)(alice, bob, *several).values()]
    climbing.join(Ladder.objects.get_or_create(code="BO")[0].pk, bob)
    alice.language = PSEUDO.code
    alice.save(update_fields=["language"])
    client = Client()
    client.force_login(alice)
    said = walk(client, pages, re.compile(f"{WRITTEN.pattern}|{DATA.pattern}"))
    assert not said, "\n".join(said)
