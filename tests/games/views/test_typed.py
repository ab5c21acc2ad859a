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


def test_what_is_wrong_with_words_is_said_beside_them_and_else_on_top(
    client: Client, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    address = reverse("games:move", args=[match.pk])
    client.force_login(mover)
    typed = client.post(address, {"typed": "dance", "version": match.version}).content.decode()
    assert typed.count("data-refusal") == 1
    assert typed.index('id="misread"') > typed.index('id="move"'), "below the table, where the words are"
    assert 'autofocus aria-invalid="true" aria-describedby="misread"' in typed
    chosen = client.post(address, {"do": "score", "version": match.version}).content.decode()
    assert chosen.index("data-refusal") < chosen.index('id="move"')
    assert "misread" not in chosen
    client.force_login(bob if mover == alice else alice)
    waiting = client.post(address, {"typed": "dance", "version": match.version}).content.decode()
    assert "data-refusal" in waiting
    assert "misread" not in waiting, "who has no line to type in reads it on top"
