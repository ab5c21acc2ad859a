"""A search finds what fits and what the replay shows, at a cost that does not grow."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.archive import finding, keeping
from games.archive.finding import CARD, After, Wanted, find
from games.daily import days
from games.match import folding, staff
from games.models import Archived, ArchivedSeat, Match
from games.rules.base import Pace
from games.seats import lobby
from tests.games.archive.filled import copies
from tests.games.daily.played import BOAT_DAY, at, end, finish, noon
from tests.games.practised import against
from tests.games.tables import begin, play_out, resigned
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def keys(wanted: Wanted, viewer: User | None = None) -> list[int]:
    """All that a search finds, page after page."""
    found, after = list[int](), None
    while True:
        page = find(wanted, viewer, after)
        found += [line.pk for line in page.lines]
        after = page.after
        if after is None:
            return found


def moved(match: Match, back: int) -> None:
    """Let a match have ended so many days ago."""
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=back))
    keeping.keep(match.pk)


@pytest.fixture
def played(alice: User, bob: User, carol: User) -> dict[str, Match]:
    """Some matches, of each of which a search should find it alone."""
    found = {
        "two": play_out(begin("BO", alice, bob), seed=1),
        "others": play_out(begin("BO", bob, carol), seed=2),
        "cards": play_out(begin("BD", alice, carol), seed=3),
        "given up": begin("BZ", alice, bob),
    }
    resigned(found["given up"])
    work()
    for back, match in enumerate(found.values()):
        moved(match, 10 * back)
    return found


def test_everything_is_found_the_latest_first(played: dict[str, Match]) -> None:
    assert keys(Wanted()) == [match.pk for match in played.values()]


def test_each_thing_that_may_be_asked_narrows(
    alice: User, bob: User, carol: User, played: dict[str, Match]
) -> None:
    two, others, cards, up = (match.pk for match in played.values())
    now = timezone.localdate()
    for wanted, expected in (
        (Wanted(players=(alice.pk,)), [two, cards, up]),
        (Wanted(players=(alice.pk, bob.pk)), [two, up]),
        (Wanted(players=(bob.pk, carol.pk)), [others]),
        (Wanted(code="BO"), [two, others]),
        (Wanted(players=(carol.pk,), code="BO"), [others]),
        (Wanted(since=now - timedelta(days=15)), [two, others]),
        (Wanted(until=now - timedelta(days=15)), [cards, up]),
        (Wanted(since=now - timedelta(days=10), until=now - timedelta(days=10)), [others]),
        (Wanted(code="BO", until=now - timedelta(days=5)), [others]),
        (Wanted(players=(alice.pk,), since=now - timedelta(days=25), until=now - timedelta(days=5)), [cards]),
        (Wanted(words="resign"), [up]),
        (Wanted(words="RESIGN", players=(bob.pk,)), [up]),
        (Wanted(words="resign", code="BO"), []),
        (Wanted(words="nobody & (said | this) ! :*"), []),
        (Wanted(event=7), []),
        (Wanted(ladder=7), []),
    ):
        assert keys(wanted) == expected, wanted


def test_points_are_those_of_the_player_or_the_best(
    alice: User, carol: User, played: dict[str, Match]
) -> None:
    match = played["cards"]
    mine, other = (match.seats.get(player=one).total for one in (alice, carol))
    best = max(mine, other)
    assert keys(Wanted(least=best)) == [match.pk]
    assert keys(Wanted(code="BD", least=best, most=best)) == [match.pk]
    assert keys(Wanted(code="BD", least=best + 1)) == []
    assert keys(Wanted(players=(alice.pk,), code="BD", least=mine, most=mine)) == [match.pk]
    assert keys(Wanted(players=(alice.pk,), code="BD", least=mine + 1)) == []
    card = ArchivedSeat.objects.get(match=match.pk, player=alice).card
    assert card is not None
    assert keys(Wanted(players=(alice.pk,), points=CARD, least=card, most=card)) == [match.pk]
    highest = Archived.objects.get(pk=match.pk).card
    assert keys(Wanted(code="BD", points=CARD, least=highest)) == [match.pk]
    assert keys(Wanted(code="BO", points=CARD, least=1)) == []


def test_of_a_game_with_points_the_most_come_first(alice: User, bob: User) -> None:
    for seed in range(4):
        play_out(begin("BO", alice, bob), seed=seed)
    wanted = Wanted(code="BO", least=0)
    assert wanted.by_points
    totals = [max(seat.total for seat in line.seats) for line in find(wanted, None).lines]
    assert totals == sorted(totals, reverse=True)
    assert len(totals) == 4


def test_matches_of_an_event_and_of_a_ladder_are_found_by_its_number(alice: User, bob: User) -> None:
    one, other = (play_out(begin("BO", alice, bob), seed=seed) for seed in range(2))
    Match.objects.filter(pk=one.pk).update(event=5)
    Match.objects.filter(pk=other.pk).update(ladder=5)
    for match in (one, other):
        keeping.keep(match.pk)
    assert keys(Wanted(event=5)) == [one.pk]
    assert keys(Wanted(ladder=5)) == [other.pk]
    assert keys(Wanted(players=(bob.pk,), event=5)) == [one.pk]
    assert keys(Wanted(players=(bob.pk,), ladder=5)) == [other.pk]


def test_folded_matches_are_found_alike(alice: User, played: dict[str, Match]) -> None:
    before = keys(Wanted()), keys(Wanted(players=(alice.pk,))), keys(Wanted(words="resign"))
    assert folding.fold([match.pk for match in played.values()]).done == len(played)
    assert (keys(Wanted()), keys(Wanted(players=(alice.pk,))), keys(Wanted(words="resign"))) == before


def test_what_is_taken_back_is_found_no_more_before_the_worker_looks(
    alice: User, played: dict[str, Match]
) -> None:
    match = played["two"]
    staff.take_back(match.pk, "It was arranged.")
    for wanted in (Wanted(), Wanted(players=(alice.pk,)), Wanted(code="BO", least=-100)):
        assert match.pk not in keys(wanted, alice)


@pytest.mark.usefixtures("robots")
def test_whoever_looks_finds_what_the_replay_shows_and_nothing_else(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    alice.unwatched = True
    alice.save()
    over = [play_out(begin("BO", alice, bob)), play_out(against(alice, "BO"))]
    lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    begin("BO", alice, bob)
    begin("BO", alice, bob, pace=Pace.SPLIT)
    staff.take_back(play_out(begin("BO", alice, bob), seed=4).pk, "It was arranged.")
    with at(noon(BOAT_DAY)):
        days.begin(BOAT_DAY)
        over.append(finish(alice, BOAT_DAY))
        closed = over[-1]
        work()
        assert closed.closed
        looks_right(client, alice, bob, carol)
        for stranger in (None, bob):
            for wanted in (Wanted(), Wanted(players=(alice.pk,)), Wanted(code="BO", least=0)):
                assert closed.pk not in keys(wanted, stranger)
    end(BOAT_DAY)
    work()
    assert not Archived.objects.filter(closed=True).exists()
    looks_right(client, alice, bob, carol)
    assert set(keys(Wanted())) == {match.pk for match in over}


def looks_right(client: Client, *players: User) -> None:
    for viewer in (None, *players):
        client.logout()
        if viewer is not None:
            client.force_login(viewer)
        for match in Match.objects.all():
            answer = client.get(reverse("games:replay", args=[match.pk]))
            match.refresh_from_db()
            shown = answer.status_code == 200 and match.status == Match.Status.FINISHED
            found = keys(Wanted(), viewer) + keys(Wanted(players=(players[0].pk,)), viewer)
            assert (match.pk in found) == shown, (viewer, match, match.status)


def test_leafing_shows_each_once_whatever_ends_meanwhile(alice: User, bob: User) -> None:
    copies(play_out(begin("BO", alice, bob)), 100)
    for wanted in (Wanted(), Wanted(code="BO", least=5), Wanted(players=(alice.pk,))):
        whole = keys(wanted)
        assert len(whole) == len(set(whole)) > 3 * finding.PAGE
        first = find(wanted, None)
        late = play_out(begin("BO", alice, bob), seed=Match.objects.count())
        second = [line.pk for line in find(wanted, None, first.after).lines if line.pk != late.pk]
        both = [*(line.pk for line in first.lines), *second]
        assert both == whole[: len(both)]
        assert len(both) >= 2 * finding.PAGE - 1


def test_points_that_are_level_are_not_lost_between_pages(alice: User, bob: User) -> None:
    copies(play_out(begin("BO", alice, bob)), 80)
    Archived.objects.update(total=9)
    found = keys(Wanted(code="BO", least=0))
    assert len(found) == 81
    assert all(one > other for one, other in pairwise(found))


def test_where_few_fit_a_page_says_how_far_it_looked(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "LOOKED", 20)
    rare = play_out(begin("BO", alice, carol))
    moved(rare, 100)
    copies(play_out(begin("BO", alice, bob)), 45)
    wanted = Wanted(players=(alice.pk, carol.pk))
    page = find(wanted, None)
    assert (list(page.lines), page.far) == ([], True)
    assert keys(wanted) == [rare.pk]


WANTED = {
    "games_archived_newest": Wanted(),
    "games_archived_game_newest": Wanted(code="BO"),
    "games_archived_highest": Wanted(code="BO", least=10, most=200),
    "games_archived_of_event": Wanted(event=5),
    "games_archivedseat_newest": Wanted(players=(1,)),
    "games_archived_words": Wanted(words="resign"),
}


def test_every_search_goes_down_an_index_among_tens_of_thousands(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = play_out(begin("BO", alice, bob))
    copies(match, 30_000)
    with connection.cursor() as cursor:
        for table, key in (("games_archived", "match_id"), ("games_match", "id")):
            cursor.execute(f"UPDATE {table} SET event = 5 WHERE {key} % 1000 = 0")
            cursor.execute(f"UPDATE {table} SET code = 'PG' WHERE {key} % 20 <> 0")
            cursor.execute(f"ANALYZE {table}")
    far = find(Wanted(), None, After(finding.micros(timezone.now() - timedelta(days=900)), 0))
    assert far.lines
    for index, wanted in WANTED.items():
        asked = Wanted(players=(alice.pk,)) if wanted.players else wanted
        for after in (None, find(asked, alice).after):
            with CaptureQueriesContext(connection) as caught:
                page = find(asked, None, after)
            assert len(caught) <= 3
            assert page.lines or after
            for query in caught.captured_queries:
                if "ANY" not in query["sql"]:
                    plan = planned(query["sql"])
                    few = plan.replace("Seq Scan on games_deal", "")  # hardly any are there
                    assert "Seq Scan" not in few, plan
                    assert index in plan, plan
    with django_assert_num_queries(2):
        find(Wanted(), None)


def planned(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


@pytest.mark.parametrize("said", ["", "x", "1", "1.", ".1", "1.2.3", "9" * 20 + ".1", "1.-1", "١.١", "1e3.1"])
def test_a_line_that_is_none_is_not_minded(said: str) -> None:
    assert After.read(said) is None


def test_a_line_is_read_as_it_is_written() -> None:
    for one in (After(0, 1), After(-5, 3), After(1_790_000_000_000_000, 42)):
        assert After.read(str(one)) == one
    assert find(Wanted(), None, After(10**17 - 1, 10**17 - 1)) is not None
    assert find(Wanted(code="BO", least=1), None, After(10**17 - 1, 1)) is not None
