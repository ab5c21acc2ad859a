"""Watching: what is listed, who sees tables that nobody is to watch, and what the others learn of them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.live import channels
from accounts.models import User
from dicepool.models import Fate
from games.match import channels as of_games
from games.match import watching
from games.models import Match, Move, Rating
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from ladders.events import leaders
from tests.games.tables import begin, legal, make, play_out, timed_out, to_move
from tests.ladders.events import begun as begun_event
from tests.ladders.events import opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WATCH = "games:watch"


def rate(player: User, code: str, mean: float, kind: str = Rating.Kind.DUEL) -> None:
    Rating.objects.create(
        player=player, code=code, kind=kind, mean=mean, deviation=60, volatility=0.06, at=timezone.now()
    )


def listed(code: str = "", *, events: bool = False) -> list[int]:
    return [line.pk for line in watching.lately(code, events=events)]


def turn(match: Match) -> None:
    """Roll once and score."""
    player = to_move(match)
    make(match, player, RulesMove(Kind.ROLL))
    make(match, player, legal(match, player)[-1])


def unwatch(player: User, *, wanted: bool = True) -> None:
    player.unwatched = wanted
    player.save()


@pytest.fixture
def quiet(alice: User, bob: User) -> Match:
    """A match in which alice wants nobody to watch, and one turn was played."""
    unwatch(alice)
    match = begin("BZ", alice, bob)
    turn(match)
    return match


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The channels on which something was said."""
    names: list[str] = []
    monkeypatch.setattr(channels, "publish", lambda *told: names.extend(told))
    return names


