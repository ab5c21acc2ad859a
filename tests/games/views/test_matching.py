"""Find me a match, on the page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Wish
from games.seats import automatch

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
FORM = {"codes": ["BZ", "BO"], "clock": "main", "wanted": "2"}


def test_a_wish_is_taken_shown_and_given_up(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("games:find"), FORM).status_code == 302
    assert Wish.objects.get().codes == ["BO", "BZ"]
    assert "Looking for 2 matches" in client.get(reverse("games:find")).content.decode()
    client.post(reverse("games:find_stop"))
    assert not Wish.objects.exists()
    assert client.post(reverse("games:find_stop")).status_code == 409


def test_the_match_begins_by_itself(client: Client, alice: User, bob: User) -> None:
    for player in (alice, bob):
        client.force_login(player)
        client.post(reverse("games:find"), {**FORM, "wanted": "1"})
    automatch.run()
    assert f"/matches/{Match.objects.get().pk}/" in client.get(reverse("games:mine")).content.decode()


@pytest.mark.parametrize("change", [{"codes": []}, {"codes": ["XX"]}, {"wanted": "9"}, {"clock": "blitz"}])
def test_what_cannot_be_is_refused(client: Client, alice: User, change: dict[str, object]) -> None:
    client.force_login(alice)
    assert client.post(reverse("games:find"), {**FORM, **change}).status_code == 400
    assert not Wish.objects.exists()


def test_visitors_and_get_are_turned_away(client: Client, alice: User) -> None:
    assert client.get(reverse("games:find")).status_code == 302
    client.force_login(alice)
    assert client.get(reverse("games:find_stop")).status_code == 405
