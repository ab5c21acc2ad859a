"""What becomes of a try when a guest signs up, or an account is closed, and what is counted again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaving, moderation
from accounts.models import User
from games.daily import checking, counting, days, handing, queries, trying
from games.match import notices, play, staff
from games.models import Daily, DailyCount, DailyTry, Match
from games.seats import practice
from tests.games.daily.played import BOAT_DAY, at, end, fill, finish, guest, noon, version
from tests.worker import work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def day(pool: None) -> Iterator[Daily]:
    """A day of Boat, at noon."""
    with at(noon(BOAT_DAY)):
        yield days.begin(BOAT_DAY)


def test_a_guest_has_no_place_until_there_is_an_account(alice: User) -> None:
    request, visitor = guest()
    finish(visitor, BOAT_DAY)
    assert not queries.standing(BOAT_DAY).players
    handing.take_over(request, alice)  # type: ignore[arg-type]
    practice.take_over(request, alice)  # type: ignore[arg-type]
    made = DailyTry.objects.get()
    assert (made.player, made.ranked) == (alice, True)
    assert made.match.seats.get().player == alice
    assert queries.standing(BOAT_DAY).players == 1


def test_a_guest_stays_one_whose_row_was_made_active_by_hand(client: Client) -> None:
    _request, visitor = guest()
    User.objects.filter(pk=visitor.pk).update(is_active=True)
    finish(visitor, BOAT_DAY)
    assert not queries.standing(BOAT_DAY).players
    assert visitor.username not in client.get(reverse("games:daily")).content.decode()


def test_a_guest_who_looked_and_left_has_no_place_with_an_account_either(alice: User) -> None:
    request, visitor = guest()
    match = trying.begin(visitor, BOAT_DAY)
    play.resign(match.pk, visitor, version(match, visitor))
    work()
    handing.take_over(request, alice)  # type: ignore[arg-type]
    made = DailyTry.objects.get()
    assert (made.player, made.total, made.ranked) == (alice, 0, False)
    assert not queries.standing(BOAT_DAY).players
    mine = queries.mine(alice, BOAT_DAY, queries.standing(BOAT_DAY))
    assert mine
    assert (mine.full, mine.ranked, mine.better) == (False, False, None)


def test_what_a_guest_played_of_a_day_that_is_over_keeps_no_place(alice: User) -> None:
    request, visitor = guest()
    finish(visitor, BOAT_DAY)
    end(BOAT_DAY)
    handing.take_over(request, alice)  # type: ignore[arg-type]
    assert not DailyTry.objects.get(player=alice).ranked
    assert queries.streak(alice) is not None


def test_an_account_that_played_already_keeps_its_own(alice: User) -> None:
    request, visitor = guest()
    theirs = finish(visitor, BOAT_DAY)
    own = finish(alice, BOAT_DAY, first=4)
    handing.take_over(request, alice)  # type: ignore[arg-type]
    practice.take_over(request, alice)  # type: ignore[arg-type]
    assert DailyTry.objects.get().match == own
    assert not Match.objects.filter(pk=theirs.pk).exists()
    assert queries.standing(BOAT_DAY).players == 1


def test_nothing_is_given_to_an_account_that_is_closed_meanwhile(alice: User) -> None:
    request, visitor = guest()
    finish(visitor, BOAT_DAY)
    leaving.close(User.objects.get(pk=alice.pk))  # in another tab
    handing.take_over(request, alice)  # type: ignore[arg-type]
    assert DailyTry.objects.get().player == visitor


def test_a_count_that_is_short_of_one_lets_an_account_be_closed_all_the_same(alice: User) -> None:
    """There are never fewer than none; whoever checks the day counts it anew."""
    finish(alice, BOAT_DAY)
    DailyCount.objects.update(players=0)
    leaving.close(alice)
    assert not DailyTry.objects.filter(ranked=True).exists()
    assert DailyCount.objects.get().players == 0
    assert not list(checking.differences(BOAT_DAY))


def test_who_is_suspended_or_closes_the_account_has_no_place_today(
    alice: User, bob: User, carol: User
) -> None:
    for player in (alice, bob, carol):
        finish(player, BOAT_DAY)
    judge = User.objects.create_user("staff", is_staff=True)
    moderation.decide(alice, "suspend", "Enough.", judge, until=timezone.now() + timedelta(days=3))
    assert queries.standing(BOAT_DAY).players == 2
    leaving.close(bob)
    assert queries.standing(BOAT_DAY).players == 1
    best = queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None)
    assert [line.name for line in best] == ["carol"]
    end(BOAT_DAY)
    assert queries.standing(BOAT_DAY).players == 1
    moderation.decide(carol, "suspend", "Enough.", judge, until=timezone.now() + timedelta(days=3))
    assert queries.standing(BOAT_DAY).players == 1
    assert not queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None), "without the name"
    leaving.close(carol)
    assert queries.standing(BOAT_DAY).players == 1, "a past day stands as it ended"
    assert not queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None), "but without the name"


def test_to_withdraw_costs_nothing_of_the_days_that_are_over(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Whoever played every day for years closes the account as quickly as a newcomer, and holds no day."""
    finish(alice, BOAT_DAY)
    end(BOAT_DAY)
    with django_assert_num_queries(3):  # one, and the two ends of its part of the transaction
        handing.withdraw(alice)
    assert queries.standing(BOAT_DAY).players == 1


