"""The name that a player chooses in place of a given one: once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import naming
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def given(client: Client) -> User:
    player = User.objects.create_user("lucky-otter-482", "dora@example.org", name_given=True)
    client.force_login(player)
    return player


def choose(client: Client, name: str) -> int:
    return client.post(reverse("account_name"), {"name": name}).status_code


def test_it_is_theirs_from_then_on(client: Client, given: User) -> None:
    assert reverse("account_name") in client.get(reverse("account_settings")).content.decode()
    assert choose(client, "Dora") == 302
    given.refresh_from_db()
    assert (given.username, given.name_given) == ("Dora", False)
    assert client.get(reverse("games:player", args=["dora"])).status_code == 200
    assert reverse("account_name") not in client.get(reverse("account_settings")).content.decode()


@pytest.mark.parametrize(
    "name", ["alice", "ALICE", "admin", "d", "two words", "x" * 21, "", "dora@example.org"]
)
def test_what_nobody_may_be_called_or_somebody_is_is_refused(
    client: Client, alice: User, given: User, name: str
) -> None:
    assert choose(client, name) == 400
    given.refresh_from_db()
    assert given.username == "lucky-otter-482"


def test_nobody_chooses_twice(client: Client, given: User) -> None:
    choose(client, "dora")
    assert choose(client, "flora") == 400
    given.refresh_from_db()
    assert given.username == "dora"
    assert "it stays" in client.get(reverse("account_name")).content.decode()


def test_who_came_with_a_name_keeps_it(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert choose(client, "dora") == 400
    with pytest.raises(naming.Chosen):
        naming.choose(alice, "dora")
    alice.refresh_from_db()
    assert alice.username == "alice"


def test_a_name_that_was_taken_a_moment_ago_is_refused(
    client: Client, alice: User, given: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.doors.Adapter.clean_username", lambda self, name, shallow=False: name)
    assert choose(client, "Alice") == 400
    given.refresh_from_db()
    assert (given.username, given.name_given) == ("lucky-otter-482", True)
