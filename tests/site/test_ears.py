"""What a page may hear: its subjects' channels and its player's own, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import bell, live, notices, talk
from accounts.live import channels
from accounts.models import User
from games.chat import Beside
from games.clock import DEFAULT_PRESET
from games.match import channels as of_games
from games.rules.base import Kind, Move, Pace
from games.seats import handover, lobby
from tests.games.tables import begin, legal, make
from tests.site.stream import stream_process
from tests.site.test_stream import SITE, next_event, stream
from tests.talking import write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def heard_on(client: Client, address: str) -> tuple[str, ...]:
    """The channels that a page's token is good for; it names the same, and has no other token."""
    page = client.get(address).content.decode()
    tokens = re.findall(r'data-live="([^"]+)"', page)
    if not tokens:
        return ()
    [token] = tokens
    names = live.permission(token).channels
    assert page.partition('data-channels="')[2].partition('"')[0] == " ".join(names)
    return names


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The channels on which something was said."""
    said: list[str] = []
    monkeypatch.setattr(channels, "publish", lambda *names: said.extend(names))
    return said


def test_a_page_hears_its_subject_and_its_player(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    table, rules, mine = (
        reverse("games:table", args=[match.pk]),
        reverse("games:rules"),
        reverse("games:mine"),
    )
    assert heard_on(client, rules) == ()
    assert heard_on(client, table) == (of_games.of_match(match.pk),)
    client.force_login(bob)
    own = bell.channel(bob.pk)
    assert heard_on(client, rules) == (own,)
    assert heard_on(client, table) == (of_games.of_match(match.pk), Beside(match).channel, own)
    assert heard_on(client, mine) == (of_games.of_list(bob.pk), own)
    assert heard_on(client, reverse("bell")) == (own,)


def test_how_many_wait_is_asked_anew_for_the_game_and_not_for_talk(
    client: Client, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    client.force_login(bob)
    for address, named in (
        (reverse("games:table", args=[match.pk]), of_games.of_match(match.pk)),
        (reverse("games:mine"), of_games.of_list(bob.pk)),
    ):
        page = client.get(address).content.decode()
        assert f'<li id="waiting" data-refresh="{named}" data-mine>' in page


def test_a_page_that_needs_nothing_else_asks_the_bell_for_its_next_token(client: Client, bob: User) -> None:
    client.force_login(bob)
    assert f'data-renew="{reverse("bell")}"' in client.get(reverse("games:rules")).content.decode()
    assert 'data-renew=""' in client.get(reverse("games:mine")).content.decode()


def test_the_bell_costs_three_queries(
    client: Client, bob: User, django_assert_num_queries: Callable[..., object]
) -> None:
    client.force_login(bob)
    with django_assert_num_queries(3):  # type: ignore[attr-defined]
        client.get(reverse("bell"))


@pytest.mark.django_db(transaction=True)
def test_nobody_listens_with_the_token_of_another(alice: User, bob: User) -> None:
    mine, theirs = Client(), Client()
    mine.force_login(alice)
    theirs.force_login(bob)
    page = mine.get(reverse("games:rules")).content.decode()
    token = page.partition('data-live="')[2].partition('"')[0]
    cookies = [f"{settings.SESSION_COOKIE_NAME}={one.session.session_key}" for one in (mine, theirs)]
    with stream_process(SITE) as address:
        with stream(address, token, Cookie=cookies[1]) as answer:
            assert answer.status == 403
        with stream(address, token) as answer:
            assert answer.status == 403
        with stream(address, token, Cookie=cookies[0]) as answer:
            answer.readline()
            notices.tell([bob], "event", "one", "News", "/")
            notices.tell([alice], "event", "two", "News", "/")
            assert next_event(answer) == bell.channel(alice.pk)


class TestTheBell:
    def test_it_rings_for_who_is_told(
        self,
        alice: User,
        bob: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            notices.tell([alice, None], "event", "one", "News", "/", topic="this")
            assert told == [], "nobody is told before it is there"
        assert told == [bell.channel(alice.pk)]
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            notices.settle(alice.pk, "this")
            notices.settle(alice.pk, "this")
            notices.settle(bob.pk, "this")
        assert told == [bell.channel(alice.pk)], "what changes nothing is silent"

    def test_it_is_silent_for_what_stands_in_no_list(
        self, alice: User, told: list[str], django_capture_on_commit_callbacks: Callable[..., object]
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            notices.tell([alice], "turn", "one", "Your turn", "/")
        assert told == []

    def test_reading_is_heard_by_the_reader(
        self,
        client: Client,
        alice: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        notices.tell([alice], "event", "one", "News", "/")
        client.force_login(alice)
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            client.post(reverse("notices_read_all"))
        assert told == [bell.channel(alice.pk)]

    def test_a_message_rings(
        self,
        alice: User,
        bob: User,
        told: list[str],
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        monkeypatch.setattr(talk, "is_settled", lambda player: True)
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            write(alice, bob, "Hello")
        assert bell.channel(bob.pk) in told


class TestMyMatches:
    def test_a_turn_that_passes_is_told_to_both(
        self,
        alice: User,
        bob: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        match = begin("BZ", alice, bob)
        lists = {of_games.of_list(player.pk) for player in (alice, bob)}
        mover = next(player for player in (alice, bob) if legal(match, player))
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            make(match, mover, Move(Kind.ROLL))
        assert not lists & set(told), "a roll passes no turn"
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            make(match, mover, Move(Kind.SCORE, box="chance"))
        assert lists <= set(told)

    def test_of_hidden_cards_the_other_hears_nothing(
        self,
        alice: User,
        bob: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        match = begin("BO", alice, bob, pace=Pace.SPLIT)
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            make(match, alice, Move(Kind.ROLL))
            make(match, alice, legal(match, alice)[-1])
        assert set(told) == {of_games.of_match(match.pk, alice.pk), of_games.of_list(alice.pk)}

    def test_an_invitation_and_its_answer_are_told(
        self,
        alice: User,
        bob: User,
        carol: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        lists = {of_games.of_list(player.pk) for player in (alice, bob)}
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            match = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, DEFAULT_PRESET)
        assert lists <= set(told)
        assert of_games.of_list(carol.pk) not in told
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            lobby.answer(match.pk, bob, accept=False)
        assert lists <= set(told)

    def test_a_seat_that_changes_hands_is_told_to_all_who_sit_or_sat_there(
        self,
        alice: User,
        bob: User,
        carol: User,
        told: list[str],
        django_capture_on_commit_callbacks: Callable[..., object],
    ) -> None:
        match = begin("BZ", alice, bob)
        lists = {of_games.of_list(player.pk) for player in (alice, bob, carol)}
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            assert handover.take_over(match.pk, bob.pk, carol)
        assert lists <= set(told)
