"""Lists of the best: who is in them, where, and how they cost the same however long they are."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaving, moderation
from accounts.models import Profile, User
from accounts.people import relations
from games import rating
from games.deeds.spans import EVER, Span
from games.deeds.sums import Sum, What
from games.feats import checking, spread
from games.match import play, ranking
from games.models import Earned, PuzzleRating, Rating, RatingPoint, Spread, Standing, Tally
from games.standings import keeping, queries
from tests.games.daily.played import at
from tests.games.feats.counted import faults
from tests.games.tables import begin, play_out
from tests.worker import work

pytestmark = pytest.mark.django_db


def rated(player: User, mean: float, deviation: float = 60.0, days: int = 0, code: str = "BZ") -> Rating:
    """A rating, and the player in the lists."""
    at = timezone.now() - timedelta(days=days)
    row, _new = Rating.objects.update_or_create(
        player=player,
        code=code,
        kind=Rating.Kind.DUEL,
        defaults={"mean": mean, "deviation": deviation, "volatility": 0.06, "matches": 20, "at": at},
    )
    keeping.refresh(player.pk)
    return row


def crowd(count: int) -> list[User]:
    return User.objects.bulk_create(User(username=f"one-{number:04}") for number in range(count))


def names(page: queries.Page) -> list[tuple[int, str]]:
    return [(line.place, line.player.username) for line in page.lines]


def best(viewer: User | None = None, after: tuple[int, int] | None = None) -> queries.Page:
    return queries.page(queries.ratings("BZ", "duel"), viewer, after)


def numbered(people: Iterable[User]) -> None:
    for number, player in enumerate(people):
        rated(player, 2000.0 - number // 2)


def test_equals_share_a_place(alice: User, bob: User, carol: User) -> None:
    for player, mean in ((alice, 1700.2), (bob, 1699.9), (carol, 1800.0)):
        rated(player, mean)
    assert names(best(bob)) == [(1, "carol"), (2, "alice"), (2, "bob")]
    mine = best(bob).mine
    assert mine
    assert (mine.place.place, mine.place.of, mine.value) == (2, 3, 1700)


def test_a_rating_that_is_not_sure_is_in_no_list_until_it_is(alice: User) -> None:
    rated(alice, 1900.0, deviation=111.0)
    assert not Standing.objects.exists()
    rated(alice, 1900.0, deviation=109.0)
    assert best().lines
    rated(alice, 1900.0, deviation=60.0, days=1000)
    assert not Standing.objects.exists()
    assert not Spread.objects.exclude(count=0).exists()


def test_a_rating_lapses_when_nobody_has_played_for_long(alice: User, bob: User) -> None:
    row = rated(alice, 1900.0)
    rated(bob, 1800.0)
    start = rating.DUEL
    days = keeping.lasts(row.value, start)
    assert 300 < days < 500
    assert not rating.rested(row.value, days - 1, start).provisional
    assert rating.rested(row.value, days + 1, start).provisional
    Rating.objects.filter(pk=row.pk).update(at=row.at - timedelta(days=days + 1))
    Standing.objects.filter(player=alice).update(lapses_at=timezone.now())
    assert keeping.lapse() == 1
    assert names(best(alice)) == [(1, "bob")]
    assert best(alice).mine is None
    assert faults() == []


def test_who_hides_a_rating_is_in_no_list_at_once(client: Client, alice: User, bob: User) -> None:
    rated(alice, 1900.0)
    rated(bob, 1800.0)
    client.force_login(alice)
    given = {"time_zone": "UTC", "hide_rating": "on", "spend_holiday": "on"}
    assert client.post(reverse("account_settings"), given).status_code in {200, 302}
    alice.refresh_from_db()
    assert alice.hide_rating
    work()
    assert names(best()) == [(1, "bob")]
    assert "You hide your ratings" in client.get(reverse("games:leaders")).content.decode()
    User.objects.filter(pk=alice.pk).update(hide_rating=False)
    alice.refresh_from_db()
    keeping.note(alice)
    work()
    assert names(best()) == [(1, "alice"), (2, "bob")]


def test_who_is_suspended_guest_robot_or_closed_is_in_no_list(alice: User, bob: User, carol: User) -> None:
    for player, mean in ((alice, 1900.0), (bob, 1800.0), (carol, 1800.0)):
        rated(player, mean)
    changes: tuple[dict[str, object], ...] = (
        {"suspended_until": timezone.now() + timedelta(days=1)},
        {"is_active": False},
        {"guest": True},
        {"robot": "simple"},
    )
    for change in changes:
        User.objects.filter(pk=alice.pk).update(**change)
        keeping.refresh(alice.pk)
        assert names(best()) == [(1, "bob"), (1, "carol")], change
        usual = {"suspended_until": None, "is_active": True, "guest": False, "robot": ""}
        User.objects.filter(pk=alice.pk).update(**usual)
    leaving.close(bob)
    assert names(best()) == [(1, "carol")]
    assert best(carol).mine == queries.Mine(spread.Place(1, 1), 1800, f"1800.{Standing.objects.get().pk - 1}")


def test_who_was_suspended_stands_in_lists_again_when_that_is_over(alice: User, bob: User) -> None:
    """Nobody does anything then: the worker looks by itself."""
    for player in (alice, bob):
        rated(player, 1800.0)
    staff = User.objects.create_user("staff", is_staff=True)
    until = timezone.now() + timedelta(days=1)
    moderation.decide(alice, "suspend", "Enough.", staff, until=until)
    work()
    assert names(best()) == [(1, "bob")]
    with at(until + timedelta(minutes=1)):
        work()
        assert sorted(names(best())) == [(1, "alice"), (1, "bob")]


def test_a_page_shows_nobody_who_was_suspended_a_moment_ago(alice: User, bob: User) -> None:
    rated(alice, 1900.0)
    rated(bob, 1800.0)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert names(best()) == [(2, "bob")]


def test_pages_follow_each_other_without_a_gap(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    people = crowd(2 * queries.SHOWN + 7)
    numbered(people)
    found, after = list[tuple[int, str]](), None
    while True:
        page = best(people[60], after)
        found += names(page)
        assert page.mine
        assert page.mine.place.place == 61
        if not page.after:
            break
        value, _dot, key = page.after.partition(".")
        after = (int(value), int(key))
    assert found == [(1 + number // 2 * 2, player.username) for number, player in enumerate(people)]
    page = best(people[60])
    assert page.mine
    value, _dot, key = page.mine.start.partition(".")
    assert names(best(None, (int(value), int(key))))[0] == (61, people[60].username)
    with django_assert_num_queries(6):
        best(people[60], (1999, 0))


def test_lists_of_a_country_and_of_buddies(client: Client, alice: User, bob: User, carol: User) -> None:
    for player, mean, country in ((alice, 1700.0, "NO"), (bob, 1800.0, "NO"), (carol, 1900.0, "")):
        Profile.objects.update_or_create(player=player, defaults={"country": country})
        rated(player, mean)
    page = queries.page(queries.of_country("BZ", "duel", "NO"), alice, None)
    assert names(page) == [(1, "bob"), (2, "alice")]
    assert not queries.page(queries.of_country("BZ", "duel", ""), alice, None).lines
    relations.buddy(alice, carol)
    page = queries.among_buddies("BZ", "duel", alice)
    assert names(page) == [(1, "carol"), (2, "alice")]
    assert page.mine
    assert page.mine.place == spread.Place(2, 2)
    client.force_login(carol)
    given = {"about": "", "country": "NO", "show_last_seen": "on", "chat": "on"}
    assert client.post(reverse("profile_edit"), given).status_code == 302
    work()
    page = queries.page(queries.of_country("BZ", "duel", "NO"), carol, None)
    assert names(page)[0] == (1, "carol")
    assert faults() == []


@pytest.mark.usefixtures("pool")
def test_what_a_month_has_brought(alice: User, bob: User) -> None:
    match = play_out(begin("BZ", alice, bob))
    while match.seats.filter(place=1).count() > 1:  # level
        match = play_out(begin("BZ", alice, bob))
    winner = match.seats.get(place=1).player
    assert winner
    Rating.objects.update(deviation=60.0)
    for player in (alice, bob):
        keeping.refresh(player.pk)
    page = queries.page(queries.of_month("BZ", "duel"), winner, None)
    assert names(page) == [(1, winner.username)]
    point = RatingPoint.objects.get(player=winner, match=match)
    assert page.lines[0].value == round(point.mean) - round(point.before)
    Standing.objects.update(month=date(2020, 1, 1))
    assert not queries.page(queries.of_month("BZ", "duel"), winner, None).lines


@pytest.mark.usefixtures("pool")
def test_what_somebody_had_gained_before_starting_anew_is_no_gain(alice: User, bob: User) -> None:
    for again in (False, True):
        if again:
            ranking.restart(alice, "BZ")
        match = begin("BZ", alice, bob)
        play.resign(match.pk, bob, match.version)
    Rating.objects.update(deviation=60.0)
    keeping.refresh(alice.pk)
    assert names(best()) == [(1, "alice")]
    assert not queries.page(queries.of_month("BZ", "duel"), alice, None).lines
    Rating.objects.update(restarted_at=timezone.now() - timedelta(days=40))
    keeping.refresh(alice.pk)
    assert names(queries.page(queries.of_month("BZ", "duel"), alice, None)) == [(1, "alice")]


def test_ratings_at_puzzles_have_a_list(client: Client, alice: User) -> None:
    number = {"mean": 1650.0, "deviation": 80.0, "volatility": 0.06, "tries": 30}
    PuzzleRating.objects.create(player=alice, at=timezone.now(), **number)
    keeping.refresh(alice.pk)
    html = client.get(reverse("games:leader_puzzles")).content.decode()
    assert "alice" in html
    assert "1650" in html


def tallied(player: User, total: int, match: int = 1, span: Span = Span.EVER, begins: date = EVER) -> None:
    row = Tally(player=player, code="BZ", span=span, begins=begins)
    found = Sum(matches=1, totals=1, points=total, total=total, total_match=match)
    found.bars = [0] * (total // 20) + [1]
    found.last_at = timezone.now().astimezone(UTC)
    row.value = found
    row.save()
    spread.add(spread.counts_of("BZ", span, begins, found))


def test_records_of_a_week_and_of_all_time(client: Client, alice: User, bob: User) -> None:
    tallied(alice, 251, 7)
    tallied(bob, 333, 8)
    page = queries.page(queries.records(What.TOTAL, "BZ", Span.EVER, EVER), alice, None)
    assert [(line.place, line.value, line.match) for line in page.lines] == [(1, 333, 8), (2, 251, 7)]
    assert page.mine
    assert page.mine.place == spread.Place(2, 2)
    html = client.get(reverse("games:leader_records")).content.decode()
    assert reverse("games:table", args=[8]) in html
    week = client.get(reverse("games:leader_records"), {"span": "week"}).content.decode()
    assert "Nobody has set one yet" in week
    assert "The time before" in week
    assert not checking.mend_boards(write=False)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "XX", "kind": "quarrel", "of": "enemies", "after": "1.x"},
        {"of": "country", "country": "ZZ"},
        {"of": "buddies"},
        {"after": "9" * 30 + ".1"},
        {"after": "²."},
        {"what": "column", "span": "aeon", "begins": "yesterday"},
        {"span": "year", "begins": "0001-01-01"},
        {"span": "week", "begins": "9999-12-31"},
    ],
)
def test_whatever_is_asked_a_page_comes(client: Client, asked: dict[str, str]) -> None:
    for name in ("leaders", "leader_puzzles", "leader_records"):
        assert client.get(reverse(f"games:{name}"), asked).status_code == 200


def test_a_page_costs_the_same_however_many_there_are(client: Client, alice: User) -> None:
    client.force_login(alice)
    rated(alice, 1500.0)
    tallied(alice, 100)
    pages = [
        reverse("games:leaders"),
        reverse("games:leader_records"),
        reverse("games:player", args=["alice"]),
    ]
    pages.append(reverse("games:player_game", args=["alice", "bz"]))
    for address in pages:
        client.get(address)
    few = [_queries(client, address) for address in pages]
    people = crowd(70)
    numbered(people)
    for number, player in enumerate(people):
        tallied(player, 200 + number)
    Earned.objects.create(player=alice, feat="crowd", match=1, at=timezone.now())
    assert [_queries(client, address) for address in pages] == few


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)