@pytest.mark.parametrize(
    "kept", [{"is_active": False}, {"suspended_until": noon(BOAT_DAY) + timedelta(days=30)}]
)
def test_at_its_end_a_day_is_counted_without_whoever_may_not_be_seen(
    alice: User, bob: User, kept: dict[str, object]
) -> None:
    """However the account came to be so: by hand, too."""
    for player in (alice, bob):
        finish(player, BOAT_DAY)
    User.objects.filter(pk=bob.pk).update(**kept)
    best = queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None)
    assert [line.name for line in best] == ["alice"]
    end(BOAT_DAY)
    assert queries.standing(BOAT_DAY).players == 1
    assert list(DailyTry.objects.order_by("match").values_list("ranked", flat=True)) == [True, False]


def test_who_may_not_be_seen_when_a_card_is_counted_has_no_place(alice: User) -> None:
    match = fill(trying.begin(alice, BOAT_DAY), alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert counting.count(match.pk)
    assert not DailyTry.objects.get().ranked
    assert not queries.standing(BOAT_DAY).players


def test_a_card_that_staff_take_back_counts_for_nothing(alice: User, bob: User, client: Client) -> None:
    mine, other = finish(alice, BOAT_DAY), finish(bob, BOAT_DAY, first=5)
    client.force_login(alice)
    assert queries.streak(alice) is not None
    staff.take_back(mine.pk, "Two accounts.")
    work()
    assert counting.count(mine.pk) is False, "once"
    assert queries.standing(BOAT_DAY).players == 1
    assert queries.streak(alice) is None
    assert not list(checking.differences(BOAT_DAY))
    page = client.get(reverse("games:daily")).content.decode()
    assert "The staff took your try back" in page
    assert "being counted" not in page
    assert trying.begin(alice, BOAT_DAY) == mine, "there is no second try"
    end(BOAT_DAY)
    assert queries.standing(BOAT_DAY).players == 1
    staff.take_back(other.pk, "Two accounts.")
    work()
    assert not queries.standing(BOAT_DAY).players, "on a past day, too"
    assert not queries.best(Daily.objects.get(), queries.standing(BOAT_DAY), None)


def test_a_card_that_staff_void_while_it_runs_is_neither_counted_nor_waited_for(
    alice: User, client: Client
) -> None:
    match = fill(trying.begin(alice, BOAT_DAY), alice, turns=2)
    staff.void(match.pk, "Two accounts.")
    work()
    client.force_login(alice)
    page = client.get(reverse("games:daily")).content.decode()
    assert "The staff took your try back" in page
    assert not DailyTry.objects.get().ranked
    assert end(BOAT_DAY).ended_at
    assert not queries.standing(BOAT_DAY).players


def test_a_match_that_is_finished_after_all_counts_again(alice: User) -> None:
    match = finish(alice, BOAT_DAY)
    place = DailyTry.objects.values_list("total", "full", "ranked", "at").get()
    staff.take_back(match.pk, "A mistake.")
    work()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    notices.note_changed(match.pk)
    work()
    assert DailyTry.objects.values_list("total", "full", "ranked", "at").get() == place
    assert queries.standing(BOAT_DAY).players == 1


def test_the_command_takes_out_what_is_void(alice: User) -> None:
    match = finish(alice, BOAT_DAY)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    assert list(checking.differences(BOAT_DAY, mend=True)) == [
        f"match {match.pk} is counted, but it is not finished"
    ]
    assert not list(checking.differences(BOAT_DAY))
    assert not queries.standing(BOAT_DAY).players


def test_the_command_finds_what_is_wrong_and_mends_it(alice: User, bob: User) -> None:
    finish(alice, BOAT_DAY)
    finish(bob, BOAT_DAY, first=5)
    assert not list(checking.differences(BOAT_DAY))
    right = list(DailyCount.objects.order_by("total").values_list("total", "players"))
    DailyTry.objects.filter(player=alice).update(total=999)
    DailyCount.objects.filter(total=right[0][0]).update(players=77)
    found = list(checking.differences(BOAT_DAY))
    assert any("is counted with 999 points" in one for one in found)
    assert any("77 players are counted" in one for one in found)
    with pytest.raises(SystemExit):
        call_command("check_daily", str(BOAT_DAY))
    call_command("check_daily", "--mend")
    assert (
        list(DailyCount.objects.filter(players__gt=0).order_by("total").values_list("total", "players"))
        == right
    )
    call_command("check_daily")
