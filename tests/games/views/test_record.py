"""The record, as it is downloaded."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import play, staff
from games.models import Match
from games.record import outcome, read, replay
from games.rules import RULES
from games.rules.base import Pace
from tests.games.tables import begin, legal, make, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def download(client: Client, match: Match) -> str:
    answer = client.get(reverse("games:record", args=[match.pk]))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return answer.content.decode()


@pytest.mark.parametrize("code", RULES)
def test_it_replays_to_the_stored_result(client: Client, alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    stored = read(download(client, match))
    totals, result = outcome(stored, replay(stored))
    seats = list(match.seats.order_by("index"))
    assert result is not None
    assert list(totals) == [seat.total for seat in seats]
    assert list(result.places) == [seat.place for seat in seats]
    serials = {serial for move in match.moves.all() for serial in move.serials}
    written = {serial for entry in stored.entries for serial in entry.serials}
    assert written | {throw.serial for throws in stored.roll_off for throw in throws} == serials


def test_a_split_match_is_closed_until_the_reader_has_finished(
    client: Client, alice: User, bob: User
) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    address = reverse("games:record", args=[match.pk])
    for _ in range(11):
        make(match, alice, legal(match, alice)[0])
        make(match, alice, legal(match, alice)[-1])
    statuses = []
    for player in (None, bob, alice):
        client = Client()
        if player:
            client.force_login(player)
        statuses.append(client.get(address).status_code)
    assert statuses == [403, 403, 200]


def test_staff_decisions_stand_in_it(client: Client, alice: User, bob: User) -> None:
    decided, voided = begin("BZ", alice, bob), begin("BZ", alice, bob)
    staff.adjudicate(decided.pk, [2, 1], "two accounts")
    staff.void(voided.pk, "a mistake")
    assert '[Reason "two accounts"]' in download(client, decided)
    assert '[Ended "void"]' in download(client, voided)


def test_a_closed_account_leaves_a_former_player(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    play.leave_all(alice)
    alice.delete()
    assert '"former player"' in download(client, match)


def test_a_match_that_was_decided_and_then_taken_back_is_void(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    staff.adjudicate(match.pk, [1, 2], "So it is.")
    staff.take_back(match.pk, "It never was.")
    text = download(client, match)
    assert '[Ended "void"]' in text
    assert '[Reason "It never was."]' in text
