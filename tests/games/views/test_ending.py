"""The end of a match at its table: who won, by how much, what became of ratings, and what is next."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.live import channels
from accounts.models import User
from games.match import clocks, play, staff
from games.match.channels import of_list
from games.models import Match, Rating, RatingPoint
from games.rules.base import Pace
from games.seats import lobby
from games.views.ending import End
from tests.games.tables import begin, play_out, resigned, seat_of, to_move
from tests.games.test_clocks import pass_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def end_of(match: Match, player: User | None) -> End:
    """As the player's table tells it, or a visitor's."""
    client = Client()
    if player:
        client.force_login(player)
    found = client.get(reverse("games:table", args=[match.pk])).context["end"]
    assert isinstance(found, End)
    return found


def page(match: Match, player: User | None) -> str:
    client = Client()
    if player:
        client.force_login(player)
    html = client.get(reverse("games:table", args=[match.pk])).content.decode()
    return " ".join(html.split())


@pytest.fixture
def over(alice: User, bob: User) -> Match:
    """A match that alice has won by 8 points."""
    match = play_out(begin("BO", alice, bob))
    placed(match, (alice, 1, 48), (bob, 2, 40))
    return match


def placed(match: Match, *places: tuple[User, int, int]) -> None:
    for player, place, total in places:
        match.seats.filter(player=player).update(place=place, total=total)


def test_each_reads_who_has_won_and_by_how_much(over: Match, alice: User, bob: User, carol: User) -> None:
    assert end_of(over, alice).headline == "You have won by 8 points."
    for other in (bob, carol, None):
        assert end_of(over, other).headline == "alice has won by 8 points."
    placed(over, (bob, 2, 47))
    assert end_of(over, alice).headline == "You have won by 1 point."
    assert [end_of(over, one).won for one in (alice, bob, carol, None)] == [True, False, False, False]


def test_among_several_the_margin_is_that_over_the_next(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob, carol))
    placed(match, (alice, 3, 20), (bob, 1, 50), (carol, 2, 44))
    end = end_of(match, carol)
    assert end.headline == "bob has won by 6 points."
    assert [(line.name, line.place, line.total, line.medal, line.mine) for line in end.lines] == [
        ("bob", 1, 50, True, False),
        ("carol", 2, 44, True, True),
        ("alice", 3, 20, False, False),
    ]


def test_who_shares_first_place_is_named(over: Match, alice: User, bob: User) -> None:
    placed(over, (alice, 1, 40), (bob, 1, 40))
    assert end_of(over, bob).headline == "A draw: you and alice share first place."
    assert end_of(over, None).headline == "A draw: alice and bob share first place."


def test_who_gave_up_or_ran_out_of_time_is_said(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    resigned(match)
    assert end_of(match, bob).headline == "You have won: alice resigned."
    assert end_of(match, alice).headline == "bob has won: you resigned."
    assert end_of(match, None).headline == "bob has won: alice resigned."
    match = begin("BZ", alice, bob)
    User.objects.update(spend_holiday=False)
    loser = to_move(match)
    winner = bob if loser == alice else alice
    pass_time(timedelta(hours=49))
    clocks.claim(match.pk, winner, Match.objects.get(pk=match.pk).version)
    assert end_of(match, winner).headline == f"You have won: {loser} ran out of time."
    assert end_of(match, loser).headline == f"{winner} has won: you ran out of time."
    assert end_of(match, None).headline == f"{winner} has won: {loser} ran out of time."


def test_a_win_that_was_decided_has_no_margin(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    staff.adjudicate(match.pk, [2, 1], "So it is.")
    match.seats.filter(player=bob).update(total=30)
    assert end_of(match, bob).headline == "You have won."
    assert end_of(match, alice).headline == "bob has won."


def test_alone_it_tells_the_points(alice: User) -> None:
    match = play_out(lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main"))
    end = end_of(match, alice)
    assert end.headline == f"Finished with {seat_of(match, alice).total} points."
    assert not end.won
    assert not end.lines[0].medal


def test_it_tells_the_rating_before_and_after(over: Match, alice: User, bob: User) -> None:
    point = RatingPoint.objects.get(match=over, player=bob)
    RatingPoint.objects.filter(pk=point.pk).update(before=1612.4, mean=1599.7, deviation=200)
    line = end_of(over, alice).lines[1]
    assert line.ratings
    assert [one.number for one in line.ratings] == [1612, 1600]
    assert line.gain == -12
    assert line.ratings[1].provisional
    assert "−12" in page(over, alice)


def test_a_hidden_rating_is_shown_to_its_player_alone(over: Match, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(hide_rating=True)
    shown = {
        one: [line.ratings is not None for line in end_of(over, one).lines] for one in (alice, bob, None)
    }
    assert shown == {alice: [True, False], bob: [True, True], None: [True, False]}


def test_nothing_is_told_of_ratings_that_are_not_or_no_more(over: Match, alice: User, bob: User) -> None:
    unrated = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main", rated=False)
    play_out(lobby.answer(unrated.pk, bob, accept=True))
    assert [line.ratings for line in end_of(unrated, alice).lines] == [None, None]
    staff.correct(over.pk, [2, 1], "It was so.")
    assert RatingPoint.objects.filter(match=over, taken_back=True).count() == 2
    assert [line.ratings for line in end_of(over, alice).lines] == [None, None]
    staff.take_back(over.pk, "A mistake.")
    assert end_of(over, alice).lines == ()
    assert "Play again" in page(over, alice)


def test_to_play_again_is_one_tap_whoever_asked(over: Match, alice: User, bob: User) -> None:
    assert "Play again" in page(over, alice)
    again = lobby.rematch(over.pk, alice)
    assert end_of(over, alice).again == again.pk
    assert not end_of(over, alice).asked
    assert f'href="/matches/{again.pk}/"' in page(over, alice)
    assert end_of(over, bob).asked
    assert "Accept and play again" in page(over, bob)
    lobby.rematch(over.pk, bob)
    assert not end_of(over, bob).asked
    assert f'href="/matches/{again.pk}/"' in page(over, bob)
    assert "games/matches" not in page(over, None)
    assert "again/" not in page(over, None)


def test_who_sits_there_hears_that_somebody_asks(
    over: Match, alice: User, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = Client()
    client.force_login(alice)
    shown = client.get(reverse("games:table", args=[over.pk]))
    assert shown.context["refresh"] == []
    assert f'id="what-next" data-refresh="{of_list(alice.pk)}"' in shown.content.decode()
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr(channels, "publish", lambda *names: said.extend(names))
        lobby.rematch(over.pk, bob)
    assert of_list(alice.pk) in said
    assert "what-next" in page(over, None)
    assert "data-refresh" not in page(over, None)


def test_who_was_declined_may_ask_once_more(over: Match, alice: User, bob: User) -> None:
    again = lobby.rematch(over.pk, alice)
    lobby.answer(again.pk, bob, accept=False)
    for player in (alice, bob):
        end = end_of(over, player)
        assert (end.again, end.asked) == (None, False)
        assert f"/matches/{over.pk}/again/" in page(over, player)


def test_the_next_match_stands_beside_it(over: Match, alice: User, bob: User) -> None:
    waiting = begin("BZ", alice, bob, pace=Pace.SPLIT)
    html = page(over, alice)
    assert html.count("data-next") == 1
    assert html.index(f'href="/matches/{waiting.pk}/"') < html.index(f"/matches/{over.pk}/again/")


def test_a_guest_practises_again(client: Client) -> None:
    client.post(reverse("games:practice"))
    match = Match.objects.get()
    guest = match.seats.get(player__guest=True).player
    assert guest
    play.resign(match.pk, guest, play.version_for(match, seat_of(match, guest)))
    html = client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert "Practise again" in html
    assert reverse("games:rematch", args=[match.pk]) not in html


def test_what_the_picture_is_drawn_of_is_what_stands_there(over: Match, alice: User) -> None:
    told = json.loads(end_of(over, alice).picture)
    assert told["lines"] == [[1, "alice", 48, True], [2, "bob", 40, False]]
    assert told["address"] == reverse("games:replay", args=[over.pk])
    assert len(told["dice"]) <= 6
    assert told["title"] == over.rules.name
    html = page(over, None)
    link = re.search(r'<a [^>]*data-picture="[^"]+"', html)
    assert link
    assert reverse("games:picture", args=[over.pk]) in link.group(), "without the script it leads there"


def test_it_costs_one_query_more_than_a_table_that_runs_for_what_it_left_at_the_seats(
    alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    running, ended = begin("BO", alice, bob), play_out(begin("BO", alice, bob))
    assert Rating.objects.filter(player=alice).exists()
    lobby.rematch(ended.pk, bob)
    counts = []
    for match in (running, ended):
        client = Client()
        client.force_login(alice)
        client.get(reverse("games:table", args=[match.pk]))
        with django_assert_max_num_queries(12) as asked:
            client.get(reverse("games:table", args=[match.pk]))
        counts.append(len(asked))
    assert counts[1] == counts[0] + 1
