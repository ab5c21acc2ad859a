"""What was dealt is dealt for good: a roll leaves no trace, and nothing but a restoration changes a set."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from boatzee_site import clearing
from dicepool import fates
from dicepool.models import DiceSet, Fate, Handout
from games.daily import days, schedule
from games.management.commands.check_matches import differences
from games.match import deals, folding, move_log, play, practising, sets, staff
from games.match.sets import Restored
from games.models import Deal, Match, Move
from games.rules.base import Kind, Pace
from games.seats import lobby
from tests.dicepool.emptied import empty
from tests.games.dealt import ROLL, SETS, rolled
from tests.games.tables import begin, legal, make, play_out, resigned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return begin("BO", alice, bob, pace=Pace.DUPLICATE)


POOL = ("diceset", "handout", "fate", "opening", "count", "day", "segment", "leaf")


def of_the_pool() -> dict[str, object]:
    """All that the pool keeps and tells of, but for what is sealed of its log meanwhile."""
    found: dict[str, object] = {}
    with connection.cursor() as cursor:
        for name in POOL:
            cursor.execute(
                f"SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM dicepool_{name} t"
            )
            [found[name]] = cursor.fetchone()
    return found


def test_a_roll_leaves_no_trace_in_the_pool_or_the_deal(match: Match, alice: User, bob: User) -> None:
    before = of_the_pool(), Deal.objects.values().get()
    for player in (alice, bob, alice):
        make(match, player, legal(match, player)[0])
    make(match, alice, next(one for one in legal(match, alice) if one.kind is Kind.SCORE))
    assert (of_the_pool(), Deal.objects.values().get()) == before


def test_nobody_promises_a_number_and_none_that_is_sent_turns_the_dice(match: Match, alice: User) -> None:
    assert not any(seat.reserved for seat in match.seats.all())
    play.move(match.pk, alice, 0, ROLL, play.Sent((b"1" * 16,)))
    [first] = rolled(match, 0)
    with transaction.atomic():
        assert first.numbers == [""]
        found = deals.throw(
            match, match.rules.start(2, {}, Pace.DUPLICATE, 0), match.seats.get(index=0), 3, Restored()
        )
    assert list(found.dice) == first.dice


def test_a_match_whose_deal_cannot_be_drawn_does_not_begin(alice: User, bob: User) -> None:
    empty()
    match = lobby.invite(alice, [bob], "BO", {}, Pace.DUPLICATE, "main")
    with pytest.raises(play.PoolEmpty):
        lobby.answer(match.pk, bob, accept=True)
    match.refresh_from_db()
    assert match.status == Match.Status.INVITING
    assert not Deal.objects.exists()


def test_an_empty_pool_stops_nobody_whose_match_has_begun(match: Match, alice: User) -> None:
    before = Handout.objects.count()
    DiceSet.objects.exclude(serial__in=Handout.objects.values("serial")).delete()
    make(match, alice, ROLL)
    assert Handout.objects.count() == before


class TestAfterARestoration:
    def test_what_nobody_has_rolled_is_replaced_and_what_one_has_stays(
        self, match: Match, alice: User, bob: User
    ) -> None:
        make(match, alice, ROLL)
        [kept] = rolled(match, 0)[0].serials
        last = Handout.objects.latest("serial").serial
        restored = Restored(given_up=last)
        with transaction.atomic(), pytest.raises(sets.Unreserved):
            deals.throw(match, match.rules.load(match.state or {}), match.seats.get(index=1), 3, restored)
        with transaction.atomic():
            deals.mend(match, restored)
        assert Handout.objects.count() == 2 * SETS - 1
        assert not Fate.objects.exists(), "or it would tell how far somebody is"
        with transaction.atomic():
            deals.mend(match, restored)
            found = deals.throw(
                match, match.rules.load(match.state or {}), match.seats.get(index=1), 3, restored
            )
        assert found.serials == (kept,)
        assert Handout.objects.count() == 2 * SETS - 1
        play_out(match)
        assert differences(match.pk) == []
        deals.open_forgotten()
        assert fates.waiting() == 0
        used = {serial for move in match.moves.all() for serial in move.serials}
        assert set(Fate.objects.filter(kind=Fate.Kind.SHOWN).values_list("serial", flat=True)) == used
        labels = [bytes(one or b"") for one in Handout.objects.values_list("label", flat=True)]
        assert len(set(labels)) == len(labels)


def test_what_is_void_is_played_again_with_other_dice(alice: User, bob: User) -> None:
    first = begin("BO", alice, bob, pace=Pace.DUPLICATE)
    staff.void(first.pk, "A mistake.")
    again = begin("BO", alice, bob, pace=Pace.DUPLICATE)
    assert again.deal_id != first.deal_id
    make(again, alice, ROLL)
    assert not Fate.objects.filter(serial__in=rolled(again, 0)[0].serials).exists()


def test_who_plays_alone_needs_no_deal(alice: User) -> None:
    assert lobby.invite(alice, [], "BO", {}, Pace.DUPLICATE, "main").pace == Pace.TURNS


def test_a_rematch_has_a_deal_of_its_own(match: Match, alice: User, bob: User) -> None:
    resigned(match)
    again = lobby.rematch(match.pk, alice)
    lobby.answer(again.pk, bob, accept=True)
    again.refresh_from_db()
    assert again.pace == Pace.DUPLICATE
    assert again.deal_id not in {None, match.deal_id}


@pytest.mark.usefixtures("robots")
def test_against_robots_nothing_is_taken_back_and_nobody_is_helped(alice: User) -> None:
    robot = User.objects.filter(robot__gt="")[0]
    match = lobby.invite(alice, [robot], "BO", {}, Pace.DUPLICATE, "main", rated=False)
    match.refresh_from_db()
    seats = list(match.seats.select_related("player"))
    assert match.status == Match.Status.RUNNING
    assert not practising.practises(match, seats, next(seat for seat in seats if seat.player_id == alice.pk))


def test_a_deal_that_is_open_is_never_drawn_again(match: Match, alice: User) -> None:
    resigned(match)
    deal = Deal.objects.get()
    assert deal.is_open
    assert not deal.sets  # they stand in the log of the dice
    before = of_the_pool()
    with transaction.atomic():
        assert not deals.draw_all(deal.pk).sets
    assert of_the_pool() == before


def test_what_a_folded_match_has_used_of_its_deal_is_known(match: Match, alice: User, bob: User) -> None:
    make(match, alice, ROLL)
    make(match, bob, ROLL)
    resigned(match)
    before = sorted(move_log.used_sets([match.pk]))
    assert before
    folding.fold([match.pk])
    assert not Move.objects.exists()
    assert sorted(move_log.used_sets([match.pk])) == before


def test_dice_that_no_match_and_no_day_has_go_once_they_are_open(alice: User, bob: User) -> None:
    played, gone, waits = (deals.make("BO") for _ in range(3))
    days.begin(schedule.today())
    for deal in (played, gone):
        match = Match.objects.create(code="BO", rules_version=1, pace="duplicate", clock="main", deal=deal)
    Deal.objects.exclude(pk=waits.pk).update(opened_at=timezone.now())
    match.delete()
    assert clearing.clear()["games_deal"] == 1
    assert not Deal.objects.filter(pk=gone.pk).exists()
    assert Deal.objects.filter(pk__in=[played.pk, waits.pk]).count() == 2
    assert Deal.objects.filter(daily__isnull=False).exists()