class TestTheList:
    def test_the_best_players_come_first(self, alice: User, bob: User, carol: User) -> None:
        weak, strong = begin("BZ", alice, bob), begin("BZ", alice, carol)
        assert listed() == [strong.pk, weak.pk], "the latest first, where nothing is known of anybody"
        rate(bob, "BZ", 1900)
        assert listed() == [weak.pk, strong.pk]
        rate(carol, "BZ", 2200, Rating.Kind.TABLE)
        rate(carol, "BO", 2200)
        assert listed() == [weak.pk, strong.pk], "a rating of another game or kind says nothing here"

    def test_a_hidden_rating_is_neither_shown_nor_told_by_the_order(
        self, client: Client, alice: User, bob: User, carol: User
    ) -> None:
        one, other = begin("BZ", alice, bob), begin("BZ", alice, carol)
        rate(bob, "BZ", 2345)
        User.objects.filter(pk=bob.pk).update(hide_rating=True)
        assert listed() == [other.pk, one.pk]
        page = client.get(reverse(WATCH)).content.decode()
        assert "2345" not in re.sub(r"/matches/[0-9]+/|match-[0-9]+", "", page)

    def test_only_matches_that_run_between_people_in_public_are_listed(
        self, alice: User, bob: User, robots: object
    ) -> None:
        shown = begin("BZ", alice, bob)
        for other in (begin("BZ", alice), begin("BZ", alice, bob, pace=Pace.SPLIT)):
            make(other, alice, RulesMove(Kind.ROLL))
        play_out(begin("BO", alice, bob))
        lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
        lobby.invite(alice, [User.objects.exclude(robot="")[0]], "BZ", {}, Pace.TURNS, "main")
        assert listed() == [shown.pk]
        unwatch(bob)
        assert listed() == []

    def test_it_is_of_one_game_or_of_events_where_that_is_asked(
        self, client: Client, alice: User, bob: User
    ) -> None:
        one, other = begin("BZ", alice, bob), begin("DK", alice, bob)
        Match.objects.filter(pk=other.pk).update(event=7)
        assert listed("BZ") == [one.pk]
        assert listed("DK") == listed(events=True) == [other.pk]
        page = client.get(reverse(WATCH), {"game": "BZ"}).content.decode()
        assert f"/matches/{one.pk}/" in page
        assert f"/matches/{other.pk}/" not in page
        nonsense = client.get(reverse(WATCH), {"game": "'; --", "of": "\0"})
        assert f"/matches/{other.pk}/" in nonsense.content.decode()

    def test_it_tells_points_and_whether_the_players_are_there(
        self, client: Client, alice: User, bob: User
    ) -> None:
        match = begin("BZ", alice, bob)
        turn(match)
        match.seats.filter(player=alice).update(total=77)
        page = client.get(reverse(WATCH)).content.decode()
        assert "At the table now" in page
        assert "77" in page
        Move.objects.filter(match=match).update(at=timezone.now() - timedelta(hours=1))
        page = client.get(reverse(WATCH)).content.decode()
        assert "At the table now" not in page
        assert "1 hour ago" in page

    def test_a_closed_account_is_listed_as_such(self, client: Client, alice: User, bob: User) -> None:
        match = begin("BZ", alice, bob)
        match.seats.filter(player=bob).update(player=None)
        assert listed() == [match.pk]
        assert "former player" in client.get(reverse(WATCH)).content.decode()

    def test_its_queries_do_not_grow(
        self, client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        counts: list[int] = []
        for _ in range(2):
            client.get(reverse(WATCH))
            with django_assert_num_queries(2 if counts else 3):  # looks for what is over while nobody plays
                client.get(reverse(WATCH))
            counts.append(len(listed()))
            for _ in range(2):
                begin("BZ", alice, bob)
        assert counts == [0, 2]

    def test_it_hears_of_the_tables_that_it_lists(self, client: Client, alice: User, bob: User) -> None:
        match = begin("BZ", alice, bob)
        page = client.get(reverse(WATCH))
        assert page.context["heard"] == [of_games.of_match(match.pk)]
        unwatch(alice)
        assert client.get(reverse(WATCH)).context["heard"] == []


class TestAnEventsTables:
    def test_they_are_those_that_are_played_at(self, client: Client, alice: User, bob: User) -> None:
        event = begun_event(opened("round-robin", code="BZ"), [alice, bob, *players(2)])
        both = Match.objects.filter(event=event.pk)
        match = both.filter(seats__player=alice).filter(seats__player=bob)[0]
        begin("BZ", alice, bob)
        address = reverse("ladders:tables", args=[event.pk])
        assert [one.pk for one in watching.of([match.pk])] == [match.pk]
        page = client.get(address).content.decode()
        assert page.count('class="match__link"') == both.count()
        assert f"/matches/{match.pk}/" in page
        unwatch(alice)
        assert f"/matches/{match.pk}/" not in client.get(address).content.decode()

    def test_of_hidden_cards_nothing_is_told_but_that_they_are_played(
        self, client: Client, alice: User, bob: User
    ) -> None:
        event = begun_event(opened("league", code="BZ"), [alice, bob])
        match = Match.objects.filter(event=event.pk)[0]
        Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - timedelta(hours=1))
        address = reverse("ladders:tables", args=[event.pk])
        before = client.get(address)
        assert "cards are hidden" in before.content.decode()
        assert before.context["heard"] == []
        make(match, alice, RulesMove(Kind.ROLL))
        make(match, alice, legal(match, alice)[-1])
        match.seats.update(total=77, to_move=False)
        assert settled(client.get(address).content) == settled(before.content)


def settled(page: bytes) -> bytes:
    """Without what is new each time."""
    return re.sub(rb'nonce="[^"]+"', b"", page)


