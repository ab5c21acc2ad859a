"""Directors correct, reopen, replay and discount matches, and give more time; tables and ratings follow."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts.models import User
from games.match import play
from games.match.play import MatchOver
from games.match.staff import NotDecided
from games.models import Match, Rating, RatingPoint
from ladders.events import lifecycle, mending
from ladders.events.checking import recompute
from ladders.models import Entry, Event, Fixture, Place
from ladders.reasons import BadDecision
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
DAY = timedelta(days=1)


def fixtures(event: Event) -> list[Fixture]:
    return list(Fixture.objects.select_related("section__event").filter(section__event=event).order_by("pk"))


def points(event: Event) -> dict[str, str]:
    found = Place.objects.select_related("entry__player").filter(section__event=event)
    return {place.entry.name: place.points for place in found}


def means() -> dict[int, float]:
    return dict(Rating.objects.values_list("player", "mean"))


def of(event: Event) -> Fixture:
    return fixtures(event)[0]


def ended(who: list[User]) -> Event:
    """A league of one match that was played and had a winner, under review."""
    while True:
        event = play_to_the_end(begun(opened("league", matches=1), who))
        result = of(event).result
        if not result or result["places"] != [1, 1]:
            return event
        RatingPoint.objects.all().delete()
        Rating.objects.all().delete()


def test_a_corrected_result_changes_the_table_and_takes_its_rating_change_back(
    alice: User, bob: User, director: User
) -> None:
    event = ended([alice, bob])
    fixture = of(event)
    places = fixture.result["places"] if fixture.result else []
    assert sorted(places) == [1, 2]
    assert len({round(mean) for mean in means().values()}) == 2, "the match was rated"
    right = [3 - place for place in places]
    mending.correct(fixture.pk, right, [], director, "The wrong one stood there.")
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert list(match.seats.order_by("index").values_list("place", flat=True)) == right
    assert (match.adjudicated, match.rated, match.reason) == (True, False, "The wrong one stood there.")
    entries = Entry.objects.in_bulk(fixture.seats)
    winner = entries[fixture.seats[right.index(1)]]
    assert points(event) == {entry.name: "2" if entry == winner else "1" for entry in entries.values()}
    assert len({round(mean, 6) for mean in means().values()}) == 1, "both are where they were"
    assert RatingPoint.objects.filter(taken_back=True).count() == 2
    assert RatingPoint.objects.filter(taken_back=False).count() == 2, "what was written stays"
    assert set(Rating.objects.values_list("matches", flat=True)) == {0}
    assert event.log.filter(by=director, why="The wrong one stood there.").exists()
    assert alice.notices.filter(key__startswith="corrected-").exists()
    mending.correct(fixture.pk, places, [], director, "It was right.")
    assert RatingPoint.objects.count() == 4, "once"
    assert recompute() == []


def test_who_is_said_to_be_absent_scores_nothing(alice: User, bob: User, director: User) -> None:
    event = ended([alice, bob])
    fixture = of(event)
    mending.correct(fixture.pk, [1, 2], [fixture.seats[1]], director, "Never came.")
    loser = Entry.objects.get(pk=fixture.seats[1])
    assert points(event)[loser.name] == "0"
    assert recompute() == []


@pytest.mark.parametrize(("places", "why"), [([1, 3], "x"), ([1], "x"), ([1, 2], " ")])
def test_a_bad_correction_changes_nothing(
    alice: User, bob: User, director: User, places: list[int], why: str
) -> None:
    event = ended([alice, bob])
    before = (points(event), means(), event.log.count())
    with pytest.raises(ValueError, match=r"Give every seat a place|Say why"):
        mending.correct(of(event).pk, places, [], director, why)
    assert (points(event), means(), event.log.count()) == before


def test_nothing_is_mended_once_the_table_is_final(alice: User, bob: User, director: User) -> None:
    event = ended([alice, bob])
    lifecycle.finish(event.pk)
    pk = of(event).pk
    for act in (
        lambda: mending.correct(pk, [1, 1], [], director, "x"),
        lambda: mending.void(pk, director, "x"),
        lambda: mending.discount(pk, director, "x"),
        lambda: mending.reopen(pk, director, "x"),
        lambda: mending.extend(pk, 2, director, "x", whole_round=False),
    ):
        with pytest.raises(BadDecision):
            act()


def test_a_match_that_was_decided_goes_on_where_it_stood(alice: User, bob: User, director: User) -> None:
    event = begun(opened("league", matches=1, pace="turns"), [alice, bob])
    fixture = of(event)
    before = Match.objects.get(pk=fixture.match_id or 0)
    mending.adjudicate(fixture.pk, [1, 2], director, "A mistake.")
    work()
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    mending.reopen(fixture.pk, director, "It was.")
    work()
    event.refresh_from_db()
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert (event.status, match.status) == (Event.Status.RUNNING, Match.Status.RUNNING)
    assert (match.version, match.state) == (before.version, before.state)
    assert match.deadline
    assert match.deadline > timezone.now()
    fixture.refresh_from_db()
    assert fixture.result is None
    assert fixture.deadline
    play_out(match)
    event.refresh_from_db()
    assert event.status == Event.Status.REVIEW
    assert recompute() == []


@pytest.mark.parametrize(("left", "more"), [(5 * DAY, 5 * DAY), (DAY / 24, DAY), (-DAY, DAY)])
def test_what_goes_on_has_as_long_as_was_left_and_a_day_at_least(
    alice: User, bob: User, director: User, left: timedelta, more: timedelta
) -> None:
    event = begun(opened("league", matches=1, pace="turns"), [alice, bob])
    Fixture.objects.update(deadline=timezone.now() + left)
    mending.adjudicate(of(event).pk, [1, 2], director, "A mistake.")
    work()
    mending.reopen(of(event).pk, director, "It was.")
    deadline = of(event).deadline
    assert deadline
    assert abs(deadline - timezone.now() - more) < timedelta(minutes=1)
    work()
    assert Match.objects.get().status == Match.Status.RUNNING


def test_only_what_was_decided_before_its_end_goes_on(alice: User, bob: User, director: User) -> None:
    event = ended([alice, bob])
    with pytest.raises(NotDecided):
        mending.reopen(of(event).pk, director, "x")
    mending.correct(of(event).pk, [1, 1], [], director, "A draw.")
    with pytest.raises(NotDecided, match="before its end"):
        mending.reopen(of(event).pk, director, "All was played.")
    split = begun(opened("league", matches=1), players(2))
    mending.adjudicate(of(split).pk, [1, 2], director, "x")
    work()
    with pytest.raises(NotDecided, match="laid open"):
        mending.reopen(of(split).pk, director, "The cards were seen.")


@pytest.mark.parametrize("over", [False, True])
def test_a_void_match_is_played_again_with_a_fresh_deadline(
    alice: User, bob: User, director: User, over: bool
) -> None:
    event = begun(opened("league", matches=1), [alice, bob])
    old = of(event).match_id
    if over:
        play_to_the_end(event)
    mending.void(of(event).pk, director, "The dice were wrong.")
    work()
    event.refresh_from_db()
    fixture = of(event)
    assert event.status == Event.Status.RUNNING
    assert fixture.match_id != old
    assert fixture.result is None
    assert Match.objects.get(pk=old or 0).status == Match.Status.VOID
    assert Match.objects.get(pk=fixture.match_id or 0).status == Match.Status.RUNNING
    assert len({round(mean, 6) for mean in means().values()}) <= 1
    assert play_to_the_end(event).status == Event.Status.REVIEW


@pytest.mark.parametrize("over", [False, True])
def test_a_match_counts_for_nobody_and_is_not_played_again(
    alice: User, bob: User, director: User, over: bool
) -> None:
    event = begun(opened("league", matches=1), [alice, bob])
    if over:
        play_to_the_end(event)
    mending.discount(of(event).pk, director, "Both agreed on the result.")
    work()
    event.refresh_from_db()
    assert set(points(event).values()) == {"0"}
    assert event.status == Event.Status.REVIEW
    assert not open_matches(event)
    assert recompute() == []
    with pytest.raises(BadDecision):
        mending.discount(of(event).pk, director, "Again.")
    if over:
        mending.correct(of(event).pk, [1, 2], [], director, "It counts after all.")
        assert set(points(event).values()) == {"1", "2"}


def test_the_next_round_keeps_what_led_to_it(director: User) -> None:
    event = begun(opened("league", matches=2), players(2))
    play_out(open_matches(event)[0])
    first, second = fixtures(event)
    for act in (mending.void, mending.reopen):
        with pytest.raises(BadDecision, match="next round"):
            act(first.pk, director, "x")
    mending.correct(first.pk, [1, 1], [], director, "A draw it was.")
    work()
    assert set(points(event).values()) == {"3/2"}
    second.refresh_from_db()
    assert second.match_id


def test_a_knockout_is_corrected_until_what_follows_is_played(director: User) -> None:
    event = begun(opened("knockout"), players(4))
    legs = fixtures(event)
    pairs = {leg.pairing: sorted(leg.seats) for leg in legs}

    def wins(leg: Fixture, number: int) -> list[int]:
        return [1 if seat == pairs[leg.pairing][number] else 2 for seat in leg.seats]

    def final() -> list[Fixture]:
        return [one for one in fixtures(event) if one.round == 2]

    for leg in legs:
        mending.adjudicate(leg.pk, wins(leg, 0), director, "x")
    work()
    assert {seat for one in final() for seat in one.seats} == {pairs[1][0], pairs[2][0]}
    old = [one.match_id or 0 for one in final()]
    for leg in legs:
        if leg.pairing == 1:
            mending.correct(leg.pk, wins(leg, 1), [], director, "y")
    work()
    assert {seat for one in final() for seat in one.seats} == {pairs[1][1], pairs[2][0]}
    assert set(Match.objects.filter(pk__in=old).values_list("status", flat=True)) == {Match.Status.VOID}
    match = Match.objects.get(pk=final()[0].match_id or 0)
    seat = match.seats.select_related("player").get(to_move=True)
    assert seat.player
    play.resign(match.pk, seat.player, match.version)
    with pytest.raises(BadDecision, match="being played"):
        mending.correct(legs[0].pk, [1, 2], [], director, "z")
    assert recompute() == []


@pytest.mark.parametrize("played", [False, True])
def test_who_had_a_bye_since_nobody_came_has_played_on(director: User, played: bool) -> None:
    event = begun(opened("knockout"), players(5))
    [first, _] = missed = [one for one in fixtures(event) if one.round == 1]
    Fixture.objects.filter(pk__in=[one.pk for one in missed]).update(deadline=timezone.now())
    work()
    final: list[Fixture] = []
    while not final:  # level after two matches, they play on
        play_out(next(one for one in open_matches(event) if one.version == 0))
        final = [one for one in fixtures(event) if one.round == 3]
    assert len(final) == 2
    assert not {seat for one in final for seat in one.seats} & set(first.seats)
    if played:
        play_to_the_end(event)
        with pytest.raises(BadDecision, match="being played"):
            mending.reopen(first.pk, director, "They had agreed to play later.")
        return
    mending.reopen(first.pk, director, "They had agreed to play later.")
    work()
    assert [one.round for one in fixtures(event) if one.result is None] == [1]
    assert {one.status for one in Match.objects.filter(pk__in=[leg.match_id for leg in final])} == {
        Match.Status.VOID
    }
    assert play_to_the_end(event).status == Event.Status.REVIEW
    assert recompute() == []


def test_whose_account_is_closed_leaves_the_match_that_goes_on(
    alice: User, bob: User, carol: User, director: User
) -> None:
    event = begun(opened("score", matches=1, target=1, pace="turns"), [alice, bob, carol])
    fixture = of(event)
    mending.adjudicate(fixture.pk, [1, 2, 3], director, "A mistake.")
    work()
    leaving.close(carol)
    mending.reopen(fixture.pk, director, "It was.")
    work()
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert match.status == Match.Status.RUNNING
    assert match.moves.filter(kind="resign").count() == 1
    leaving.close(bob)
    work()
    match.refresh_from_db()
    event.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert event.status == Event.Status.REVIEW


def test_a_match_that_runs_has_no_result_to_correct(director: User) -> None:
    event = begun(opened("league"), players(2))
    with pytest.raises((BadDecision, MatchOver)):
        mending.correct(of(event).pk, [1, 2], [], director, "x")
