"""Streams to programs, by a real stream process: what an account hears, and what a table tells."""

from __future__ import annotations

import time
from contextlib import ExitStack
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from redis import Redis

from accounts import limits, moderation, notices, tokens
from accounts.live import places
from accounts.models import Token, User
from accounts.models.moderation import Sanction
from accounts.models.notices import Notice
from accounts.notices import since
from boatzee_site import local
from boatzee_site.api.place import PREFIX
from boatzee_site.local.services import Valkey
from boatzee_site.local.starting import until
from games.match import play
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.api.asking import ask, refused
from tests.api.listening import SITE, Event, database, listen, names, process, roll, tell
from tests.games.tables import begin, to_move
from tests.site.test_stream import valkey as valkey  # noqa: PLC0414  (a server of the test's own)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool", "nobody_listens")]


def test_an_account_hears_its_turns_and_what_comes_into_its_list(origin: str, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    first, second = to_move(match), bob if to_move(match) == alice else alice
    with listen(origin, second) as line, listen(origin, first) as other:
        assert line.status == 200
        assert line.headers["Content-Type"].startswith("text/event-stream")
        assert line.headers["Cache-Control"] == "no-store"
        assert line.headers["Access-Control-Allow-Origin"] == "*"
        assert "RateLimit" in line.headers
        assert line.next()[::2] == ("open", {"player": second.pk})
        assert (other.next().name, other.next().data["match"]) == ("open", match.pk)
        tell(second, "told")
        told = line.next()
        assert told.name == "event"
        assert told.data == {
            "id": Notice.objects.get(key="told").pk,
            "at": told.data["at"],
            "url": f"{SITE}/events/7/",
            "event": 7,
        }
        roll(match)
        match.refresh_from_db()
        play.move(match.pk, first, match.version, Move(Kind.SCORE, box="chance"))
        turn = line.next()
        assert (turn.name, turn.data) == ("turn", {"match": match.pk, "version": match.version + 1})
        tell(first, "another", "message", f"/messages/{second.username}/")
        assert other.next().name == "message"


def test_what_was_missed_is_told_first_by_any_process(alice: User, bob: User) -> None:
    with process(database()) as one, listen(one, alice) as line:
        assert line.next().name == "open"
        tell(alice, "first")
        last = line.next().id
    for number in range(3):
        tell(alice, f"missed-{number}")
    tell(bob, "not hers")
    with process(database()) as other, listen(other, alice, last=last) as line:
        found = [line.next() for _ in range(4)]
        assert names(found) == ["open", "event", "event", "event"]
        assert found[0].id == last
        keys = [Notice.objects.get(pk=one.data["id"]).key for one in found[1:]]
        assert keys == ["missed-0", "missed-1", "missed-2"]
        again = found[2].id
    with process(database()) as third, listen(third, alice, last=again) as line:
        assert line.next() == Event("open", again, {"player": alice.pk})
        keys = [Notice.objects.get(pk=line.next().data["id"]).key for _ in range(3)]
        assert keys == ["first", "missed-0", "missed-2"], "of the minute before something may come twice"


def test_who_was_away_before_anything_came_misses_nothing(origin: str, alice: User) -> None:
    with listen(origin, alice) as line:
        last = line.next().id
        assert last.startswith("0-")
    tell(alice, "missed")
    with listen(origin, alice, last=last) as line:
        assert [line.next().name, line.next().name] == ["open", "event"]


@pytest.mark.parametrize("what", ["old", "empty", "none", "another's", "lost", "given anew", "much"])
def test_who_was_away_for_too_long_is_told_so(
    origin: str, alice: User, bob: User, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(alice, "first")
    tell(bob, "his")
    mine, his = Notice.objects.get(key="first"), Notice.objects.get(key="his")
    at = int(mine.created_at.timestamp())
    old = mine.created_at - since.REMEMBERED - timedelta(seconds=5)
    if what == "old":
        Notice.objects.filter(pk=mine.pk).update(created_at=old)
    last = {
        "old": f"{mine.pk}-{int(old.timestamp())}",
        "empty": f"0-{int(old.timestamp())}",
        "none": "abc",
        "another's": f"{his.pk}-{at}",
        "lost": f"{mine.pk + 1000}-{at}",
        "given anew": f"{mine.pk}-{at - 5}",
        "much": f"{mine.pk}-{at}",
    }[what]
    if what == "much":
        for number in range(since.MOST + 1):
            tell(alice, f"much-{number}")
    with listen(origin, alice, last=last) as line:
        first = line.next()
        assert first.name == "reset"
        tell(alice, "next")
        assert Notice.objects.get(pk=line.next().data["id"]).key == "next"


def test_what_is_settled_or_not_listed_is_not_told(origin: str, alice: User) -> None:
    with listen(origin, alice) as line:
        last = line.next().id
    notices.tell([alice], "event", "gone", "It has gone", "/events/7/", topic="gone")
    notices.settle(alice.pk, "gone")
    tell(alice, "turn", "turn", "/matches/7/")
    tell(alice, "stays")
    with listen(origin, alice, last=last) as line:
        opened, told = line.next(), line.next()
        assert names([opened, told]) == ["open", "event"]
        assert Notice.objects.get(pk=told.data["id"]).key == "stays"


def test_a_notice_that_turns_up_below_one_that_was_told_is_told(alice: User) -> None:
    there = since.Since(alice.pk)
    for key in ("early", "late"):
        tell(alice, key)
    early = Notice.objects.get(key="early")
    held = Notice.objects.get(pk=early.pk)
    early.delete()
    assert [one.key for one, _place in there.new()] == ["late"]
    place = there.place
    held.save(force_insert=True)
    begun = early.created_at - since.LATE / 2  # its transaction was open for so long
    Notice.objects.filter(pk=held.pk).update(created_at=begun)
    assert [one.key for one, _place in there.new()] == ["early"]
    assert there.place == place
    assert there.new() == []
    assert [one.key for one, _place in since.Since(alice.pk, place).new()] == ["early"]


def test_who_may_not_see_is_told_so_in_place_of_a_stream(
    origin: str, alice: User, bob: User, carol: User
) -> None:
    asked = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    for path, player, secret, status, code in (
        (f"matches/{asked.pk}/stream", carol, "", 404, "not-found"),
        ("matches/999999999/stream", carol, "", 404, "not-found"),
        ("stream", None, "-", 401, "no-token"),
        ("stream", None, "bzt_wrong", 401, "bad-token"),
        ("stream", alice, ask(alice, "play").secret, 403, "scope-missing"),
    ):
        with listen(origin, player, path, secret=secret) as line:
            assert (line.status, line.refusal()["code"]) == (status, code)
            assert line.headers["Access-Control-Allow-Origin"] == "*"
    with listen(origin, alice, method="POST") as line:
        assert (line.status, line.headers["Allow"]) == (405, "GET, OPTIONS")
    with listen(origin, alice, method="HEAD") as line:
        assert line.status == 200
        held = f"{places.PREFIX}visitor:player-{alice.pk}"
        assert not Redis.from_url(settings.REDIS_URL).exists(held), "nothing is carried"
    with listen(origin, bob, f"matches/{asked.pk}/stream") as line:
        assert line.next().data["status"] == "inviting"
        lobby.answer(asked.pk, bob, accept=True)
        assert line.next().data["status"] == "running"


def test_a_cookie_opens_nothing(origin: str, alice: User) -> None:
    with listen(origin, None, secret="-") as line:
        assert line.status == 401


def test_a_token_that_is_taken_back_ends_its_stream_at_once_and_no_other(origin: str, alice: User) -> None:
    token, secret = tokens.make(alice, "one", ["read"], None)
    _other, kept = tokens.make(alice, "two", ["read"], None)
    with listen(origin, alice, secret=secret) as line, listen(origin, alice, secret=kept) as other:
        assert (line.next().name, other.next().name) == ("open", "open")
        assert tokens.revoke(alice, token.pk)
        end = line.next()
        assert (end.name, end.data["code"]) == ("end", "bad-token")
        assert line.rest() == []
        tell(alice, "told")
        assert other.next().name == "event"


def test_nothing_is_told_to_a_token_that_went_without_a_word(origin: str, alice: User) -> None:
    with listen(origin, alice) as line:
        line.next()
        Token.objects.filter(player=alice).delete()
        tell(alice, "told")
        assert line.next().name == "end"
        assert line.rest() == []


def test_who_is_suspended_hears_nothing_more(origin: str, alice: User, bob: User) -> None:
    staff = User.objects.create_superuser("root")
    with listen(origin, alice) as line:
        line.next()
        soon = timezone.now() + timedelta(days=1)
        moderation.decide(alice, Sanction.Kind.SUSPEND, "because", staff, soon)
        end = line.until("end")
        assert end.data["code"] == "suspended"
    with listen(origin, alice) as line:
        assert (line.status, line.refusal()["code"]) == (403, "suspended")


def test_streams_are_counted_together_with_open_pages(origin: str, alice: User, bob: User) -> None:
    with ExitStack() as held:
        for _ in range(limits.STREAMS_A_VISITOR):
            assert held.enter_context(listen(origin, alice)).status == 200
        with listen(origin, alice) as line:
            assert (line.status, line.refusal()["code"]) == (429, "too-many-streams")
            assert int(line.headers["Retry-After"]) > 0
        with listen(origin, bob) as line:
            assert line.status == 200


def test_a_players_streams_are_counted_over_all_processes_until_one_ends(
    origin: str, alice: User, bob: User
) -> None:
    table = f"matches/{begin('BZ', alice, bob).pk}/stream"
    with process(database()) as another, ExitStack() as held:
        first = held.enter_context(ExitStack())
        for number in range(limits.STREAMS_A_VISITOR):
            where, path = (origin, "stream") if number % 2 else (another, table)
            stack = held if number else first
            assert stack.enter_context(listen(where, alice, path)).status == 200
        for where, path in ((origin, table), (another, "stream")):
            with listen(where, alice, path) as line:
                assert (line.status, line.headers["Content-Type"]) == (429, "application/problem+json")
                told = line.refusal()
                assert (told["status"], told["code"]) == (429, "too-many-streams")
                assert told["detail"]
        first.close()

        def is_let_in() -> bool:
            with listen(origin, alice) as line:
                return line.status == 200

        until(is_let_in, 30, "The place that was given back is not free.")


def test_a_web_process_says_where_streams_are_carried(alice: User) -> None:
    told = refused(ask(alice).get("stream"), 421, "elsewhere")
    assert f"/{PREFIX}stream" in told["detail"]


def test_a_program_of_another_site_may_go_on_where_it_was(alice: User) -> None:
    asked = ask(alice).send("OPTIONS", "stream", Access_Control_Request_Method="GET")
    assert "Last-Event-ID" in asked["Access-Control-Allow-Headers"]


@pytest.mark.faults
def test_while_redis_is_away_there_are_none_and_after_it_nothing_was_missed(
    alice: User, valkey: Valkey
) -> None:
    with process(database(), REDIS_URL=local.redis_url(valkey.home)) as origin:
        with listen(origin, alice) as line:
            last = line.next().id
            valkey.stop()
            assert line.rest() == []
        tell(alice, "meanwhile")
        with listen(origin, alice) as line:
            assert (line.status, line.refusal()["code"]) == (503, "unreachable")
            assert line.headers["Retry-After"] == "5"
        valkey.start()
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            with listen(origin, alice, last=last) as line:
                if line.status == 200:
                    assert names([line.next(), line.next()]) == ["open", "event"]
                    return
            time.sleep(0.2)
        raise AssertionError("It does not come back.")


@pytest.mark.long
def test_what_nobody_said_a_word_of_is_seen_all_the_same(origin: str, alice: User) -> None:
    with listen(origin, alice) as line:
        line.next()
        rows = [Notice(player=alice, kind="news", key="silent", subject="Hm", address="/")]
        Notice.objects.bulk_create(rows)
        assert line.next().name == "news", "it looks by itself now and then"
