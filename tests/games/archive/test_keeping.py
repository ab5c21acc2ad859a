"""The archive is made of the matches alone: as they end, as they change, and anew by a command."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from accounts import leaving
from accounts.models import User
from games.archive import keeping
from games.archive.finding import CARD, Wanted, find
from games.match import folding, seating, staff
from games.models import Archived, ArchivedSeat, Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby
from tests.games.practised import alone, practised
from tests.games.tables import begin, play_out, resigned
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def words(match: Match) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tsvector_to_array(words) FROM games_archived WHERE match_id = %s", [match.pk])
        [(found,)] = cursor.fetchall()
    return set(found or ())


def kept() -> list[tuple[object, ...]]:
    columns = ("pk", "ended_at", "event", "ladder", "total", "card", "code", "closed", "words")
    rows = [*Archived.objects.order_by("pk").values_list(*columns)]
    seats = ArchivedSeat.objects.order_by("match", "player_id")
    return [*rows, *seats.values_list("match", "player_id", "ended_at", "total", "card")]


@pytest.mark.parametrize("code", RULES)
def test_a_match_of_every_game_is_kept_as_its_table_has_it(alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    row = Archived.objects.get(pk=match.pk)
    totals = dict(match.seats.values_list("player", "total"))
    assert row.total == max(totals.values())
    assert dict(ArchivedSeat.objects.values_list("player", "total")) == totals
    assert (row.card is not None) == (getattr(match.rules, "columns", 1) > 1)
    if row.card is not None:
        assert row.card < row.total
        assert row.card == max(one.card or 0 for one in ArchivedSeat.objects.all())
    assert keeping.difference(match.pk) == ""


def test_what_is_not_finished_is_not_kept(alice: User, bob: User) -> None:
    begin("BO", alice, bob)
    lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    declined = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    lobby.answer(declined.pk, bob, accept=False)
    staff.void(begin("BO", alice, bob).pk, "It was a mistake.")
    work()
    assert kept() == []


def test_a_match_that_goes_on_leaves_and_one_that_is_taken_back_too(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "Bob was away.")
    work()
    assert Archived.objects.get().pk == match.pk
    staff.reopen(match.pk)
    work()
    assert kept() == []
    resigned(match)
    work()
    assert words(match) == {"resign"}
    staff.take_back(match.pk, "It was arranged.")
    work()
    assert kept() == []


def test_words_of_a_decision_are_kept_and_its_wild_letters_do_no_harm(alice: User, bob: User) -> None:
    match = begin("DK", alice, bob, options={"target": 2000})
    staff.adjudicate(match.pk, [1, 2], "It’s <script>alert(1)</script>\nfoul & ' \\ play")
    work()
    assert words(match) >= {"adjudicated", "foul", "play", "target", "2000"}
    [line] = find(Wanted(words="foul play"), None).lines
    assert line.pk == match.pk


def test_a_folded_match_is_kept_alike(alice: User, bob: User) -> None:
    match = play_out(begin("BD", alice, bob))
    before = kept()
    assert folding.fold([match.pk]) == folding.Run(1)
    assert keeping.difference(match.pk) == ""
    keeping.keep(match.pk)
    assert kept() == before
    [line] = find(Wanted(players=(alice.pk,), points=CARD, least=1), None).lines
    assert line.pk == match.pk


def test_keeping_once_more_changes_nothing(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    before = kept()
    keeping.keep(match.pk)
    assert kept() == before


def test_a_closed_account_leaves_no_name_and_the_match_stays(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    leaving.close(bob)
    assert [one.player_id for one in ArchivedSeat.objects.all()] == [alice.pk]
    [line] = find(Wanted(code="BO"), None).lines
    assert sorted(seat.name for seat in line.seats) == ["alice", "former player"]
    assert keeping.difference(match.pk) == ""


def test_what_a_guest_played_comes_with_the_account(alice: User) -> None:
    guest = User.objects.create(username="guest-1", guest=True)
    match = play_out(alone(guest, "BO"))
    assert not ArchivedSeat.objects.exists()
    assert Archived.objects.get().pk == match.pk
    seating.hand_over(guest, alice)
    work()
    assert ArchivedSeat.objects.get().player == alice


def test_practice_is_kept_too(alice: User) -> None:
    match = practised(alice)
    work()
    assert Archived.objects.get().pk == match.pk
    assert "take-back" in words(match)


def test_the_command_finds_what_differs_and_mends_it(alice: User, bob: User) -> None:
    match = play_out(begin("BD", alice, bob))
    gone = play_out(begin("BO", alice, bob))
    call_command("archive_matches", verbosity=0)
    before = kept()
    Archived.objects.filter(pk=match.pk).update(total=7)
    ArchivedSeat.objects.filter(match=gone.pk).delete()
    with pytest.raises(SystemExit):
        call_command("archive_matches", verbosity=0)
    call_command("archive_matches", "--mend", "--after", match.pk, verbosity=0)
    with pytest.raises(SystemExit):
        call_command("archive_matches", verbosity=0)
    call_command("archive_matches", "--mend", verbosity=0)
    assert kept() == before


def test_a_match_that_goes_on_before_the_worker_looks_is_not_kept(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "Bob was away.")
    staff.reopen(match.pk)
    work()
    assert kept() == []
    assert not find(Wanted(), None).lines
