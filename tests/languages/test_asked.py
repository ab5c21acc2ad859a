"""A page asks the database as often in another language as in English."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from boatzee_site.catalogues.languages import PSEUDO, SOURCE
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.games.tables import begin, play_out
from tests.ladders.events import begun, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_as_often(alice: User, bob: User, carol: User) -> None:
    running = [begin(code, alice, bob) for code in ("BZ", "DK", "PG")]
    over = play_out(begin("BO", alice, bob))
    event = begun(opened("league"), [alice, bob, carol])
    climbing.join(Ladder.objects.create(code="BO").pk, alice)
    tables = [f"/matches/{match.pk}/" for match in (*running, over)]
    pages = [
        *(*tables, f"/matches/{over.pk}/replay/?step=5", "/matches/", "/matches/new/", "/matches/dice/"),
        *(event.get_absolute_url(), "/events/", "/ladders/bo/", "/players/bob/", "/rules/bz/", "/forum/"),
        *(
            "/accounts/settings/",
            "/accounts/notices/settings/",
            "/leaders/",
            "/waiting/",
            "/help/first-match/",
        ),
    ]
    client = Client()
    client.force_login(alice)
    asked: dict[str, list[int]] = {}
    for code in (SOURCE.code, PSEUDO.code):
        User.objects.filter(pk=alice.pk).update(language=code)
        for page in pages:
            client.get(page)  # what is kept of a page is kept by language
        asked[code] = []
        for page in pages:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                answer = client.get(page)
            assert f'<html lang="{code.replace("-gb", "")}"' in answer.content.decode(), page
            asked[code].append(len(queries))
    english, other = asked.values()
    assert dict(zip(pages, english, strict=True)) == dict(zip(pages, other, strict=True))
