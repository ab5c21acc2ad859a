"""The player's own number in the dice: sets are reserved before, and turned by what comes after."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from dicepool import pool, refill
from dicepool.models import Fate, Handout
from games.match import play
from games.match.numbers import Sent
from games.models import Match, Move, Pledge
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby, robot_play
from tests.dicepool.emptied import empty
from tests.games.numbers.rolled import ROLL, fate, rolled
from tests.games.own_numbers import Browser, falls, label, reserved
from tests.games.tables import begin, legal, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


class TestReserving:
    @pytest.mark.parametrize(("code", "each"), [("BZ", 1), ("BO", 1), ("DK", 2), ("PG", 1)])
    def test_every_seat_has_its_sets_as_soon_as_the_match_begins(
        self, alice: User, bob: User, browser: Browser, code: str, each: int
    ) -> None:
        match = begin(code, alice, bob)
        seats = list(match.seats.order_by("index"))
        assert [len(seat.reserved) for seat in seats] == [each, each]
        found = reserved(match, alice)
        assert [one.pledge in browser.numbers for one in found] == [True] * each
        assert [one.pledge for one in reserved(match, bob)] == [b""] * each
        for place, one in enumerate(found):
            row = Handout.objects.get(serial=one.serial)
            assert bytes(row.label or b"") == one.label == label(match, seat_of(match, alice), f"set {place}")
            assert bytes(row.pledge or b"") == one.pledge
            assert fate(one.serial) is None
        serials = [one.serial for seat in seats for one in reserved(match, seat.player)]  # type: ignore[arg-type]
        assert serials == sorted(serials)

    def test_throws_of_the_roll_off_have_labels_too(self, alice: User, bob: User) -> None:
        match = begin("BZ", alice, bob)
        throws = match.moves.filter(kind=Move.ROLL_OFF).order_by("number")
        for place, throw in enumerate(throws):
            seat = match.seats.get(index=throw.seat)
            row = Handout.objects.get(serial=throw.serials[0])
            assert bytes(row.label or b"") == label(match, seat, f"roll-off {place // 2 + 1}")
            assert fate(row.serial) == (Fate.Kind.SHOWN, b"")
            assert throw.numbers == []

    def test_a_roll_reserves_the_next_set_under_the_pledge_that_came_with_it(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        [first] = reserved(alone, alice)
        [pledge] = browser.promise()
        browser.make(alone, ROLL, Sent((browser.number_of(first),), (pledge,)))
        [second] = reserved(alone, alice)
        assert second.pledge == pledge
        assert second.serial > first.serial
        assert second.label == label(alone, seat_of(alone, alice), "set 1")

    def test_it_stays_over_the_end_of_the_turn(self, alone: Match, alice: User, browser: Browser) -> None:
        browser.make(alone, ROLL)
        waiting = reserved(alone, alice)
        browser.make(alone, RulesMove(Kind.SCORE, box="chance"))
        assert reserved(alone, alice) == waiting
        browser.make(alone, ROLL)
        assert rolled(alone).serials == [waiting[0].serial]

    def test_of_the_two_sets_of_dice_10000_a_smaller_roll_takes_the_first(
        self, alice: User, bob: User, browser: Browser
    ) -> None:
        match = begin("DK", alice, bob)
        bobs = Browser(bob, random.Random(2))
        for _ in range(12):
            player = to_move(match)
            mine = browser if player == alice else bobs
            wanted = legal(match, player)[0]
            count = match.rules.dice_wanted(match.table, seat_of(match, player).index, wanted)
            before, used = reserved(match, player), -(-count // 5)
            match = mine.make(match, wanted)
            if match.over:  # by six alike
                break
            after = reserved(match, player)
            assert [one.serial for one in before[:used]] == rolled(match).serials[:used] or not used
            assert after[: 2 - used] == before[used:]
            assert len(after) == 2


class TestWhatItCosts:
    """Reserving is part of the move: it asks the database no more often than a draw did."""

    def test_a_roll_takes_as_many_queries_as_it_ever_did(
        self, alice: User, browser: Browser, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        match = lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")
        browser.make(match, ROLL)  # each process looks at a batch's key once
        sent = browser.sent(reserved(match, alice))
        with django_assert_num_queries(8):
            play.move(match.pk, alice, 1, ROLL, sent)

    def test_a_start_takes_promises_and_sets_of_all_at_once(
        self, alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        def laid(*players: User) -> Match:
            return lobby.lay(players, "BO", {}, Pace.SPLIT, "main", accepted=players)

        two, three = laid(alice, bob), laid(alice, bob, carol)
        pool.draw(5)  # where the routine has to be written anew, or a mark to be passed, it is now
        for match in (two, three):
            with django_assert_num_queries(9):
                play.start(match.pk)


class TestTheDice:
    def test_they_are_turned_by_the_number_that_came(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        [one] = reserved(alone, alice)
        number = browser.number_of(one)
        browser.make(alone, ROLL)
        move = rolled(alone)
        assert tuple(move.dice) == falls(one, number)
        assert move.numbers == [number.hex()]
        assert fate(one.serial) == (Fate.Kind.SHOWN, number)

    def test_without_a_number_they_fall_as_they_lay(self, alone: Match, alice: User) -> None:
        [one] = reserved(alone, alice)
        make(alone, alice, ROLL)
        assert tuple(rolled(alone).dice) == falls(one)
        assert rolled(alone).numbers == [""]
        assert fate(one.serial) == (Fate.Kind.SHOWN, b"")

    def test_another_device_has_no_number_and_promises_its_own(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        phone = Browser(alice, random.Random(2))
        phone.make(alone, ROLL)
        assert rolled(alone).numbers == [""]
        browser.make(alone, ROLL)
        assert rolled(alone).numbers == [""], "the promise was the phone's"
        [one] = reserved(alone, alice)
        browser.make(alone, RulesMove(Kind.SCORE, box="chance"))
        browser.make(alone, ROLL)
        assert tuple(rolled(alone).dice) == falls(one, browser.number_of(one))

    @pytest.mark.parametrize("code", RULES)
    def test_every_roll_of_a_whole_match_follows_from_set_and_number(
        self, alice: User, bob: User, code: str
    ) -> None:
        match = begin(code, alice, bob)  # long enough for forty moves, however the dice fall
        choose = random.Random(5)
        browsers = {one: Browser(one, random.Random(one.pk)) for one in (alice, bob)}
        with_numbers = 0
        for _ in range(40):
            if match.over:
                break
            player = to_move(match)
            before = reserved(match, player)
            match = browsers[player].make(match, choose.choice(legal(match, player)))
            move = match.moves.get(number=match.version)
            fell = [
                die
                for one, number in zip(before, move.numbers, strict=False)
                for die in falls(one, bytes.fromhex(number))
            ]
            assert move.dice == fell[: len(move.dice)]
            with_numbers += all(move.numbers) and bool(move.serials)
        assert match.over or with_numbers > 5, "six alike end it at once"

    @pytest.mark.usefixtures("robots")
    def test_a_robot_rolls_without(self, alice: User, browser: Browser) -> None:
        robot = User.objects.get(level="casual")
        match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
        while not match.moves.filter(seat=1).exclude(serials=[]).exclude(kind=Move.ROLL_OFF).exists():
            if to_move(match) == alice:
                browser.make(match, legal(match, alice)[0])
            robot_play.move_all(match.pk)
        rolls = match.moves.filter(seat=1).exclude(kind=Move.ROLL_OFF).exclude(serials=[])
        assert {tuple(move.numbers) for move in rolls} == {("",)}


class TestWhatIsRefused:
    def unchanged(self, match: Match, error: type[Exception], act: Callable[[], object]) -> None:
        """It raises, and everything stands as it stood."""
        tables = (
            Match.objects.filter(pk=match.pk),
            match.seats.order_by("index"),
            Pledge.objects.order_by("pk"),
        )
        before = [list(rows.values()) for rows in tables]
        taken = Handout.objects.count(), Fate.objects.count()
        with pytest.raises(error), transaction.atomic():
            act()
        assert [list(rows.all().values()) for rows in tables] == before
        assert (Handout.objects.count(), Fate.objects.count()) == taken

    def test_a_number_that_was_not_promised(self, alone: Match, alice: User, browser: Browser) -> None:
        for wrong in [(bytes(16),), (bytes(16), browser.number_of(reserved(alone, alice)[0]))]:
            sent = Sent(wrong, browser.promise())
            self.unchanged(alone, play.WrongNumber, lambda sent=sent: browser.make(alone, ROLL, sent))  # type: ignore[misc]

    def test_a_number_where_none_was_promised(self, alice: User) -> None:
        match = lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")
        sent = Sent((bytes(16),))
        assert reserved(match, alice)[0].pledge == b""
        self.unchanged(match, play.WrongNumber, lambda: Browser(alice).make(match, ROLL, sent))

    def test_after_whatever_was_refused_the_same_number_gives_the_same_dice(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        [one] = reserved(alone, alice)
        sent = browser.sent([one])
        illegal = RulesMove(Kind.SCORE, box="chance")
        self.unchanged(alone, IllegalMove, lambda: browser.make(alone, illegal, sent))
        self.unchanged(alone, play.Stale, lambda: play.move(alone.pk, alice, 7, ROLL, sent))
        empty()
        self.unchanged(alone, play.PoolEmpty, lambda: browser.make(alone, ROLL, sent))
        refill.add_sets(100, "tests")
        browser.make(alone, ROLL, sent)
        assert tuple(rolled(alone).dice) == falls(one, browser.number_of(one))
        assert [found.pledge for found in reserved(alone, alice)] == list(sent.pledges)

    def test_an_answer_that_was_lost_is_not_rolled_again(
        self, alone: Match, alice: User, browser: Browser
    ) -> None:
        sent = browser.sent(reserved(alone, alice))
        play.move(alone.pk, alice, 0, ROLL, sent)
        self.unchanged(alone, play.Stale, lambda: play.move(alone.pk, alice, 0, ROLL, sent))

    def test_a_start_without_dice_leaves_the_promises_where_they_were(
        self, alice: User, browser: Browser
    ) -> None:
        empty()
        with pytest.raises(play.PoolEmpty), transaction.atomic():
            lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")
        assert Pledge.objects.count() == 4
        assert not Match.objects.exists()
