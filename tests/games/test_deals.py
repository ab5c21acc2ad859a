"""The same dice for several cards: drawn once, one set for each turn and roll, closed till the end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from dicepool import fates
from dicepool.models import Fate, Handout
from games import record
from games.management.commands.check_matches import differences
from games.match import deals, folding, move_log, play, queries, records, seating, staff
from games.match.sets import Restored
from games.models import Deal, Match
from games.rules import RULES, dealt
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from tests.games.dealt import ROLL, SETS, rolled
from tests.games.tables import begin, legal, make, play_out, resigned, timed_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return begin("BO", alice, bob, pace=Pace.DUPLICATE)


def at_places(match: Match) -> dict[tuple[int, int], set[int]]:
    """The serials that were used at each turn and roll, by whomever."""
    found: dict[tuple[int, int], set[int]] = {}
    turns = {seat.index: 1 for seat in match.seats.all()}
    rolls = dict.fromkeys(turns, 0)
    for move in move_log.all_moves(match):
        if move.kind == "roll":
            rolls[move.seat] += 1
            found.setdefault((turns[move.seat], rolls[move.seat]), set()).update(move.serials)
        elif move.kind == "score":
            turns[move.seat], rolls[move.seat] = turns[move.seat] + 1, 0
    return found


def test_all_sets_are_taken_as_the_match_begins_and_none_after(match: Match, alice: User, bob: User) -> None:
    assert Handout.objects.count() == SETS
    assert not match.moves.exists()  # nobody starts
    play_out(match)
    assert Handout.objects.count() == SETS


def test_both_get_the_same_set_in_the_same_turn_and_roll(match: Match, alice: User, bob: User) -> None:
    for player in (alice, bob):
        make(match, player, ROLL)
    [first], [second] = rolled(match, 0), rolled(match, 1)
    assert (first.serials, first.dice) == (second.serials, second.dice)
    make(match, alice, RulesMove(Kind.ROLL, tuple(first.dice[:2])))
    make(match, bob, RulesMove(Kind.ROLL))
    one, all_three = rolled(match, 0)[1], rolled(match, 1)[1]
    assert one.serials == all_three.serials != first.serials
    assert one.dice == all_three.dice[:1]


@pytest.mark.parametrize("code", [code for code, rules in RULES.items() if Pace.DUPLICATE in rules.paces])
def test_every_game_of_cards_plays_to_the_end(code: str, alice: User, bob: User, carol: User) -> None:
    match = play_out(begin(code, alice, bob, carol, pace=Pace.DUPLICATE), seed=3)
    assert match.status == Match.Status.FINISHED
    places = at_places(match)
    assert {len(serials) for serials in places.values()} == {1}
    assert len(set.union(*places.values())) == len(places)
    assert places.keys() <= set(deals.places(code))
    assert len(deals.places(code)) == dealt(code).turns * 3
    assert differences(match.pk) == []


def test_the_record_says_which_deal_and_is_read_again(match: Match) -> None:
    play_out(match)
    folding.fold([match.pk])
    found, seats = queries.table(match.pk)
    text = record.write(records.as_record(found, seats, move_log.all_moves(found)))
    assert '[Pace "duplicate"]' in text
    assert f'[Deal "{match.deal_id}"]' in text
    assert match.deal
    assert f'[Seed "{bytes(match.deal.seed).hex()}"]' in text
    assert record.write(record.read(text)) == text
    assert differences(match.pk) == []


@pytest.mark.parametrize(
    "end",
    [
        play_out,
        resigned,
        timed_out,
        lambda match: play.leave_all(match.seats.get(index=1).player),
        lambda match: staff.adjudicate(match.pk, [1, 2], "So it is."),
        lambda match: staff.void(match.pk, "A mistake."),
    ],
    ids=["played", "resigned", "timed out", "left", "adjudicated", "voided"],
)
def test_every_end_opens_the_deal(match: Match, alice: User, client: Client, end) -> None:  # type: ignore[no-untyped-def]
    make(match, alice, ROLL)
    [serial] = rolled(match, 0)[0].serials
    page = reverse("dicepool:roll_json", args=[serial])
    assert client.get(page).status_code == 404
    assert not Fate.objects.exists()
    end(match)
    used = {serial for move in match.moves.all() for serial in move.serials}
    assert client.get(page).status_code == 200
    assert set(Fate.objects.filter(kind=Fate.Kind.SHOWN).values_list("serial", flat=True)) == used
    assert Fate.objects.filter(kind=Fate.Kind.THROWN_AWAY).count() == SETS - len(used)
    deal = Deal.objects.get()
    assert deal.is_open
    assert not deal.sets


def test_one_who_times_out_or_resigns_spoils_nothing(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob, carol, pace=Pace.DUPLICATE)
    make(match, alice, ROLL)
    play.resign(match.pk, alice, 1)
    assert not Fate.objects.exists()
    make(match, bob, ROLL)
    make(match, carol, ROLL)
    assert rolled(match, 0)[0].serials == rolled(match, 1)[0].serials == rolled(match, 2)[0].serials


def test_a_roll_that_is_rolled_back_finds_the_same_set_again(match: Match, alice: User) -> None:
    with transaction.atomic():
        make(match, alice, ROLL)
        before = rolled(match, 0)[0].serials
        transaction.set_rollback(True)
    make(match, alice, ROLL)
    assert rolled(match, 0)[0].serials == before


def test_a_set_costs_one_question(match: Match, alice: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    state = match.rules.load(match.state or {})
    seat = match.seats.get(index=0)
    deals.throw(match, state, seat, 3, Restored())  # the key is looked at once in each process
    with django_assert_num_queries(1):
        deals.throw(match, state, seat, 3, Restored())


class TestManyMatchesOfADeal:
    """Such as one game for everybody on one day."""

    @pytest.fixture
    def deal(self) -> Deal:
        with transaction.atomic():
            return deals.draw_all(deals.make("BO", timezone.now() + timedelta(hours=1)).pk)

    def alone(self, deal: Deal, player: User) -> Match:
        match = Match(code="BO", rules_version=1, pace=Pace.DUPLICATE, clock="main", rated=False, deal=deal)
        seating.lay(match, [player], [player])
        return play.start(match.pk)

    def test_all_get_the_same_dice(self, deal: Deal, alice: User, bob: User) -> None:
        ours = [self.alone(deal, player) for player in (alice, bob)]
        assert Handout.objects.count() == SETS
        for match, player in zip(ours, (alice, bob), strict=True):
            make(match, player, ROLL)
        [first], [second] = (rolled(match, 0) for match in ours)
        assert (first.serials, first.dice) == (second.serials, second.dice)

    def test_it_is_drawn_once(self, deal: Deal) -> None:
        before = bytes(deal.sets)
        with transaction.atomic():
            assert bytes(deals.draw_all(deal.pk).sets) == before
        assert Handout.objects.count() == SETS

    def test_nobody_else_sees_one_that_is_over_before_the_deal_opens(
        self, deal: Deal, alice: User, bob: User, client: Client
    ) -> None:
        match = play_out(self.alone(deal, alice), seed=1)
        assert match.over
        assert not Fate.objects.exists()
        mine = client
        mine.force_login(alice)
        others = Client()
        others.force_login(bob)
        for name in ("table", "replay", "record"):
            address = reverse(f"games:{name}", args=[match.pk])
            assert mine.get(address).status_code == 200
            assert "public" not in mine.get(address).headers.get("Cache-Control", "")
            assert others.get(address).status_code == 403
        own_record = reverse("games:record", args=[match.pk])
        assert "[Seed " not in mine.get(own_record).content.decode(), "it tells where the sets of all lie"
        for name in ("proofs", "picture"):
            address = reverse(f"games:{name}", args=[match.pk])
            assert {mine.get(address).status_code, others.get(address).status_code} == {404}
        with transaction.atomic():
            deals.open_whole(deal.pk)
        for name in ("table", "replay", "record", "picture"):
            assert others.get(reverse(f"games:{name}", args=[match.pk])).status_code == 200
        assert f'[Seed "{bytes(deal.seed).hex()}"]' in others.get(own_record).content.decode()

    def test_it_is_opened_whole_and_played_on(self, deal: Deal, alice: User) -> None:
        with transaction.atomic():
            deals.open_whole(deal.pk)
            deals.open_whole(deal.pk)
        assert Fate.objects.filter(kind=Fate.Kind.SHOWN).count() == SETS
        deal.refresh_from_db()
        laid = list(deals.laid_open(deal))
        assert [(one.turn, one.roll) for one in laid] == deals.places("BO")
        match = self.alone(deal, alice)
        make(match, alice, ROLL)
        [first] = rolled(match, 0)
        assert (first.serials, first.dice) == ([laid[0].serial], list(laid[0].dice[:3]))


def test_it_stays_closed_until_the_last_of_its_matches_is_over(alice: User, bob: User) -> None:
    deal = deals.make("BO")
    ours = []
    for player in (alice, bob):
        match = Match(code="BO", rules_version=1, pace=Pace.DUPLICATE, clock="main", rated=False, deal=deal)
        seating.lay(match, [player], [player])
        ours.append(match)
    play_out(play.start(ours[0].pk), seed=1)
    assert not Fate.objects.exists(), "the other has not begun"
    running = play.start(ours[1].pk)
    make(running, bob, ROLL)
    assert not Fate.objects.exists()
    play_out(running, seed=2)
    assert fates.waiting() == 0
    assert Deal.objects.get().is_open


@pytest.mark.django_db(transaction=True)
def test_what_came_by_no_end_is_found(match: Match, alice: User) -> None:
    """By the worker, who begins no transaction around it, also while others go on."""
    make(match, alice, ROLL)
    assert deals.open_forgotten() == 0
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    assert deals.open_forgotten() == 1
    assert fates.waiting() == 0
    assert Fate.objects.filter(kind=Fate.Kind.SHOWN).count() == 1


def test_sets_of_a_deal_that_is_gone_are_lost(match: Match) -> None:
    Match.objects.filter(pk=match.pk).delete()
    Deal.objects.all().delete()
    deals.open_forgotten()
    assert fates.waiting() == 0
    assert Fate.objects.filter(kind=Fate.Kind.THROWN_AWAY).count() == SETS


def test_a_match_without_a_deal_asks_nothing_more(alice: User) -> None:
    assert legal(begin("BO", alice), alice)
    assert not Deal.objects.exists()
