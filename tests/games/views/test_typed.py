"""Typed moves at a table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.tables import begin, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_words_move_as_buttons_do(client: Client, alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    address = reverse("games:move", args=[match.pk])
    client.force_login(mover)

    def say(words: str, version: int) -> int:
        return client.post(address, {"typed": words, "version": version}).status_code

    version = match.version
    assert say("dance <b>", version) == 400
    assert say("", version) == 400
    assert say("roll", version) == 302
    assert say("roll", version) == 409, "the table has moved on"
    assert say("score chance", version + 1) == 302
    assert say("roll", version + 2) == 400, "it is the other's turn"
    client.force_login(carol)
    assert say("roll", version + 2) == 403
    client.force_login(alice)
    assert (
        client.post(reverse("games:move", args=[10**6]), {"typed": "roll", "version": 0}).status_code == 404
    )
    match.refresh_from_db()
    assert match.version == version + 2


def test_the_line_suggests_what_can_be_done(client: Client, alice: User) -> None:
    match = begin("BZ", alice)
    client.force_login(alice)
    page = client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert '<option value="roll">' in page
    client.post(reverse("games:move", args=[match.pk]), {"typed": "roll", "version": match.version})
    page = client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert '<option value="score chance">' in page
    assert '<option value="resign">' not in page
