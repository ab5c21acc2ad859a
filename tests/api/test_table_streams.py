"""Streams of tables, by a real stream process: what each viewer is told, and what nobody is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Token, User
from games.match import clocks, play, watching
from games.models import Match, Seat
from games.rules.base import Kind, Move, Pace
from tests.api.listening import Event, listen, names, roll
from tests.games.tables import begin, play_out, to_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool", "nobody_listens")]


def test_a_table_tells_that_it_has_changed_and_that_it_is_over(
    origin: str, alice: User, bob: User, carol: User
) -> None:
    match = begin("PG", alice, bob)
    path = f"matches/{match.pk}/stream"
    with listen(origin, carol, path) as line:
        opened = line.next()
        assert opened[::2] == ("open", {"match": match.pk, "version": match.version, "status": "running"})
        roll(match)
        changed = line.next()
        assert (changed.name, changed.data["version"]) == ("table", match.version + 1)
        play_out(match)
        over = line.until("over")
        assert over.data["status"] == "finished"
        assert line.next().data == {"code": "match-over"}
        assert line.rest() == []
    with listen(origin, carol, path, last=changed.id) as line:
        assert names(line.rest()) == ["open", "over", "end"]
    with listen(origin, carol, path, last=over.id) as line:
        assert line.status == 204
    with listen(origin, carol, path) as line:
        assert names(line.rest()) == ["open", "over", "end"]


def test_a_table_that_changed_meanwhile_says_so(origin: str, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    path = f"matches/{match.pk}/stream"
    with listen(origin, alice, path) as line:
        last = line.next().id
    with listen(origin, alice, path, last=last) as line:
        assert line.next().id == last
        roll(match)
        assert line.next().name == "table"
    with listen(origin, alice, path, last=last) as line:
        assert names([line.next(), line.next()]) == ["open", "table"]
    for lost in ("99999-00000000", "abc"):
        with listen(origin, alice, path, last=lost) as line:
            assert line.next().name == "reset"


def test_time_that_is_given_changes_a_table_for_who_looks_on(origin: str, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    late, other = to_move(match), bob if to_move(match) == alice else alice
    past = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(match=match, player=late).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=None)
    with listen(origin, late, f"matches/{match.pk}/stream") as line:
        version = line.next().data["version"]
        clocks.grant(match.pk, other, version)
        assert line.next()[::2] == ("table", {"match": match.pk, "version": version, "status": "running"})


def test_nothing_of_hidden_cards_is_told(origin: str, alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    path = f"matches/{match.pk}/stream"
    with (
        listen(origin, alice, path) as hers,
        listen(origin, bob, path) as his,
        listen(origin, carol, path) as line,
    ):
        marks = [one.next().id for one in (hers, his, line)]
        play.move(match.pk, alice, 0, Move(Kind.ROLL))
        assert hers.next().data["version"] == 1
        # Looked at anew, as every while, it is the same for those who may not see the move.
        for viewer, mark in ((bob, marks[1]), (carol, marks[2])):
            with listen(origin, viewer, path, last=mark) as again:
                assert again.next() == Event("open", mark, again_data(match, 0))
        play.resign(match.pk, alice, 1)
        assert names(his.rest())[-2:] == ["over", "end"]
        assert names(line.rest()) == ["over", "end"], "nothing before the end"


def again_data(match: Match, version: int) -> dict[str, object]:
    return {"match": match.pk, "version": version, "status": "running"}


def test_of_a_table_nothing_is_told_to_a_token_that_went_without_a_word(
    origin: str, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    with listen(origin, alice, f"matches/{match.pk}/stream") as line:
        line.next()
        Token.objects.filter(player=alice).delete()
        roll(match)
        assert line.next().name == "end"
        assert line.rest() == []


def test_a_table_that_is_hidden_from_now_on_tells_strangers_nothing_more(
    origin: str, alice: User, bob: User, carol: User
) -> None:
    match = begin("BZ", alice, bob)
    path = f"matches/{match.pk}/stream"
    with listen(origin, carol, path) as line, listen(origin, bob, path) as his:
        assert (line.next().name, his.next().name) == ("open", "open")
        User.objects.filter(pk=alice.pk).update(unwatched=True)
        watching.tell_of_change(alice)
        end = line.next()
        assert (end.name, end.data["code"]) == ("end", "not-watched")
        assert line.rest() == []
        roll(match)
        assert his.next().name == "table"
    with listen(origin, carol, path) as line:
        assert (line.status, line.refusal()["code"]) == (403, "not-watched")
