"""The player's own number in the dice: sets are reserved before, and turned by what comes after."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import guests
from accounts.models import User
from dicepool import pool, refill
from dicepool.models import Epoch, Fate, Handout
from games import (
    handover,
    lobby,
    numbers,
    play,
    practice,
    queries,
    record,
    robot_play,
    staff,
    timeouts,
    unseen,
)
from games.models import Match, Move, Pledge, Seat
from games.numbers import Sent
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Pace
from games.rules.base import Move as RulesMove
from tests.dicepool.emptied import empty
from tests.games.own_numbers import Browser, falls, label, reserved
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ROLL = RulesMove(Kind.ROLL)


@pytest.fixture
def browser(alice: User) -> Browser:
    """Alice's, which has promised numbers for first rolls."""
    found = Browser(alice)
    found.stock()
    return found


@pytest.fixture
def alone(alice: User, browser: Browser) -> Match:
    """A match in which alice is always to move."""
    return lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")


def rolled(match: Match) -> Move:
    """The latest roll."""
    return match.moves.exclude(serials=[]).latest("number")


def fate(serial: int) -> tuple[int, bytes] | None:
    """What became of a set, and the number that is told with it; None where nothing did yet."""
    found = Fate.objects.filter(serial=serial).first()
    return (found.kind, bytes(found.number or b"")) if found else None


class TestReserving:
    @pytest.mark.parametrize(("code", "each"), [("BZ", 1), ("BO", 1), ("DK", 2)])
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
        with django_assert_num_queries(10):
            play.start(two.pk)
        with django_assert_num_queries(9):
            play.start(three.pk)


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
        match = begin(code, alice, bob, options={"target": 2000} if code == "DK" else {})
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
        assert with_numbers > 5

    @pytest.mark.usefixtures("robots")
    def test_a_robot_rolls_without(self, alice: User, browser: Browser) -> None:
        robot = User.objects.get(robot="simple")
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

    def test_it_goes_with_the_account(self, alice: User, browser: Browser) -> None:
        User.objects.get(pk=alice.pk).delete()
        assert not Pledge.objects.exists()


def resigned(match: Match) -> None:
    player = match.seats.get(index=0).player
    assert player
    play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))


def timed_out(match: Match) -> None:
    User.objects.update(spend_holiday=False)
    past = timezone.now()
    Seat.objects.filter(match=match).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=past)
    assert timeouts.expire(match.pk)


ENDINGS: dict[str, Callable[[Match], object]] = {
    "played": play_out,
    "resigned": resigned,
    "left": lambda match: play.leave_all(match.seats.get(index=1).player),  # type: ignore[arg-type]
    "adjudicated": lambda match: play.adjudicate(match.pk, [1, 2], "So it is."),
    "voided": lambda match: play.void(match.pk, "A mistake."),
}


