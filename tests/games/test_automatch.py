"""Find me a match: pairs begin by themselves, once, and never against whom one wants nothing of."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.models import User
from accounts.people import relations
from games.match import ranking, wake
from games.models import Match, Rating, Wish
from games.rules.base import BadOptions, Pace
from games.seats import automatch, lobby, waiting
from tests.at_once import at_once
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def wish(player: User, *codes: str, wanted: int = 1) -> Wish:
    return automatch.wish(player, codes or ("BZ",), "main", wanted)


def rate(player: User, mean: float) -> None:
    Rating.objects.create(
        player=player, code="BZ", kind="duel", mean=mean, deviation=50, volatility=0.06, at=timezone.now()
    )


def test_two_who_wait_begin(alice: User, bob: User) -> None:
    wish(alice)
    assert automatch.run() == 0
    wish(bob, "BO", "BZ")
    assert automatch.run() == 1
    match = Match.objects.get()
    assert match.code == "BZ"
    assert match.rated
    assert match.status == Match.Status.RUNNING
    assert not Wish.objects.exists()


def test_whoever_wants_more_goes_on_waiting_for_somebody_else(alice: User, bob: User, carol: User) -> None:
    wish(alice, wanted=2)
    wish(bob, wanted=2)
    assert automatch.run() == 1
    assert automatch.run() == 0, "the two have just met"
    wish(carol)
    assert automatch.run() == 1
    assert Match.objects.filter(seats__player=carol).count() == 1


def test_far_apart_they_wait_until_the_bounds_have_widened(alice: User, bob: User) -> None:
    rate(alice, 1900)
    wish(alice)
    wish(bob)
    assert automatch.run() == 0
    Wish.objects.update(since=timezone.now() - timedelta(hours=3))
    assert automatch.run() == 1


def test_ignored_players_do_not_meet(alice: User, bob: User) -> None:
    relations.ignore(bob, alice)
    wish(alice)
    wish(bob)
    assert automatch.run() == 0


@pytest.mark.parametrize("answer", [None, True, False])
def test_two_of_whom_one_has_asked_the_other_meet_once(alice: User, bob: User, answer: bool | None) -> None:
    match = lobby.invite(bob, [alice], "BO", {}, Pace.TURNS, "main")
    if answer is not None:
        lobby.answer(match.pk, alice, accept=answer)
    wish(alice)
    wish(bob)
    assert automatch.run() == (1 if answer is False else 0), "only where nothing comes of it"


def test_nobody_is_paired_with_a_suspended_player(alice: User, bob: User) -> None:
    wish(alice)
    wish(bob)
    User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert automatch.run() == 0
    assert not Wish.objects.filter(player=bob).exists()


def test_other_games_and_clocks_do_not_meet(alice: User, bob: User, carol: User) -> None:
    wish(alice, "BZ")
    wish(bob, "BO")
    automatch.wish(carol, ["BZ"], "fast", 1)
    assert automatch.run() == 0


def test_a_new_wish_replaces_the_old_and_keeps_its_place(alice: User) -> None:
    first = wish(alice)
    again = wish(alice, "BO")
    assert (first.pk, first.since) == (again.pk, again.since)
    automatch.forget(alice)
    with pytest.raises(automatch.NoWish):
        automatch.forget(alice)


@pytest.mark.parametrize(("codes", "wanted"), [((), 1), (("XX",), 1), (("BZ",), 0), (("BZ",), 6)])
def test_what_cannot_be_wished_is_refused(alice: User, codes: tuple[str, ...], wanted: int) -> None:
    with pytest.raises(BadOptions):
        automatch.wish(alice, codes, "main", wanted)
    assert not Wish.objects.exists()


def test_a_full_table_list_refuses_the_wish(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": limits.AtOnce(2, 2)})
    with pytest.raises(lobby.TooManyMatches):
        wish(alice, wanted=3)


def test_who_is_away_waits_no_more(alice: User, bob: User) -> None:
    for player in (alice, bob):
        wish(player)
    Wish.objects.update(since=timezone.now() - timedelta(days=5))
    User.objects.filter(pk=alice.pk).update(last_seen=timezone.now() - timedelta(days=5))
    assert automatch.run() == 0
    assert [one.player for one in Wish.objects.all()] == [bob]


def test_a_pass_asks_the_same_however_many_wait(
    alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for mean, player in zip((1000, 1500, 2000), (alice, bob, carol), strict=True):
        rate(player, mean)
        wish(player)
    with django_assert_num_queries(6):
        assert automatch.run() == 0


def test_one_is_in_no_more_pairs_than_matches_were_asked_for(alice: User, bob: User, carol: User) -> None:
    """A pass pairs game by game, and begins nothing meanwhile."""
    for player in (alice, bob, carol):
        wish(player, "BZ", "BO")
    assert [pair.code for pair in automatch.find()] == ["BZ"]
    assert automatch.run() == 1


def test_a_pass_pairs_the_same_two_once(alice: User, bob: User, carol: User) -> None:
    for player in (alice, bob):
        wish(player, "BZ", "BO", wanted=2)
    assert len(automatch.find()) == 1
    wish(carol, "BZ", "BO", wanted=2)
    assert len(automatch.find()) == 2, "all have rooms for two, but one of them is left over in each game"


def test_who_has_no_room_keeps_nobody_from_others(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two nearest would be paired pass after pass, and never begin."""
    for mean, player in zip((1500, 1500, 1600), (alice, bob, carol), strict=True):
        rate(player, mean)
        wish(player)
    begin("BO", alice, User.objects.create_user("dora"))
    begin("BO", bob)
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": limits.AtOnce(1, 1)})
    assert [{pair.one, pair.other} for pair in automatch.find()] == [{bob.pk, carol.pk}]
    assert automatch.run() == 1


