"""All that the site knows about me."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import moderation, talk
from accounts.models import User
from games import record
from games.chat import Beside
from games.models import FairPlay
from ladders.events import entries
from ladders.events.rooms import OfEvent
from tests.accounts.entrance import say_who
from tests.conftest import PASSWORD
from tests.games.tables import begin, play_out
from tests.ladders.events import opened
from tests.talking import say, write

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
    write(alice, bob, "for bob")
    write(bob, carol, "for carol")
    say(Beside(running), alice, "beside the table")
    event = opened("league")
    entries.enter(event.pk, alice)
    say(OfEvent(event), alice, "to all who are in")
    moderation.report(alice, carol, "rude to me")
    moderation.report(bob, alice, "rude to bob")
    for player, matches in ((alice, 7), (bob, 9)):
        FairPlay.objects.create(player=player, code="BZ", matches=matches)
    client.force_login(alice)
    say_who(client)
    with taken(client) as whole:
        assert [one["matches"] for one in json.loads(whole.read("fair-play.json"))] == [7]
        assert json.loads(whole.read("account.json"))["email"] == "alice@example.org"
        assert [one["text"] for one in json.loads(whole.read("messages.json"))] == ["for bob"]
        assert [one["text"] for one in json.loads(whole.read("remarks.json"))] == ["beside the table"]
        (said,) = json.loads(whole.read("event-remarks.json"))
        assert (said["event"], said["text"]) == (event.pk, "to all who are in")
        assert {one["match"] for one in json.loads(whole.read("matches.json"))} == {over.pk, running.pk}
        (report,) = json.loads(whole.read("reports.json"))
        assert (report["about__username"], report["why"]) == ("carol", "rude to me"), (
            "no word of who reported her"
        )
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


def test_who_has_to_say_who_it_is_first_comes_back_to_the_button(client: Client, alice: User) -> None:
    client.force_login(alice)
    where = client.post(reverse("export"))["Location"]
    form = {"password": PASSWORD, "next": reverse("export")}
    page = client.post(where, form, follow=True)
    assert page.redirect_chain == [(reverse("export"), 302)]
    assert "Your archive can be made now." in page.content.decode()
    assert taken(client).namelist()


@pytest.mark.parametrize("name", ["mfa_index", "usersessions_list", "mfa_activate_totp", "mfa_list_webauthn"])
def test_second_factors_and_sessions_have_their_pages(client: Client, alice: User, name: str) -> None:
    client.post(reverse("account_login"), {"login": "alice", "password": "correct horse 1"})
    assert client.get(reverse(name), follow=True).status_code == 200
