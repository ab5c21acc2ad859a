"""Numbers that were told before their set was rolled: the site knows them, so they turn it whoever rolls."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool import refill
from games.match import play, sets
from games.match.numbers import Sent
from games.models import Match, Move
from games.rules.base import IllegalMove, Kind
from games.rules.base import Move as RulesMove
from games.views import hint
from tests.dicepool.emptied import empty
from tests.games.numbers.rolled import ROLL, rolled
from tests.games.own_numbers import Browser, falls, reserved
from tests.games.tables import begin, legal, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def rolled_by_order(match: Match) -> Move:
    """The next roll, as a standing order makes it."""
    with transaction.atomic():
        locked = play.lock(match.pk)
        seat = locked.seats[locked.match.rules.to_act(locked.match.table)[0]]
        play.act(locked, seat, ROLL, ordered=True)
    return rolled(match)


class TestRefused:
    """By whatever a move was refused."""

    @pytest.mark.parametrize(
        ("ahead", "wanted", "refused"),
        [(1, ROLL, play.Stale), (0, RulesMove(Kind.SCORE, box="chance"), IllegalMove)],
    )
    def test_its_number_turns_the_set_that_is_rolled_without_one(
        self, alone: Match, alice: User, browser: Browser, ahead: int, wanted: RulesMove, refused: Any
    ) -> None:
        before = reserved(alone, alice)
        number = browser.number_of(before[0])
        for _ in range(2):
            with pytest.raises(refused):
                play.move(alone.pk, alice, alone.version + ahead, wanted, Sent((number,)))
        assert reserved(alone, alice) == before
        assert rolled_by_order(alone).numbers == [number.hex()]
        assert tuple(rolled(alone).dice) == falls(before[0], number)
        assert rolled_by_order(alone).numbers == [""], "the next set has none"

    def test_it_does_so_too_where_another_was_to_move(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("PG", alice, bob)
        while to_move(match) == alice:
            browser.make(match, legal(match, alice)[-1])
        [one] = reserved(match, alice)
        match.refresh_from_db()
        with pytest.raises(play.NotYourTurn):
            play.move(match.pk, alice, match.version, ROLL, Sent((browser.number_of(one),)))
        while to_move(match) == bob:
            make(match, bob, legal(match, bob)[-1])
        assert rolled_by_order(match).numbers == [browser.number_of(one).hex()]

    def test_of_two_sets_each_keeps_its_own(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("DK", alice, bob)
        while to_move(match) == bob:
            make(match, bob, legal(match, bob)[-1])
        match.refresh_from_db()
        first, second = map(browser.number_of, reserved(match, alice))
        for number in (second, first):
            with pytest.raises(play.Stale):
                play.move(match.pk, alice, match.version + 1, ROLL, Sent((number,)))
        assert rolled_by_order(match).numbers == [first.hex(), second.hex()]

    def test_of_what_was_not_promised_nothing_is_kept(self, alone: Match, alice: User) -> None:
        before = seat_of(alone, alice).reserved
        with pytest.raises(play.Stale):
            play.move(alone.pk, alice, alone.version + 1, ROLL, Sent((b"n" * 16,)))
        assert seat_of(alone, alice).reserved == before
        assert rolled_by_order(alone).numbers == [""]

    def test_nobody_else_can_tell_it(self, alice: User, bob: User, carol: User, browser: Browser) -> None:
        match = begin("BO", alice, bob)
        [one] = reserved(match, alice)
        sent = Sent((browser.number_of(one),))
        for who, refused in ((bob, play.Stale), (carol, play.NotSeated)):
            with pytest.raises(refused):
                play.move(match.pk, who, match.version + 1, ROLL, sent)
        while to_move(match) == bob:
            make(match, bob, legal(match, bob)[-1])
        assert rolled_by_order(match).numbers == [""]

    def test_one_that_stands_in_bad_company_stays(self, alone: Match, alice: User, browser: Browser) -> None:
        number = browser.number_of(reserved(alone, alice)[0])
        with pytest.raises(play.WrongNumber):
            play.move(alone.pk, alice, alone.version, ROLL, Sent((bytes(16), number)))
        assert rolled_by_order(alone).numbers == [number.hex()]

    def test_it_stays_where_there_were_no_dice_for_the_roll_after(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        [one] = reserved(alone, alice)
        sent = browser.sent([one])
        empty()
        for _ in range(2):
            with pytest.raises(play.PoolEmpty):
                play.move(alone.pk, alice, alone.version, ROLL, sent)
        assert reserved(alone, alice) == [one]
        refill.add_sets(100, "tests")
        assert rolled_by_order(alone).numbers == [sent.numbers[0].hex()]

    def test_it_stays_where_the_dice_were_locked(
        self, alone: Match, alice: User, browser: Browser, settings: LazySettings
    ) -> None:
        sent, right = browser.sent(reserved(alone, alice)), settings.DICE_KEYS
        settings.DICE_KEYS = "1:" + base64.urlsafe_b64encode(b"n" * 32).decode()
        with pytest.raises(play.PoolStopped):
            play.move(alone.pk, alice, alone.version, ROLL, sent)
        settings.DICE_KEYS = right
        assert rolled_by_order(alone).numbers == [sent.numbers[0].hex()]


class TestMade:
    """A move that was made may have brought a number too early."""

    def test_it_waits_with_the_set_that_waits(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("DK", alice, bob)
        while (wanted := smaller_roll(match, alice)) is None:
            if to_move(match) == alice:
                browser.make(match, legal(match, alice)[0])
            else:
                make(match, bob, legal(match, bob)[0])
        both = reserved(match, alice)
        sent = browser.sent(both, promised=1)
        match.refresh_from_db()
        match = play.move(match.pk, alice, match.version, wanted, sent)
        assert rolled(match).numbers == [sent.numbers[0].hex()]
        kept = seat_of(match, alice).reserved
        assert [one[sets.TOLD :] for one in kept] == [[sent.numbers[1].hex()], []]
        assert reserved(match, alice)[0] == both[1]

    def test_so_it_does_with_a_move_that_rolled_nothing(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        browser.make(alone, ROLL)
        sent = browser.sent(reserved(alone, alice))
        browser.make(alone, RulesMove(Kind.SCORE, box="chance"), sent)
        assert rolled_by_order(alone).numbers == [sent.numbers[0].hex()]


class TestPages:
    """What the page refuses before anything is asked of the match."""

    @pytest.mark.parametrize(
        "fields",
        [
            {"typed": "roll 6 6", "version": 0},
            {"typed": "roll"},
            {"do": "roll", "version": -1},
            {"do": "dance", "version": 0, "pledges": "z"},
        ],
    )
    def test_words_and_forms_that_cannot_be_read(
        self, client: Client, alone: Match, alice: User, browser: Browser, fields: dict[str, Any]
    ) -> None:
        number = browser.number_of(reserved(alone, alice)[0]).hex()
        client.force_login(alice)
        address = reverse("games:move", args=[alone.pk])
        assert client.post(address, {**fields, "numbers": number}).status_code == 400
        assert rolled_by_order(alone).numbers == [number]

    def test_what_the_coach_asks_again_about(
        self, client: Client, alone: Match, alice: User, browser: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice.board = {**alice.board, "warn": True}
        alice.save(update_fields=["board"])
        monkeypatch.setattr(hint, "warning", lambda *_: "Think again.")
        number = browser.number_of(reserved(alone, alice)[0]).hex()
        client.force_login(alice)
        fields = {"do": "roll", "version": 0, "numbers": number}
        assert client.post(reverse("games:move", args=[alone.pk]), fields).status_code == 409
        assert rolled_by_order(alone).numbers == [number]

    def test_of_a_stranger_nothing_is_kept(
        self, client: Client, alone: Match, alice: User, carol: User, browser: Browser
    ) -> None:
        number = browser.number_of(reserved(alone, alice)[0]).hex()
        client.force_login(carol)
        fields = {"typed": "", "numbers": number}
        assert client.post(reverse("games:move", args=[alone.pk]), fields).status_code == 400
        assert client.post(reverse("games:move", args=[10**6]), fields).status_code == 404
        assert rolled_by_order(alone).numbers == [""]


def smaller_roll(match: Match, player: User) -> RulesMove | None:
    """A roll of the player that takes one set of the two, if one is to be made now."""
    if to_move(match) != player:
        return None
    match.refresh_from_db()
    seat, rules = seat_of(match, player).index, match.rules
    rolls = [one for one in legal(match, player) if 1 <= rules.dice_wanted(match.table, seat, one) <= 5]
    return rolls[0] if rolls else None
