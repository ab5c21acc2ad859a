"""Promises for first rolls: which are kept, for whom, and which start takes them."""

from __future__ import annotations

import random

import pytest
from django.db import transaction
from django.test import RequestFactory

from accounts import guests
from accounts.models import User
from games.match import numbers
from games.models import Pledge
from games.seats import practice
from tests.games.numbers.rolled import ROLL, rolled
from tests.games.own_numbers import Browser, falls, reserved
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


class TestTheStock:
    def test_the_newest_eight_stay(self, alice: User) -> None:
        browser = Browser(alice)
        first, second = browser.promise(5), browser.promise(6)
        assert numbers.stock(alice, first) == 5
        assert numbers.stock(alice, second) == 8
        assert {bytes(one.pledge) for one in alice.pledges.all()} == {*first[-2:], *second}

    def test_a_promise_is_kept_once(self, alice: User) -> None:
        [pledge] = Browser(alice).promise()
        numbers.stock(alice, [pledge])
        assert numbers.stock(alice, [pledge]) == 1

    def test_no_two_sets_are_reserved_under_one(self, alice: User, bob: User, browser: Browser) -> None:
        numbers.stock(bob, Browser(bob, random.Random(2)).promise(1))
        matches = [begin("DK", alice, bob) for _ in range(3)]
        found = [one for match in matches for player in (alice, bob) for one in reserved(match, player)]
        pledges = [one.pledge for one in found if one.pledge]
        assert len(pledges) == len(set(pledges)) == 5
        assert not Pledge.objects.exists()

    def test_a_start_takes_of_each_player_and_of_nobody_else(
        self, alice: User, bob: User, carol: User, browser: Browser
    ) -> None:
        others = {player: Browser(player, random.Random(player.pk)) for player in (bob, carol)}
        for other in others.values():
            other.stock()
        match = begin("DK", alice, bob)
        for player, its in ((alice, browser), (bob, others[bob])):
            assert all(one.pledge in its.numbers for one in reserved(match, player))
            assert player.pledges.count() == 2
        assert carol.pledges.count() == 4

    def test_what_one_keeps_takes_nothing_from_another(
        self, alice: User, bob: User, browser: Browser
    ) -> None:
        numbers.stock(bob, Browser(bob, random.Random(2)).promise(8))
        numbers.stock(alice, browser.promise(1))
        assert (alice.pledges.count(), bob.pledges.count()) == (5, 8)
        numbers.stock(bob, [])
        assert (alice.pledges.count(), bob.pledges.count()) == (5, 8)

    @pytest.mark.django_db(transaction=True)
    def test_a_start_that_comes_in_between_takes_others_or_none(self, alice: User, browser: Browser) -> None:
        other = transaction.get_connection().copy()
        try:
            with transaction.atomic():
                assert len(numbers.take([alice.pk], 2)[alice.pk]) == 2
                with other.cursor() as cursor:
                    cursor.execute("SET lock_timeout = '5s'")
                    cursor.execute(numbers.TAKE, {"players": [alice.pk], "each": 2, "since": None})
                    assert cursor.fetchall() == []
        finally:
            other.close()

    def test_who_signs_up_goes_on_with_the_guests(self, alice: User, rf: RequestFactory) -> None:
        request = rf.get("/")
        request.session = {}  # type: ignore[assignment]
        guest = guests.make(request)
        browser = Browser(guest)
        browser.stock()
        match = practice.roll(practice.begin(guest), guest)
        [one] = reserved(match, guest)
        browser.make(match, ROLL)
        practice.take_over(request, alice)
        assert alice.pledges.count() == 3
        browser.player = alice
        [one] = reserved(match, alice)
        browser.make(match, ROLL)
        assert tuple(rolled(match).dice[-len(falls(one)) :]) == falls(one, browser.number_of(one))

    def test_what_a_guest_promised_last_is_taken_first_by_the_player_too(self, alice: User) -> None:
        guest = User.objects.create(username="guest-1", guest=True)
        numbers.stock(alice, Browser(alice, random.Random(2)).promise(6))
        promised = Browser(guest).promise(4)
        numbers.stock(guest, promised)
        numbers.hand_over(guest, alice)
        assert alice.pledges.count() == 8, "of all there are the newest stay"
        with transaction.atomic():
            assert set(numbers.take([alice.pk], 2)[alice.pk]) == set(promised[-2:])
            assert set(numbers.take([alice.pk], 2)[alice.pk]) == set(promised[:2])

    def test_it_goes_with_the_account(self, alice: User, browser: Browser) -> None:
        User.objects.get(pk=alice.pk).delete()
        assert not Pledge.objects.exists()
