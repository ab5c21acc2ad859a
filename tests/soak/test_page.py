"""Pages are read as browsers read them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.rules import RULES
from games.rules.base import Pace
from tests.games.tables import begin, legal, to_move
from tests.soak.page import Page
from tests.soak.table import fill, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize("code", RULES)
def test_every_move_that_a_table_names_can_be_sent_by_its_form(alice: User, bob: User, code: str) -> None:
    match = begin(code, alice, bob, pace=Pace.TURNS)
    for _ in range(3):
        player = to_move(match)
        client = Client()
        client.force_login(player)
        page = Page(f"/matches/{match.pk}/", 200, client.get(f"/matches/{match.pk}/").content.decode())
        form = page.form("/move/")
        assert form is not None
        acts = [read(words) for words in page.legal]
        assert len(acts) == len([move for move in legal(match, player) if move.kind != "resign"])
        sent = [fill(form, act) for act in acts]
        assert all(sent)
        fields = sent[0]
        assert fields is not None
        answer = client.post(form.action, _as_dict(fields))
        assert answer.status_code == 302


def _as_dict(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def test_a_form_sends_what_a_browser_would(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    shown = client.get("/matches/new/?whom=named").content.decode()
    form = Page("/matches/new/", 200, shown).form("/matches/new/")
    assert form is not None
    sent = dict(form.sent())
    assert sent["code"] == "BZ"
    assert sent["whom"] == "named"
    assert sent["clock"] == "main"
    assert "on" in sent["rated"]
    assert "rated_robot" not in sent
    assert len(form.values("clock")) > 2


def test_a_refusal_is_read_off_its_page() -> None:
    said = '<h1>No</h1><p class="message" role="alert">It is <b>not</b> your turn.</p>'
    assert Page("/", 409, said).sentence == "It is not your turn."
    assert Page("/", 500, "<h1>Broken</h1>\n<p>Something broke.</p>").sentence == "Something broke."