class TestWhoWantsNobodyToWatch:
    def pages(self, match: Match) -> list[str]:
        return [reverse(f"games:{name}", args=[match.pk]) for name in ("table", "record")]

    def test_a_stranger_is_refused_by_a_plain_page(
        self, client: Client, quiet: Match, bob: User, carol: User
    ) -> None:
        for visitor in (None, carol):
            if visitor:
                client.force_login(visitor)
            for page in self.pages(quiet):
                answer = client.get(page)
                assert answer.status_code == 403
                told = answer.content.decode()
                assert "want nobody to watch" in told
                assert not re.search(r"\bbob\b", told)  # letters of a form's token may be these
                assert of_games.of_match(quiet.pk) not in told
        client.force_login(bob)
        assert [client.get(page).status_code for page in self.pages(quiet)] == [200, 200]

    def test_it_is_open_again_once_it_is_over_or_the_player_wants_it(
        self, client: Client, quiet: Match, alice: User
    ) -> None:
        unwatch(alice, wanted=False)
        assert client.get(self.pages(quiet)[0]).status_code == 200
        unwatch(alice)
        play_out(quiet)
        assert [client.get(page).status_code for page in self.pages(quiet)] == [200, 200]

    def test_the_stranger_gets_the_same_whatever_is_played(self, client: Client, quiet: Match) -> None:
        names = ("table", "replay", "record", "proofs", "picture")
        asked = [
            *(reverse(f"games:{name}", args=[quiet.pk]) for name in names),
            *(reverse("games:player", args=[name]) for name in ("alice", "bob")),
            *(reverse(name) for name in (WATCH, "games:waiting", "people")),
        ]

        def told() -> list[tuple[int, bytes]]:
            answers = [client.get(address) for address in asked]
            return [(answer.status_code, settled(answer.content)) for answer in answers]

        before = told()
        for _ in range(3):
            turn(quiet)
        assert told() == before

    def test_no_roll_has_a_proof_before_it_is_over(self, client: Client, quiet: Match) -> None:
        serial = quiet.moves.get(kind=Kind.ROLL).serials[0]
        proof = reverse("dicepool:roll_json", args=[serial])
        assert client.get(proof).status_code == 404
        play_out(quiet)
        assert client.get(proof).status_code == 200

    def test_time_that_runs_out_opens_the_proofs_as_well(self, alice: User, bob: User, carol: User) -> None:
        unwatch(alice)
        quiet = begin("BZ", alice, bob, carol)
        turn(quiet)
        [serial] = quiet.moves.get(kind=Kind.ROLL).serials
        assert not Fate.objects.filter(serial=serial).exists()
        while not Match.objects.get(pk=quiet.pk).over:
            timed_out(quiet)
        assert Fate.objects.get(serial=serial).kind == Fate.Kind.SHOWN

    def test_word_of_a_move_goes_to_who_sits_there_alone(
        self,
        quiet: Match,
        alice: User,
        bob: User,
        said: list[str],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            turn(quiet)
        assert of_games.of_match(quiet.pk) not in said
        assert {of_games.of_match(quiet.pk, player.pk) for player in (alice, bob)} <= set(said)

    def test_who_sits_there_hears_it(self, client: Client, quiet: Match, bob: User) -> None:
        client.force_login(bob)
        page = client.get(self.pages(quiet)[0])
        assert of_games.of_match(quiet.pk, bob.pk) in page.context["refresh"]

    def test_open_tables_look_anew_when_it_is_chosen(
        self,
        client: Client,
        alice: User,
        bob: User,
        said: list[str],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        match, over = begin("BZ", alice, bob), play_out(begin("BO", alice, bob))
        client.force_login(alice)
        form = {"time_zone": "UTC", "unwatched": "on"}
        for wanted in ([of_games.of_match(match.pk)], []):
            said.clear()
            with django_capture_on_commit_callbacks(execute=True):
                assert client.post(reverse("account_settings"), form).status_code == 302
            assert [name for name in said if name.startswith("match-")] == wanted
        assert User.objects.get(pk=alice.pk).unwatched
        assert of_games.of_match(over.pk) not in said

    def test_who_decides_about_it_sees_it_unless_they_play_beside_it(
        self, client: Client, alice: User, bob: User, carol: User
    ) -> None:
        dora = User.objects.create_user("dora", "dora@example.org")
        event = begun_event(opened("round-robin", code="BZ"), [alice, bob, carol, *players(2)])
        found = Match.objects.filter(event=event.pk, seats__player=alice)
        match = found.filter(seats__player=bob)[0]
        unwatch(alice)
        for player in (carol, dora):
            assert not leaders.oversees(player, match)
            event.directors.create(player=player, accepted=True)
        organiser = User.objects.create_user("erin", "erin@example.org")
        organiser.user_permissions.add(Permission.objects.get(codename="organise_event"))
        type(event).objects.filter(pk=event.pk).update(organiser=organiser)
        for player, status in ((carol, 403), (dora, 200), (organiser, 200)):
            client.force_login(player)
            assert client.get(self.pages(match)[0]).status_code == status, player

    def test_staff_without_the_right_do_not(self, client: Client, quiet: Match, carol: User) -> None:
        User.objects.filter(pk=carol.pk).update(is_staff=True)
        client.force_login(carol)
        assert client.get(self.pages(quiet)[0]).status_code == 403
