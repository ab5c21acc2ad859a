"""All that the site knows about me."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import talk
from accounts.models import User
from games import record
from tests.accounts.entrance import say_who
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def taken(client: Client) -> zipfile.ZipFile:
    answer = client.post(reverse("export"))
    assert answer["Content-Type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_it_holds_the_players_own_and_nobody_elses(
    client: Client, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)
    over = play_out(begin("BO", alice, bob))
    running = begin("BZ", alice, bob)
    talk.write(alice, bob, "for bob")
    talk.write(bob, carol, "for carol")
    client.force_login(alice)
    say_who(client)
    with taken(client) as whole:
        assert json.loads(whole.read("account.json"))["email"] == "alice@example.org"
        assert [one["text"] for one in json.loads(whole.read("messages.json"))] == ["for bob"]
        assert {one["match"] for one in json.loads(whole.read("matches.json"))} == {over.pk, running.pk}
        kept = [name for name in whole.namelist() if name.startswith("records/")]
        assert kept == [f"records/BO-{over.pk}.txt"], "of a running match nothing is told that is hidden"
        assert record.read(whole.read(kept[0]).decode()).number == over.pk
        everything = b"".join(whole.read(name) for name in whole.namelist()).decode()
        assert "password" not in everything
        assert "bob@example.org" not in everything


def test_it_is_made_on_request_only_and_not_for_ever(client: Client, alice: User) -> None:
    assert client.post(reverse("export")).status_code == 302
    client.force_login(alice)
    assert client.get(reverse("export")).status_code == 200
    say_who(client)
    statuses = [client.post(reverse("export")).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


@pytest.mark.parametrize("name", ["mfa_index", "usersessions_list", "mfa_activate_totp", "mfa_list_webauthn"])
def test_second_factors_and_sessions_have_their_pages(client: Client, alice: User, name: str) -> None:
    client.post(reverse("account_login"), {"login": "alice", "password": "correct horse 1"})
    assert client.get(reverse(name), follow=True).status_code == 200
