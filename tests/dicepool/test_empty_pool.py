"""The pool runs dry at a table: refused, nothing changed, refill started, and the retry works."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool import stock, tasks
from dicepool.models import Batch, Handout
from tests.dicepool.emptied import empty
from tests.games.tables import begin, to_move

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_roll_on_an_empty_pool(
    batch: Batch, alice: User, bob: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ADMINS = [("Boss", "boss@example.org")]
    match = begin("BZ", alice, bob)
    empty()
    before = match.version, match.moves.count(), stock.taken(), Handout.objects.count()
    calls: list[bool] = []
    monkeypatch.setattr(tasks.top_up, "delay", lambda: calls.append(True))
    player = Client()
    player.force_login(to_move(match))
    form = {"version": match.version, "do": "roll"}

    refused = player.post(reverse("games:move", args=[match.pk]), form)

    assert refused.status_code == 503
    assert "The dice are being rolled. Nothing was changed" in refused.content.decode()
    match.refresh_from_db()
    assert (match.version, match.moves.count(), stock.taken(), Handout.objects.count()) == before
    assert calls == [True]

    tasks.top_up()

    assert "The dice pool is empty" in mail.outbox[-1].subject
    assert player.post(reverse("games:move", args=[match.pk]), form).status_code == 302
    assert match.moves.count() == before[1] + 1
