"""Imported records: seen by who brought them, and by whom the link was given; counted nowhere."""

from __future__ import annotations

import zlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits, spending
from accounts.models import User
from boatzee_site import clearing
from games import export
from games.coach import advice
from games.coach.reviews import State
from games.imported import keeping, reviewing
from games.match import records
from games.models import Archived, Deal, Deed, Imported, Match, Rating, Seat
from games.record import BadRecord
from games.rules.base import Kind, Move, Pace
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, play_out, resign

pytestmark = pytest.mark.django_db
RECORDS = Path(__file__).parents[2] / "records"
TEXT = (RECORDS / "BZ" / "two-players.txt").read_text()
RACE = (RECORDS / "DK" / "two-players-standard.txt").read_text()


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


@pytest.fixture
def one(alice: User) -> Imported:
    return keeping.keep(alice, TEXT)


def address(name: str, *args: Any) -> str:
    return reverse(f"games:{name}", args=args)


def send(client: Client, text: str = TEXT) -> Any:
    return client.post(address("imports"), {"text": text})


def test_a_pasted_record_is_replayed_and_marked(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = send(client)
    one = Imported.objects.get()
    assert answer.headers["Location"] == address("imported", one.pk)
    page = client.get(address("imported", one.pk), {"step": "5"})
    html = page.content.decode()
    assert "this match was not played here" in html
    assert "Step 5 of" in html
    assert "/dice/roll/" not in html, "its sets are none of ours: no proof"


def test_so_is_one_in_a_file(client: Client, alice: User) -> None:
    client.force_login(alice)
    file = SimpleUploadedFile("match.txt", TEXT.encode())
    assert client.post(address("imports"), {"file": file}).status_code == 302
    for spoilt in (b"\xff\xfe\x00", b"x" * (limits.IMPORTED_BYTES + 1), b""):
        bad = SimpleUploadedFile("match.txt", spoilt)
        assert client.post(address("imports"), {"file": bad}).status_code == 400
    assert Imported.objects.count() == 1


def test_what_is_wrong_is_said_with_its_line_and_the_text_stays(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = send(client, TEXT.replace("roll", "throw", 1))
    assert answer.status_code == 400
    assert "Line " in answer.content.decode()
    assert "throw" in answer.content.decode()
    assert not Imported.objects.exists()


def test_twice_is_once_and_there_is_a_most(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    first = keeping.keep(alice, TEXT)
    assert keeping.keep(alice, TEXT.replace("\n", "\r\n")) == first
    monkeypatch.setattr(limits, "IMPORTED", 1)
    with pytest.raises(keeping.TooMany):
        keeping.keep(alice, RACE)
    keeping.delete(alice, first.pk)
    keeping.keep(alice, RACE)


def test_it_is_on_a_budget(alice: User) -> None:
    for _ in range(30):
        with pytest.raises(BadRecord):
            keeping.keep(alice, "hello")
    with pytest.raises(spending.TooOften):
        keeping.keep(alice, TEXT)


def test_nobody_else_sees_it_before_there_is_a_link(
    client: Client, alice: User, bob: User, one: Imported
) -> None:
    pages = [address(name, one.pk) for name in ("imported", "imported_review")]
    acts = [address(f"imported_{name}", one.pk) for name in ("ask", "share", "delete")]
    assert {client.get(page).status_code for page in pages} == {302}
    client.force_login(bob)
    assert {client.get(page).status_code for page in pages} == {404}
    assert {client.post(act, {"share": "yes"}).status_code for act in acts} == {404}
    assert client.get(address("imported_link", "nothing")).status_code == 404
    one.refresh_from_db()
    assert one.link == ""


def test_by_the_link_it_is_seen_without_names_until_that_is_taken_back(
    client: Client, alice: User, one: Imported
) -> None:
    client.force_login(alice)
    client.post(address("imported_share", one.pk), {"share": "yes"})
    one.refresh_from_db()
    assert len(one.link) > 15
    stranger = Client()
    for name in ("imported_link", "imported_link_review"):
        answer = stranger.get(address(name, one.link))
        html = answer.content.decode()
        assert answer.status_code == 200
        assert "not played here" in html
        assert not [name for name in one.names if name in html]
    assert "Player 2" in stranger.get(address("imported_link", one.link)).content.decode()
    old = one.link
    client.post(address("imported_share", one.pk), {"share": "no"})
    assert stranger.get(address("imported_link", old)).status_code == 404
    client.post(address("imported_share", one.pk), {"share": "yes"})
    one.refresh_from_db()
    assert one.link not in {"", old}


def test_what_staff_are_said_to_have_written_is_shown_to_its_owner_alone(client: Client, alice: User) -> None:
    text = (RECORDS / "BZ" / "void.txt").read_text()
    reason = "bob is a cheat"
    found = next(line for line in text.splitlines() if line.startswith("[Reason "))
    one = keeping.keep(alice, text.replace(found, f'[Reason "{reason}"]'))
    one = keeping.share(alice, one.pk, to_all=True)
    assert reason not in client.get(address("imported_link", one.link)).content.decode()


def test_while_its_owner_is_suspended_the_link_leads_nowhere(
    client: Client, alice: User, one: Imported
) -> None:
    one = keeping.share(alice, one.pk, to_all=True)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert client.get(address("imported_link", one.link)).status_code == 404


def test_it_is_no_match_anywhere(client: Client, alice: User, one: Imported) -> None:
    for model in (Match, Seat, Archived, Deed, Rating):
        assert not model.objects.exists()
    client.force_login(alice)
    answer = client.get(address("archive"), {"player": one.names[0], "game": "BZ"})
    assert not answer.context["found"] or not answer.context["found"].lines


@pytest.mark.usefixtures("coach")
def test_it_is_reviewed_when_its_owner_asks(client: Client, alice: User, one: Imported) -> None:
    client.force_login(alice)
    page = address("imported_review", one.pk)
    assert "Nobody has asked" in client.get(page).content.decode()
    client.post(address("imported_ask", one.pk))
    assert "looking at this match" in client.get(page).content.decode()
    assert reviewing.make_due() == 1
    assert reviewing.make_due() == 0
    html = client.get(page, {"seat": "2", "try": "1", "move": "0"}).content.decode()
    assert "The player or the dice?" in html
    assert address("imported", one.pk) + "?step=" in html
    assert "/matches/" not in html.split("<main")[1].split("</main>")[0]


@pytest.mark.usefixtures("coach")
def test_one_that_was_not_finished_is_not(alice: User) -> None:
    one = keeping.keep(alice, (RECORDS / "BZ" / "unfinished.txt").read_text())
    assert reviewing.find(one, alice, keeping.read(one)).state is State.TOO_SOON
    reviewing.ask(alice, one.pk)
    assert reviewing.make_due() == 0


@pytest.mark.usefixtures("coach", "pool")
def test_the_coach_is_silent_where_it_would_help_in_a_match_that_runs(
    client: Client, alice: User, bob: User
) -> None:
    match = begin("BO", alice, bob)
    first = match.seats.get(to_move=True).player
    assert first
    make(match, first, Move(Kind.ROLL))
    match.refresh_from_db()
    whole = records.as_record(match, list(match.seats.all()), list(match.moves.order_by("number")))
    text = finished(whole)
    one = keeping.keep(first, text)
    assert one.over
    with pytest.raises(reviewing.Silent):
        reviewing.ask(first, one.pk)
    Imported.objects.update(due=timezone.now())
    reviewing.make_due()
    one.refresh_from_db()
    assert one.review is None
    client.force_login(first)
    assert "stands as this record does" in client.get(address("imported_review", one.pk)).content.decode()
    resign(match, first)
    reviewing.ask(first, one.pk)
    assert reviewing.make_due() == 1
    assert "The player or the dice?" in client.get(address("imported_review", one.pk)).content.decode()


def finished(whole: Any) -> str:
    """A record as somebody spoils it who wants to be told what is best: something is scored, and it ends."""
    from dataclasses import replace

    from games import record
    from games.rules import RULES

    rules = RULES[whole.code]
    seat = whole.entries[-1].seat
    entries = (*whole.entries, record.Entry(seat, Move(Kind.SCORE, box="chance")))
    state = record.replay(replace(whole, entries=entries))[-1].after
    assert rules.to_act(state) != (seat,)
    entries = (*entries, record.Entry(1 - seat, Move(Kind.RESIGN)))
    return record.write(replace(whole, entries=entries, number=None, seed=""))


@pytest.mark.parametrize(
    "kept", [zlib.compress(b"From rules that are gone."), zlib.compress(b"\xff\xfe"), b"\x00damaged"]
)
def test_what_can_no_longer_be_read_is_asked_for_in_vain(
    client: Client, alice: User, one: Imported, kept: bytes
) -> None:
    Imported.objects.update(packed=kept)
    client.force_login(alice)
    answer = client.post(address("imported_ask", one.pk), follow=True)
    assert (answer.status_code, answer.redirect_chain) == (200, [(address("imported_review", one.pk), 302)])
    one.refresh_from_db()
    assert one.due is None


@pytest.mark.usefixtures("coach", "pool")
def test_nor_does_it_tell_of_a_match_of_ours_before_its_own_review_may(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_out(begin("BO", alice, bob))
    seats = list(match.seats.order_by("index"))
    one = keeping.keep(alice, records.text(match, seats))
    assert reviewing.find(one, alice, keeping.read(one)).state is State.NONE
    monkeypatch.setattr("games.coach.reviews.may_be_reviewed", lambda match: False)
    with pytest.raises(reviewing.Silent):
        reviewing.find(one, alice, keeping.read(one))


@pytest.mark.usefixtures("pool")
def test_dice_that_others_still_play_are_not_imported(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob, pace=Pace.DUPLICATE))
    text = records.text(match, list(match.seats.order_by("index")))
    Deal.objects.update(opened_at=None)
    with pytest.raises(keeping.StillPlayed):
        keeping.keep(alice, text)
    Deal.objects.update(opened_at=timezone.now())
    keeping.keep(alice, text)


def test_it_goes_after_a_while_and_with_the_account(alice: User, bob: User, one: Imported) -> None:
    other = keeping.keep(bob, TEXT)
    Imported.objects.filter(pk=other.pk).update(
        made_at=timezone.now() - settings.KEPT["imported"] - timedelta(1)
    )
    assert clearing.clear()["games_imported"] == 1
    assert list(Imported.objects.all()) == [one]
    alice.delete()
    assert not Imported.objects.exists()


def test_rules_that_have_changed_since_are_said_so(
    client: Client, alice: User, one: Imported, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.rules import RULES

    monkeypatch.setattr(type(RULES["BZ"]), "version", 99, raising=False)
    client.force_login(alice)
    for name in ("imported", "imported_review"):
        assert "have changed since" in client.get(address(name, one.pk)).content.decode()


def test_their_queries_do_not_grow(
    client: Client, alice: User, one: Imported, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    short = keeping.keep(alice, (RECORDS / "BZ" / "unfinished.txt").read_text())
    for found in (one, short):
        with django_assert_num_queries(5):
            client.get(address("imported", found.pk), {"step": "3"})
    for more in ("", "\n"):
        keeping.keep(alice, TEXT + more)
        with django_assert_num_queries(4):
            client.get(address("imports"))


def test_a_damaged_one_is_left_out_of_what_its_owner_takes_along(alice: User, one: Imported) -> None:
    other = keeping.keep(alice, TEXT + "\n")
    Imported.objects.filter(pk=one.pk).update(packed=b"damaged")
    names = [name for name, _words in export.matches(alice) if name.startswith("imported/")]
    assert names == [f"imported/{other.code}-{other.pk}.txt"]
