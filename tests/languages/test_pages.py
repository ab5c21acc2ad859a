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
from tests.browser.test_accessibility import FOR_PLAYERS, FOR_VISITORS
from tests.games.tables import begin, play_out
from tests.languages.seen import unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
EVERY = os.environ.get("ALL_PAGES") == "1"
VISITORS = FOR_VISITORS if EVERY else ["/", "/status/", "/offline/", "/accounts/login/", "/help/questions/"]
PLAYERS = FOR_PLAYERS if EVERY else ["/daily/", "/accounts/notices/", "/accounts/close/"]
NAMES = [*(rules.name for rules in RULES.values()), *RULES, "Boatzee", "UTC", "English"]
DATA = re.compile(
    r"https?://\S+|\S+@\S+|\b[\w-]+/[\w/ -]+|\ba?(?:alice|bob)\b|\b[0-9a-f]{6,}\b|"
    + "|".join(rf"\b{re.escape(name)}\b" for name in sorted(NAMES, key=len, reverse=True))
)
"""Names, codes, time zones and addresses."""


def walk(client: Client, addresses: list[str]) -> list[str]:
    """What these pages say that is not marked, a line each."""
    found = []
    for address in addresses:
        response = client.get(address, headers={"accept-language": PSEUDO.code})
        assert response.status_code in {200, 404}, address
        html = response.content.decode()
        assert f'<html lang="{PSEUDO.code}"' in html, address
        found += [f"{address}: {text}" for text in unmarked(html, DATA)]
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