def test_an_invitation_that_waits_for_an_answer_takes_no_room(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby.invite(carol, [alice], "BO", {}, Pace.TURNS, "main")
    for player in (alice, bob):
        wish(player)
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": limits.AtOnce(1, 1)})
    assert [{pair.one, pair.other} for pair in automatch.find()] == [{alice.pk, bob.pk}]


def test_who_has_no_room_left_when_the_job_comes_begins_nothing(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (alice, bob):
        wish(player)
    pairs = automatch.find()
    begin("BO", bob, carol)
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": limits.AtOnce(1, 1)})
    assert automatch.begin(pairs) == 0
    assert Match.objects.count() == 1


def test_who_has_joined_an_open_match_has_room_for_one_less(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in (alice, bob):
        wish(player)
    waiting.seek(alice, 2, "BO", {}, Pace.TURNS, "main", private=False)
    monkeypatch.setattr(limits, "AT_ONCE", {"matches": limits.AtOnce(1, 1)})
    assert automatch.find() == []


def test_a_job_that_comes_twice_begins_nothing_twice(alice: User, bob: User) -> None:
    for player in (alice, bob):
        wish(player, wanted=2)
    pairs = automatch.find()
    until = timezone.now() + timedelta(seconds=5)
    assert automatch.seat(pairs, until) == 1
    assert automatch.seat(pairs, until) == 0, "the two have just met, though both wait for one more"
    assert Match.objects.count() == 1


def test_who_is_ignored_after_the_pairing_is_not_met(alice: User, bob: User) -> None:
    for player in (alice, bob):
        wish(player)
    pairs = automatch.find()
    relations.ignore(alice, bob)
    assert automatch.begin(pairs) == 0


def test_a_job_that_comes_late_begins_nothing(alice: User, bob: User) -> None:
    for player in (alice, bob):
        wish(player)
    assert automatch.seat(automatch.find(), timezone.now()) == 0
    assert not Match.objects.exists()


Sent = list[tuple[list[automatch.Pair], datetime]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What is sent to the workers, in its order; nobody takes it."""
    calls: Sent = []
    monkeypatch.setattr(wake, "seat", lambda pairs, until: calls.append((list(pairs), until)))
    return calls


def test_a_crowd_is_paired_by_the_pass_and_seated_by_jobs(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatch, "AT_ONCE", 2)
    crowd = User.objects.bulk_create(
        User(username=f"w{number}", email=f"w{number}@example.org", last_seen=timezone.now())
        for number in range(20)  # of four jobs two have one pair more than they seat in one go
    )
    Wish.objects.bulk_create(Wish(player=one, codes=["BZ"], clock="main", wanted=1) for one in crowd)
    assert automatch.run() == 0
    assert not Match.objects.exists()
    assert len(sent) == wake.LANES
    assert [len(pairs) for pairs, _until in sent] == [3, 3, 2, 2]
    while sent:
        pairs, until = sent.pop(0)
        before = Match.objects.count()
        assert automatch.seat(pairs, until) <= 2, "others' tasks wait for so many only"
        assert Match.objects.count() > before
    assert not Wish.objects.exists()
    seated = Match.objects.filter(seats__player__in=crowd).values_list("seats__player", flat=True)
    assert sorted(seated) == sorted(one.pk for one in crowd), "everybody once"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wanted", [1, 2])
def test_two_workers_begin_a_match_once(alice: User, bob: User, wanted: int) -> None:
    for player in (alice, bob):
        wish(player, wanted=wanted)
    at_once(automatch.run, automatch.run)
    assert Match.objects.count() == 1
    assert {one.wanted for one in Wish.objects.all()} == ({1} if wanted == 2 else set())


def test_players_who_want_nothing_of_each_other_are_not_invited(alice: User, bob: User) -> None:
    relations.ignore(alice, bob)
    with pytest.raises(lobby.KeptApart):
        lobby.invite(bob, [alice], "BZ", {}, Pace.TURNS, "main")


def test_strength_is_what_pairs(alice: User, bob: User, carol: User) -> None:
    rate(alice, 1500)
    rate(bob, 1640)
    rate(carol, 1510)
    for player in (alice, bob, carol):
        wish(player)
    automatch.run()
    seated = {seat.player for seat in Match.objects.get().seats.all()}
    assert seated == {alice, carol}
    assert ranking.of_players([alice.pk], "BZ", "duel")[alice.pk].number == 1500
