"""Comments: the players' alone until all of them agree, and again when one does no longer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import export, leaving
from accounts.models import Notice, Profile, Report, User
from accounts.models.talk import LONGEST
from accounts.people import relations
from games.archive import comments
from games.archive.comments import OfMatch, room_of
from games.match import folding, queries
from games.models import Agreement, Comment, Match
from games.rules.base import Pace
from tests.at_once import at_once
from tests.games.practised import against, alone
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
SAID = "You rolled well <i>"
SHOWN = "You rolled well &lt;i&gt;"


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return play_out(begin("BO", alice, bob))


def client_of(player: User | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def room(match: Match) -> OfMatch:
    return room_of(*queries.table(match.pk))


def say(match: Match, player: User, text: str = SAID) -> int:
    return client_of(player).post(reverse("games:comments", args=[match.pk]), {"text": text}).status_code


def agree(match: Match, player: User, answer: str = "yes") -> int:
    address = reverse("games:comments_agree", args=[match.pk])
    return client_of(player).post(address, {"agree": answer}).status_code


def reads(match: Match, player: User | None) -> bool:
    """Whether it stands beside the replay and, for who has signed in, on the page of comments."""
    replay = client_of(player).get(reverse("games:replay", args=[match.pk])).content.decode()
    if player is not None:
        page = client_of(player).get(reverse("games:comments", args=[match.pk]))
        assert (SHOWN in page.content.decode()) == (SHOWN in replay)
        assert page.status_code in {200, 403}
    return SHOWN in replay


def test_the_players_read_it_and_others_once_all_agree(
    alice: User, bob: User, carol: User, match: Match
) -> None:
    assert say(match, alice) == 302
    assert [reads(match, one) for one in (alice, bob, carol, None)] == [True, True, False, False]
    agree(match, alice)
    assert [reads(match, one) for one in (bob, carol, None)] == [True, False, False]
    agree(match, bob)
    assert [reads(match, one) for one in (alice, bob, carol, None)] == [True] * 4
    agree(match, bob, "no")
    assert [reads(match, one) for one in (alice, bob, carol, None)] == [True, True, False, False]
    agree(match, bob)
    agree(match, alice, "no")
    assert not reads(match, carol)


def test_a_folded_match_has_the_same(alice: User, bob: User, match: Match) -> None:
    assert folding.fold([match.pk]).done == 1
    say(match, alice)
    for player in (alice, bob):
        agree(match, player)
    assert reads(match, None)


def test_nobody_else_says_or_decides_anything(alice: User, carol: User, match: Match) -> None:
    assert say(match, carol) == 403
    assert agree(match, carol) == 404
    assert client_of(None).post(reverse("games:comments", args=[match.pk]), {"text": "x"}).status_code == 302
    for player in match.seats.all():
        assert player.player
        agree(match, player.player)
    assert say(match, carol) == 403
    assert not Comment.objects.exists()


def test_whether_there_is_anything_is_not_told(carol: User, alice: User, match: Match) -> None:
    before = client_of(carol).get(reverse("games:comments", args=[match.pk]))
    say(match, alice)
    after = client_of(carol).get(reverse("games:comments", args=[match.pk]))
    assert before.status_code == after.status_code == 403
    assert "read what they say of it" in before.content.decode()
    [comment] = Comment.objects.all()
    report = reverse("games:report_comment", args=[match.pk, comment.pk])
    assert client_of(carol).get(report).status_code == 404


def test_a_match_that_is_not_over_has_none(alice: User, bob: User) -> None:
    running = begin("BO", alice, bob, pace=Pace.SPLIT)
    assert say(running, alice) == 404
    assert agree(running, alice) == 404


@pytest.mark.usefixtures("robots")
def test_robots_are_not_asked_and_one_alone_decides(alice: User, carol: User) -> None:
    for match in (play_out(against(alice, "BO")), play_out(alone(alice, "BO"))):
        say(match, alice)
        assert not reads(match, carol)
        agree(match, alice)
        assert reads(match, carol)


def test_all_of_three_are_asked(alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob, carol))
    say(match, alice)
    for player in (alice, bob):
        agree(match, player)
    assert not reads(match, None)
    agree(match, carol)
    assert reads(match, None)


@pytest.mark.parametrize("text", ["", "\n \u200b", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(alice: User, match: Match, text: str) -> None:
    assert say(match, alice, text) == 400


def test_the_other_is_told_once_until_it_is_read(alice: User, bob: User, match: Match) -> None:
    told = Notice.objects.filter(kind="message")
    for text in ("One", "Two"):
        say(match, alice, text)
    assert [notice.player for notice in told] == [bob]
    assert "alice has commented" in told.get().subject
    client_of(bob).get(reverse("games:comments", args=[match.pk]))
    assert told.get().settled_at is not None
    say(match, alice, "Three")
    assert told.filter(player=bob, settled_at=None).count() == 1
    say(match, bob, "Four")
    assert told.filter(player=alice).count() == 1


def test_who_is_muted_off_or_apart(alice: User, bob: User, carol: User, match: Match) -> None:
    say(match, alice)
    for player in (alice, bob):
        agree(match, player)
    relations.ignore(bob, alice)
    assert not reads(match, bob)
    assert say(match, alice, "More") == 302
    assert Notice.objects.filter(player=bob, kind="message").count() == 1
    relations.forget(bob, alice)
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert say(match, alice) == 403
    assert [reads(match, one) for one in (bob, carol, None)] == [False] * 3
    User.objects.filter(pk=alice.pk).update(muted_until=None)
    Profile.objects.create(player=bob, chat=False)
    assert not reads(match, bob)
    assert say(match, bob) == 403


def test_a_report_keeps_the_words(alice: User, bob: User, carol: User, match: Match) -> None:
    say(match, alice)
    [comment] = Comment.objects.all()
    address = reverse("games:report_comment", args=[match.pk, comment.pk])
    assert client_of(alice).get(address).status_code == 404
    assert client_of(bob).post(address, {"why": "Rude"}).status_code == 302
    report = Report.objects.get()
    assert (report.about, report.quote) == (alice, SAID)
    assert report.where == f"comments-{match.pk}, remark {comment.pk}"
    for player in (alice, bob):
        agree(match, player)
    assert client_of(carol).post(address, {"why": "Rude"}).status_code == 302


def test_a_closed_account_takes_its_words_and_is_asked_no_more(alice: User, bob: User, match: Match) -> None:
    say(match, alice)
    say(match, bob, "Thank you")
    agree(match, alice)
    leaving.close(bob)
    assert [comment.player for comment in Comment.objects.all()] == [alice]
    assert reads(match, None)
    leaving.close(alice)
    assert not Comment.objects.exists()
    assert not Agreement.objects.exists()
    assert not room(match).public


def test_they_are_exported(alice: User, bob: User, match: Match) -> None:
    say(match, alice)
    agree(match, alice)
    assert [one["text"] for one in comments.everything(alice)] == [SAID]
    assert [one["match"] for one in comments.agreed(alice)] == [match.pk]
    assert comments.everything(bob) == []
    archive = export.archive(alice)
    assert b"comments.json" in archive
    assert b"comments-agreed.json" in archive


@pytest.mark.django_db(transaction=True)
def test_both_agree_at_once_and_twice(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    at_once(
        *[lambda player=player: comments.agree(room(match), player, agrees=True) for player in (alice, bob)]
        * 2
    )
    assert room(match).public
    assert Agreement.objects.count() == 2