class TestTheEnd:
    @pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS)
    @pytest.mark.parametrize("pace", Pace)
    def test_what_is_left_is_thrown_away(
        self, alice: User, bob: User, browser: Browser, pace: Pace, end: Callable[[Match], object]
    ) -> None:
        match = begin("BO", alice, bob, pace=pace)
        end(match)
        self.settled(match)

    def test_so_it_is_when_time_ran_out(self, alice: User, bob: User) -> None:
        match = begin("BO", alice, bob, pace=Pace.SPLIT)
        make(match, alice, ROLL)
        timed_out(match)
        self.settled(match)

    def test_a_roll_that_wins_at_once_reserves_no_more(
        self, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = begin("DK", alice, bob)
        player = to_move(match)
        taken = Handout.objects.count()
        fours = [4] * 5
        monkeypatch.setattr(
            pool, "unseal", lambda sets, _numbers: [pool.Drawn(one.serial, tuple(fours)) for one in sets]
        )
        match = make(match, player, ROLL)
        assert match.over
        assert Handout.objects.count() == taken
        self.settled(match)

    def settled(self, match: Match) -> None:
        """Whatever was taken for the match was rolled and is shown, or is thrown away."""
        match.refresh_from_db()
        assert match.over
        assert not any(seat.reserved for seat in match.seats.all())
        used = {serial for move in match.moves.all() for serial in move.serials}
        fates = dict(Fate.objects.values_list("serial", "kind"))
        for serial in Handout.objects.values_list("serial", flat=True):
            assert fates[serial] == (Fate.Kind.SHOWN if serial in used else Fate.Kind.THROWN_AWAY)

    def test_the_seed_is_told_only_then_and_gives_every_label(
        self, alice: User, bob: User, browser: Browser
    ) -> None:
        match = begin("BO", alice, bob)
        while to_move(match) != alice:
            make(match, bob, legal(match, bob)[-1])
        browser.make(match, ROLL)

        def text() -> str:
            found, seats = queries.table(match.pk)
            return record.write(queries.as_record(found, seats, queries.all_moves(found)))

        assert "[Seed " not in text()
        play.resign(match.pk, alice, match.moves.count())
        match.refresh_from_db()
        assert match.seed is not None
        assert f'[Seed "{bytes(match.seed).hex()}"]' in text()
        shown = rolled(match)
        assert shown.numbers[0]
        assert f"#{shown.serials[0]}*{shown.numbers[0]}" in text()
        labels = {
            serial: bytes(found or b"")
            for serial, found in Handout.objects.exclude(label=None).values_list("serial", "label")
        }
        for seat in match.seats.all():
            told = [label(match, seat, f"set {place}") for place in range(seat.sets)]
            own = sorted(serial for serial, found in labels.items() if found in told)
            assert [labels[serial] for serial in own] == told, "in the order of their serials"
            rolls = [m for m in match.moves.filter(seat=seat.index) if m.kind in {Kind.ROLL, Kind.PICK_UP}]
            used = [serial for move in rolls for serial in move.serials]
            assert own[: len(used)] == used, "no gap"
            assert {fate(serial) for serial in own[len(used) :]} == {(Fate.Kind.THROWN_AWAY, b"")}


class TestHiddenCards:
    def test_nothing_is_told_of_numbers_before_the_end(
        self, alice: User, bob: User, browser: Browser
    ) -> None:
        match = begin("BO", alice, bob, pace=Pace.SPLIT)
        [one] = reserved(match, alice)
        browser.make(match, ROLL)
        assert rolled(match).numbers == [browser.number_of(one).hex()]
        assert fate(one.serial) is None
        play.resign(match.pk, bob, 0)
        assert fate(one.serial) == (Fate.Kind.SHOWN, browser.number_of(one))


class TestMatchesWithoutReservedSets:
    """From before there were any, or taken up again after staff had decided them."""

    @pytest.fixture
    def old(self, alone: Match) -> Match:
        """As an earlier release left it."""
        Seat.objects.filter(match=alone).update(reserved=[], sets=0)
        Match.objects.filter(pk=alone.pk).update(seed=None)
        return alone

    def test_a_roll_reserves_its_set_first(self, old: Match, alice: User, browser: Browser) -> None:
        match = browser.make(old, ROLL, Sent((), browser.promise()))
        assert rolled(match).numbers == [""]
        match.refresh_from_db()
        assert match.seed
        first = Handout.objects.get(serial=rolled(match).serials[0])
        assert bytes(first.label or b"") == label(match, seat_of(match, alice), "set 0")
        [one] = reserved(match, alice)
        assert one.label == label(match, seat_of(match, alice), "set 1")
        browser.make(match, RulesMove(Kind.SCORE, box="chance"))
        browser.make(match, ROLL)
        assert rolled(match).numbers == [browser.number_of(one).hex()]

    @pytest.mark.usefixtures("robots")
    def test_a_robot_does_so_too(self, alice: User) -> None:
        robot = User.objects.get(robot="random")
        match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
        while to_move(match) != robot:
            make(match, alice, legal(match, alice)[-1])
        Seat.objects.filter(match=match).update(reserved=[], sets=0)
        assert robot_play.move_all(match.pk) > 0
        assert len(seat_of(match, robot).reserved) == 1

    def test_one_that_was_decided_goes_on(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("BO", alice, bob)
        play.adjudicate(match.pk, [1, 2], "So it is.")
        staff.reopen(match.pk)
        player = to_move(match)
        match = make(match, player, ROLL)
        [one] = reserved(match, player)
        match.refresh_from_db()
        assert one.label == label(match, seat_of(match, player), "set 2")
        assert match.moves.latest("number").numbers == [""]

    @pytest.mark.parametrize("pace", Pace)
    def test_sets_that_a_new_epoch_gave_up_are_not_rolled(self, alice: User, bob: User, pace: Pace) -> None:
        match = begin("BO", alice, bob, pace=pace)
        player = to_move(match)
        before = [reserved(match, one)[0].serial for one in (alice, bob)]
        Epoch.objects.create(cursor=1, after=max(before), batch=1, chain=bytes(32), known=True)
        make(match, player, ROLL)
        assert rolled(match).serials[0] > max(before)
        assert len(reserved(match, player)) == 1
        while_it_runs = None if pace is Pace.SPLIT else (Fate.Kind.THROWN_AWAY, b"")
        assert [fate(serial) for serial in before] == [while_it_runs] * 2
        play.void(match.pk, "A mistake.")
        unseen.open_forgotten()
        assert [fate(serial) for serial in before] == [(Fate.Kind.THROWN_AWAY, b"")] * 2

    def test_what_was_promised_before_a_new_epoch_is_not_used_again(
        self, alice: User, bob: User, browser: Browser
    ) -> None:
        """The restored stock may hold what was used, and told, in what the database forgot."""
        Epoch.objects.create(began_at=timezone.now(), cursor=1, after=1, batch=1, chain=bytes(32), known=True)
        match = begin("BO", alice, bob)
        assert reserved(match, alice)[0].pledge == b""
        assert alice.pledges.count() == 4
        [fresh] = browser.promise()
        numbers.stock(alice, [fresh])
        assert [one.pledge for one in reserved(begin("DK", alice, bob), alice)] == [fresh, b""]

    def test_one_that_is_gone_leaves_nothing_reserved(self, alone: Match, alice: User) -> None:
        [one] = reserved(alone, alice)
        alone.delete()
        assert unseen.open_forgotten() == 1
        assert fate(one.serial) == (Fate.Kind.THROWN_AWAY, b"")


def test_a_substitute_goes_on_with_the_sets_and_without_the_numbers(
    alice: User, bob: User, carol: User, browser: Browser
) -> None:
    match = begin("BO", alice, bob)
    [one] = reserved(match, alice)
    assert handover.take_over(match.pk, alice.pk, carol)
    while to_move(match) != carol:
        make(match, bob, legal(match, bob)[-1])
    match = Browser(carol).make(match, ROLL)
    assert rolled(match).serials == [one.serial]
    assert rolled(match).numbers == [""]
