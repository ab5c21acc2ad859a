"""Several who play the same dice do something at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from dicepool.models import Fate, Handout
from games.archive import keeping
from games.match import deals, play, seating
from games.models import Archived, Deal, Match
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]

ROLL = RulesMove(Kind.ROLL)
SETS = 33


def alone(deal: Deal, player: User) -> Match:
    """A match of a deal that many play, not begun."""
    match = Match(code="BO", rules_version=1, pace=Pace.DUPLICATE, clock="main", rated=False, deal=deal)
    seating.lay(match, [player], [player])
    return match


def in_one(act: Callable[[int], object], key: int) -> Callable[[], object]:
    def done() -> object:
        with transaction.atomic():
            return act(key)

    return done


def test_two_seats_that_roll_at_once_get_the_same_set(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.DUPLICATE)
    at_once(*[lambda player=player: play.move(match.pk, player, 0, ROLL) for player in (alice, bob)])
    one, other = match.moves.all()
    assert (one.serials, one.dice) == (other.serials, other.dice)
    assert Handout.objects.count() == SETS


def test_matches_that_begin_at_once_draw_their_deal_once(alice: User, bob: User, carol: User) -> None:
    deal = deals.make("BO", timezone.now() + timedelta(hours=1))
    matches = [alone(deal, player) for player in (alice, bob, carol)]
    at_once(*[lambda match=match: play.start(match.pk) for match in matches])
    assert Handout.objects.count() == SETS
    serials = set()
    for match, player in zip(matches, (alice, bob, carol), strict=True):
        play.move(match.pk, player, 0, ROLL)
        serials.add(tuple(match.moves.get().serials))
    assert len(serials) == 1


def test_the_last_of_matches_that_end_at_once_opens_their_deal(alice: User, bob: User) -> None:
    deal = deals.make("BO")
    matches = [alone(deal, player) for player in (alice, bob)]
    for match, player in zip(matches, (alice, bob), strict=True):
        play.start(match.pk)
        play.move(match.pk, player, 0, ROLL)
    at_once(
        *[
            lambda match=match, player=player: play.resign(
                match.pk, player, play.version_for(match, seat_of(match, player))
            )
            for match, player in zip(matches, (alice, bob), strict=True)
        ]
    )
    deal.refresh_from_db()
    assert deal.is_open
    assert Fate.objects.filter(kind=Fate.Kind.SHOWN).count() == 1
    assert Fate.objects.filter(kind=Fate.Kind.THROWN_AWAY).count() == SETS - 1


def test_a_deal_that_is_opened_twice_at_once_is_opened_once(alice: User) -> None:
    deal = deals.make("BO", timezone.now())
    play.start(alone(deal, alice).pk)
    at_once(*[in_one(deals.open_whole, deal.pk)] * 3)
    assert Fate.objects.filter(kind=Fate.Kind.SHOWN).count() == SETS


def test_a_match_does_not_stay_closed_in_the_archive_whose_deal_is_opened_meanwhile(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = deals.make("BO", timezone.now())
    match = play.start(alone(deal, alice).pk)
    play.resign(match.pk, alice, 0)
    begun: list[Future[None]] = []

    def opened() -> None:
        in_one(deals.open_whole, deal.pk)()
        keeping.follow_deal(deal.pk, [])

    def looked(match_id: int) -> keeping.Kept | None:
        found = wanted_of(match_id)
        begun.append(meanwhile(opened))
        is_held_up(begun[0])
        return found

    wanted_of = keeping.wanted_of
    monkeypatch.setattr(keeping, "wanted_of", looked)
    keeping.keep(match.pk)
    for one in begun:
        one.result(PATIENCE)
    assert not Archived.objects.get(pk=match.pk).closed
