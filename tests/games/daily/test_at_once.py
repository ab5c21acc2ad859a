"""Two tabs, two workers, at the same moment: one try, one day, one count."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from accounts.models import User
from games.daily import counting, days, handing, queries, trying
from games.match import play
from games.models import Daily, DailyTry, Deal, Match
from tests.at_once import PATIENCE, at_once, is_held_up, meanwhile
from tests.games.daily.played import BOAT_DAY, NEXT, at, end, fill, guest, noon

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]


def test_what_happens_twice_at_once_happens_once(alice: User) -> None:
    with at(noon(BOAT_DAY)):
        begun = at_once(lambda: days.begin(BOAT_DAY), lambda: days.begin(BOAT_DAY))
        assert begun[0] == begun[1]
        assert Daily.objects.count() == Deal.objects.count() == 1
        one, other = at_once(lambda: trying.begin(alice, BOAT_DAY), lambda: trying.begin(alice, BOAT_DAY))
        assert one == other
        assert Match.objects.count() == DailyTry.objects.count() == 1
        fill(one, alice)
        assert sorted(at_once(lambda: counting.count(one.pk), lambda: counting.count(one.pk))) == [
            False,
            True,
        ]
        assert queries.standing(BOAT_DAY).players == 1


@pytest.mark.parametrize("what", ["count", "sign-up", "suspension"])
def test_who_writes_of_a_day_waits_for_whoever_ends_it(alice: User, what: str) -> None:
    """Else a place would come, or go, when the ranking stands."""
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        request, visitor = guest()
        player = visitor if what == "sign-up" else alice
        match = fill(trying.begin(player, BOAT_DAY), player)
        if what != "count":
            counting.count(match.pk)
        acts: dict[str, Callable[[], object]] = {
            "count": lambda: counting.count(match.pk),
            "sign-up": lambda: handing.take_over(request, alice),  # type: ignore[arg-type]
            "suspension": lambda: handing.withdraw(alice),
        }
        with transaction.atomic():
            daily = Daily.objects.select_for_update(no_key=True).get(day=BOAT_DAY)
            counting.recount(BOAT_DAY, final=True)
            daily.ended_at = noon(BOAT_DAY)
            daily.save(update_fields=["ended_at"])
            writes = meanwhile(acts[what])
            assert is_held_up(writes)
        writes.result(PATIENCE)
        assert queries.standing(BOAT_DAY).players == (what == "suspension")


def test_two_tabs_in_which_a_past_day_is_played_have_one_match(alice: User) -> None:
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
    end(BOAT_DAY)
    with at(noon(NEXT)):
        one, other = at_once(*[lambda: trying.practise(alice, BOAT_DAY)] * 2)
        assert one == other
        assert Match.objects.count() == 1


def test_two_tabs_that_sign_in_give_the_try_to_one(alice: User, bob: User) -> None:
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        trying.begin(bob, BOAT_DAY)
        request, visitor = guest()
        match = trying.begin(visitor, BOAT_DAY)
        at_once(*[lambda player=player: handing.take_over(request, player) for player in (alice, bob, alice)])  # type: ignore[arg-type]
        assert not DailyTry.objects.filter(player=visitor).exists()
        assert DailyTry.objects.filter(player=bob).count() == 1
        assert (
            DailyTry.objects.filter(player=alice, match=match).count()
            == Match.objects.filter(pk=match.pk).count()
        )


@pytest.mark.parametrize("played", [False, True])
def test_a_try_is_handed_over_once_a_move_of_it_is_through(alice: User, played: bool) -> None:
    """Whoever moves and whoever is given the try, or throws it away, lock the match first."""
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        request, visitor = guest()
        match = trying.begin(visitor, BOAT_DAY)
        if played:
            trying.begin(alice, BOAT_DAY)
        with transaction.atomic():
            play.lock(match.pk)
            handed = meanwhile(lambda: handing.take_over(request, alice))  # type: ignore[arg-type]
            assert is_held_up(handed)
            assert DailyTry.objects.select_for_update(nowait=True).get(match=match).player == visitor
        handed.result(PATIENCE)
        assert DailyTry.objects.filter(player=alice, match=match).exists() is not played
        assert Match.objects.filter(pk=match.pk).exists() is not played
