"""What is left of reserved sets when a match ends, and matches that began without any."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from dicepool import pool
from dicepool.models import Epoch, Fate, Handout
from games import record
from games.match import move_log, numbers, play, queries, records, staff, unseen
from games.match.numbers import Sent
from games.models import Match, Seat
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import handover, lobby, robot_play
from tests.games.numbers.rolled import ROLL, fate, rolled
from tests.games.own_numbers import Browser, label, reserved
from tests.games.tables import begin, legal, make, play_out, resigned, seat_of, timed_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ENDINGS: dict[str, Callable[[Match], object]] = {
    "played": play_out,
    "resigned": resigned,
    "left": lambda match: play.leave_all(match.seats.get(index=1).player),  # type: ignore[arg-type]
    "adjudicated": lambda match: staff.adjudicate(match.pk, [1, 2], "So it is."),
    "voided": lambda match: staff.void(match.pk, "A mistake."),
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
            return record.write(records.as_record(found, seats, move_log.all_moves(found)))

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
        robot = User.objects.get(level="beginner")
        match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
        while to_move(match) != robot:
            make(match, alice, legal(match, alice)[-1])
        Seat.objects.filter(match=match).update(reserved=[], sets=0)
        assert robot_play.move_all(match.pk) > 0
        assert len(seat_of(match, robot).reserved) == 1

    def test_one_that_was_decided_goes_on(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("BO", alice, bob)
        staff.adjudicate(match.pk, [1, 2], "So it is.")
        staff.reopen(match.pk)
        player = to_move(match)
        match = make(match, player, ROLL)
        [one] = reserved(match, player)
        match.refresh_from_db()
        assert one.label == label(match, seat_of(match, player), "set 2")
        assert match.moves.latest("number").numbers == [""]

    @pytest.mark.parametrize("pace", [Pace.TURNS, Pace.SPLIT])
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
        staff.void(match.pk, "A mistake.")
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
