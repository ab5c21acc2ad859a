"""A match in a frame on another site: what a visitor sees, whoever looks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import play
from games.models import Deal, Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.tables import begin, make, play_out, resigned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def embed(client: Client, match: Match | int, **asked: Any) -> Any:
    key = match if isinstance(match, int) else match.pk
    return client.get(reverse("games:embed", args=[key]), asked)


def text(answer: Any) -> str:
    found: str = answer.content.decode()
    return found


@pytest.mark.parametrize("code", RULES)
def test_a_match_of_every_game_is_shown_as_it_ended_and_step_by_step(
    client: Client, alice: User, bob: User, code: str
) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    last = embed(client, match)
    count = last.context["count"]
    assert last.status_code == 200
    assert f"Step {count} of {count}" in text(last)
    ended = "has won" if match.seats.filter(place=1).count() == 1 else "A draw"
    assert ended in text(last)
    assert ended not in text(embed(client, match, step=count - 1))
    for step in ("0", "1", str(count // 2), "x", "9" * 40):
        assert embed(client, match, step=step).status_code == 200


@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_a_running_one_is_shown_as_a_visitor_sees_it(
    client: Client, alice: User, bob: User, code: str
) -> None:
    match = begin(code, alice, bob)
    player = match.seats.get(to_move=True).player
    assert player
    make(match, player, Move(Kind.ROLL))
    shown = text(embed(client, match))
    assert "Waiting for" in shown
    assert "dice--big" in shown
    client.force_login(player)
    assert text(embed(client, match)) == shown, "a player sees there what everybody sees"
    assert "<form" not in shown
    assert "<script" not in shown


def test_every_site_may_show_it_and_nothing_else_of_ours(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    for answer in (embed(client, match), embed(client, 10**9)):
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "script" not in policy
        assert "X-Frame-Options" not in answer
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    for name in ("table", "record"):
        page = client.get(reverse(f"games:{name}", args=[match.pk]))
        assert page["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_no_cookie_is_looked_at_and_none_is_set(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = begin("BO", alice, bob)
    client.force_login(alice)
    with django_assert_num_queries(3):  # what is spent, the match, its moves: no session
        answer = embed(client, match)
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    assert "public" in answer["Cache-Control"]
    client.cookies["session"] = "of somebody else"
    assert not embed(client, match).cookies


@pytest.mark.parametrize("pace", [Pace.SPLIT, Pace.DUPLICATE])
def test_hidden_cards_stay_hidden_from_their_own_player_too(
    client: Client, alice: User, bob: User, pace: Pace
) -> None:
    match = begin("BO", alice, bob, pace=pace)
    before = text(embed(client, match))
    make(match, alice, Move(Kind.ROLL))
    make(match, alice, Move(Kind.SCORE, box="chance"))
    client.force_login(alice)
    assert text(embed(client, match)) == before


def test_who_wants_nobody_to_watch_is_not_shown_while_it_runs(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    User.objects.filter(pk=bob.pk).update(unwatched=True)
    client.force_login(bob)
    answer = embed(client, match)
    assert answer.status_code == 403
    assert "no-store" in answer["Cache-Control"]
    assert bob.username not in text(answer)
    resigned(match)
    assert embed(client, match).status_code == 200


def test_nor_is_a_match_whose_dice_others_still_play(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob, pace=Pace.DUPLICATE))
    shown = embed(client, match).status_code
    Deal.objects.update(opened_at=None)
    client.force_login(alice)
    assert (shown, embed(client, match).status_code) == (200, 403)


def test_an_invitation_and_nothing_are_the_same(client: Client, alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    client.force_login(alice)
    invited, nothing = embed(client, match), embed(client, 10**9)
    assert invited.status_code == nothing.status_code == 404
    assert text(invited) == text(nothing)
    assert embed(client, 10**30).status_code == 404


def test_it_is_kept_and_made_anew_once_something_changes(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    answer = embed(client, match)
    again = client.get(reverse("games:embed", args=[match.pk]), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    User.objects.filter(pk=bob.pk).update(username="robert")
    assert embed(client, match)["ETag"] != answer["ETag"]
    assert "robert" in text(embed(client, match))


def test_its_queries_do_not_grow(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    short = begin("BZ", alice, bob)
    play.resign(short.pk, alice, short.version)
    long = play_out(begin("BZ", alice, bob))
    for match in (short, long):
        with django_assert_num_queries(4):  # what is spent, the match, its seats, its moves
            embed(client, match)
        with django_assert_num_queries(3):
            embed(client, match, step=1)


def test_a_name_cannot_break_out_of_the_code_to_be_copied(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    User.objects.filter(pk=bob.pk).update(username='"><script>x')
    html = client.get(reverse("games:replay", args=[match.pk])).content.decode()
    assert "<script>x" not in html
    assert "&amp;lt;script&amp;gt;x" in html, "once as HTML of the frame, once more as text to be copied"


def test_the_code_stands_where_others_may_see_the_match(client: Client, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob)
    table, replay = (reverse(f"games:{name}", args=[match.pk]) for name in ("table", "replay"))
    assert "oembed?" in client.get(table).content.decode()
    User.objects.filter(pk=bob.pk).update(unwatched=True)
    client.force_login(alice)
    assert "oembed?" not in client.get(table).content.decode()
    resigned(match)
    for address in (table, replay):
        html = client.get(address).content.decode()
        assert "oembed?" in html
        assert reverse("games:embed", args=[match.pk]) in html
