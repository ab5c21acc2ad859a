"""Notes are their writer's alone, and go with either account."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts import export, leaving, limits
from accounts.models import User
from accounts.models.talk import LONGEST
from accounts.talk.words import BadText
from games.archive import notes
from games.daily import days
from games.models import Match, Note
from games.rules.base import Pace
from tests.at_once import at_once
from tests.games.daily.played import BOAT_DAY, at, finish, noon
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
SECRET = "Keeps fours too long"


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return play_out(begin("BO", alice, bob))


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_a_note_is_written_changed_and_deleted(alice: User, match: Match) -> None:
    client, address = client_of(alice), reverse("games:match_note", args=[match.pk])
    replay = reverse("games:replay", args=[match.pk])
    assert client.post(address, {"text": f"  {SECRET}\r\n<script>alert(1)</script> "}).url == replay  # type: ignore[attr-defined]
    assert Note.objects.get().text == f"{SECRET}\n<script>alert(1)</script>"
    page = client.get(replay).content.decode()
    assert f"{SECRET}<br>&lt;script&gt;" in page
    client.post(address, {"text": "Better"})
    assert Note.objects.get().text == "Better"
    client.post(address, {"text": " \n "})
    assert not Note.objects.exists()


def test_nobody_else_is_shown_it(alice: User, bob: User, carol: User, match: Match) -> None:
    notes.note_match(alice, match, SECRET)
    notes.note_player(alice, bob, SECRET)
    staff = User.objects.create_superuser("root", "root@example.org", "x")
    pages = [
        reverse("games:replay", args=[match.pk]),
        reverse("games:match_note", args=[match.pk]),
        reverse("games:player", args=["bob"]),
        reverse("games:player_note", args=["alice"]),
        reverse("games:notes"),
    ]
    seen = [client_of(alice).get(page).content.decode() for page in (*pages[:3], pages[4])]
    assert all(SECRET in page for page in seen)
    for other in (None, bob, carol, staff):
        client = Client() if other is None else client_of(other)
        for page in pages:
            assert SECRET not in client.get(page, follow=True).content.decode()
    for model in admin.site._registry:
        assert model is not Note
    assert "private" in client_of(alice).get(pages[0])["Cache-Control"]


def test_it_is_of_matches_that_one_may_see_and_that_are_over(alice: User, bob: User) -> None:
    running = begin("BO", alice, bob, pace=Pace.SPLIT)
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        closed = finish(alice, BOAT_DAY)
        for player, match, status in ((alice, running, 404), (bob, closed, 404), (alice, closed, 200)):
            assert client_of(player).get(reverse("games:match_note", args=[match.pk])).status_code == status
    assert client_of(alice).post(reverse("games:match_note", args=[10**19]), {"text": "x"}).status_code == 404


def test_one_is_not_noted_by_oneself_and_nobody_is_not_noted(alice: User) -> None:
    with pytest.raises(BadText):
        notes.note_player(alice, alice, "Well")
    client = client_of(alice)
    for name in ("alice", "nobody"):
        assert client.get(reverse("games:player_note", args=[name])).status_code == 404


def test_what_is_too_long_or_one_too_many_is_refused(
    alice: User, bob: User, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse("games:match_note", args=[match.pk])
    answer = client_of(alice).post(address, {"text": "x" * (LONGEST + 1)})
    assert answer.status_code == 400
    assert "2,000 is the most" in answer.content.decode()
    monkeypatch.setattr(limits, "NOTES", 1)
    notes.note_match(alice, match, SECRET)
    notes.note_match(alice, match, "Changed")
    answer = client_of(alice).post(reverse("games:player_note", args=["bob"]), {"text": SECRET})
    assert answer.status_code == 409
    assert [note.text for note in Note.objects.all()] == ["Changed"]


def test_notes_go_with_either_account_and_stay_with_the_match(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    notes.note_match(alice, match, SECRET)
    notes.note_player(alice, bob, SECRET)
    notes.note_player(bob, alice, SECRET)
    notes.note_player(carol, alice, "Stays")
    leaving.close(bob)
    assert [(note.writer, note.match) for note in Note.objects.order_by("pk")] == [
        (alice, match.pk),
        (carol, None),
    ]
    leaving.close(alice)
    assert not Note.objects.exists()


def test_they_are_exported_to_their_writer_alone(alice: User, bob: User, match: Match) -> None:
    notes.note_match(alice, match, SECRET)
    notes.note_player(alice, bob, "Fast")
    assert notes.everything(alice)[0]["text"] == SECRET
    assert notes.everything(alice)[1]["about__username"] == "bob"
    assert notes.everything(bob) == []
    assert b"notes.json" in export.archive(alice)


def test_the_list_names_what_each_is_on_even_where_the_match_is_gone(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    notes.note_match(alice, match, "One")
    notes.note_player(alice, bob, "Two")
    Note.objects.create(writer=alice, match=match.pk + 1000, text="Three")
    page = client_of(alice).get(reverse("games:notes")).content.decode()
    for words in ("One", "Two", "Three", f"Match {match.pk + 1000}", 'href="/players/bob/"'):
        assert words in page


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_leave_one_note(alice: User, bob: User) -> None:
    at_once(*[lambda text=text: notes.note_player(alice, bob, text) for text in ("One", "Two", "Three")])
    assert Note.objects.get().text in {"One", "Two", "Three"}
