"""Who may open a stream, how many, and for how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.test import Client
from pytest_django import Settings
from starlette.types import Message

from accounts import limits, live, visitors
from accounts.live import places
from accounts.live import stream as stream_app
from accounts.live.hub import Hub
from accounts.live.places import Places
from accounts.models import User
from tests.games.tables import begin, play_out
from tests.site.stream import stream_process, token
from tests.site.test_stream import SITE, next_event, stream

T = TypeVar("T")
SESSION = settings.SESSION_COOKIE_NAME


@pytest.fixture(autouse=True)
def _nobody_listens() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        for key in line.scan_iter(f"{places.PREFIX}*"):
            line.delete(key)


def alone(do: Callable[[], Awaitable[T]]) -> T:
    """Run it in a loop of its own: a browser test before this one leaves its loop running in the main one."""

    async def run() -> T:
        return await do()

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, run()).result()


@pytest.fixture
def _places_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests count streams in the same Redis at the same time."""
    monkeypatch.setattr(places, "PREFIX", f"boatzee-places-{uuid4()}:")


def test_a_visitor_has_so_many_streams_in_all_processes_together() -> None:
    most = limits.STREAMS_A_VISITOR
    with stream_process(SITE) as one, stream_process(SITE) as other, ExitStack() as open_:
        opened = []
        for number in range(most + 3):
            answer = open_.enter_context(stream((one, other)[number % 2], token()))
            opened.append(answer.status)
        assert opened == [200] * most + [429] * 3
        assert int(answer.headers["Retry-After"]) > 0
        assert "looks by itself" in answer.read().decode()
        with stream(one, token(session="abc"), Cookie=f"{SESSION}=abc") as answer:
            assert answer.status == 200, "another visitor of the same address"
        open_.close()
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            with stream(one, token()) as answer:
                if answer.status == 200:
                    return
            time.sleep(0.2)
        raise AssertionError("places are not given back")


@pytest.mark.usefixtures("_places_of_its_own")
def test_an_address_has_so_many_streams_however_many_visitors_it_claims() -> None:
    async def take() -> list[bool]:
        line = Places(settings.REDIS_URL)
        wanted = limits.STREAMS_AN_ADDRESS + 5
        taken = [await line.take(f"session-{number}", "192.0.2.1") for number in range(wanted)]
        assert await line.take("session-0", "192.0.2.2")
        await line.close()
        return [place is not None for place in taken]

    assert alone(take) == [True] * limits.STREAMS_AN_ADDRESS + [False] * 5


def let_leases_end() -> None:
    """As if no process had said a word for longer than a place is held."""
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        for key in line.scan_iter(f"{places.PREFIX}*"):
            line.zadd(key, dict.fromkeys(line.zrange(key, 0, -1), 1))


@pytest.mark.usefixtures("_places_of_its_own")
def test_the_places_of_a_process_that_died_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST", (1, 10))

    async def die_and_come_back() -> list[bool]:
        dead, alive = Places(settings.REDIS_URL), Places(settings.REDIS_URL)
        found = [await dead.take("me", "192.0.2.1"), await alive.take("me", "192.0.2.1")]
        let_leases_end()
        found.append(await alive.take("me", "192.0.2.1"))
        await dead.close()
        await alive.close()
        return [place is not None for place in found]

    assert alone(die_and_come_back) == [True, False, True]


@pytest.mark.usefixtures("_places_of_its_own")
def test_the_places_of_open_streams_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "RENEW", 0.1)
    monkeypatch.setattr(places, "MOST", (1, 10))

    async def stay() -> list[bool]:
        here, other = Places(settings.REDIS_URL), Places(settings.REDIS_URL)
        place = await here.take("me", "192.0.2.1")
        assert place
        let_leases_end()
        renewing = asyncio.create_task(here.renew())
        with redis.Redis.from_url(settings.REDIS_URL) as line:
            for _ in range(300):
                if all(line.zrange(key, 0, -1, withscores=True)[0][1] > 1 for key in place.keys):
                    break
                await asyncio.sleep(0.1)
        found = [await other.take("me", "192.0.2.1")]
        await here.give_back(place)
        found.append(await other.take("me", "192.0.2.1"))
        renewing.cancel()
        await here.close()
        await other.close()
        return [one is not None for one in found]

    assert alone(stay) == [False, True]


def test_without_redis_each_process_counts_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST", (2, 3))

    async def take() -> list[bool]:
        line = Places("redis://127.0.0.1:1/0")
        taken = [await line.take(who, "192.0.2.1") for who in ("a", "a", "a", "b", "c")]
        assert taken[0]
        await line.give_back(taken[0])
        taken.append(await line.take("a", "192.0.2.1"))
        await line.close()
        return [place is not None for place in taken]

    assert alone(take) == [True, True, False, True, False, True]


@pytest.mark.usefixtures("_places_of_its_own")
def test_a_place_that_is_given_back_while_others_are_renewed_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "PART", 1)

    async def renewed() -> int:
        ours, gone = Places(settings.REDIS_URL), list[places.Place]()
        both = [await ours.take(visitor, visitor) for visitor in ("one", "other")]
        say = ours._line.eval

        async def said(script: str, *rest: Any) -> Any:
            if script == places.HOLD and not gone:
                gone.extend(one for one in both if one is not None and one.name not in rest)
                await ours.give_back(gone[0])
            return await say(script, *rest)

        monkeypatch.setattr(ours._line, "eval", said)
        await ours.renew_all()
        left: int = await ours._line.zcard(gone[0].keys[0])
        await ours.close()
        return left

    assert alone(renewed) == 0


@pytest.mark.usefixtures("_places_of_its_own")
def test_a_page_that_goes_while_it_is_counted_holds_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise asyncio.CancelledError

    async def taken() -> places.Place | None:
        ours = Places(settings.REDIS_URL)
        with monkeypatch.context() as patch:
            patch.setattr(ours._line, "eval", gone)
            for _ in range(limits.STREAMS_A_VISITOR):
                with pytest.raises(asyncio.CancelledError):
                    await ours.take("visitor", "address")
        place = await ours.take("visitor", "address")
        await ours.close()
        return place

    assert alone(taken) is not None


def test_a_stream_asks_to_come_back_before_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAM_LASTS", 0.3)

    began = time.monotonic()
    sent = alone(lambda: open_stream(asyncio.Event()))
    assert time.monotonic() - began < 20
    assert [one["type"] for one in sent[:2]] == ["http.response.start", "http.response.body"]
    assert sent[1]["body"].startswith(b"retry:")
    assert sent[-2]["body"].endswith(
        f"event: {stream_app.COME_BACK}\ndata: ask for permission again\n\n".encode()
    )
    assert (sent[-1]["body"], sent[-1]["more_body"]) == (b"", False)


async def open_stream(gone: asyncio.Event) -> list[Message]:
    """Open one in this process, until it ends or the page has gone; gives what was sent. Nothing is left."""
    hub, line, sent = Hub("redis://nowhere", "x"), Places("redis://127.0.0.1:1/0"), list[Message]()
    hub._asked.add("match-7")  # as if Redis had answered
    place = await line.take("me", "192.0.2.1")
    assert place

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await stream_app.Stream(hub, line, place, ["match-7"], {})({}, receive, send)
    assert not hub.listeners
    assert not line._held
    assert len(asyncio.all_tasks()) == 1, "only the test is left"
    await line.close()
    return sent


def test_a_page_that_goes_gives_its_place_back_at_once() -> None:
    async def go() -> list[Message]:
        gone = asyncio.Event()
        asyncio.get_running_loop().call_later(0.1, gone.set)
        return await open_stream(gone)

    sent = alone(go)
    assert all(one.get("more_body", True) for one in sent), "nobody is there to be told of the end"


@pytest.mark.django_db
@pytest.mark.usefixtures("pool")
class TestPages:
    def live(self, client: Client, address: str) -> str:
        page = client.get(address).content.decode()
        found = page.partition('data-live="')[2].partition('"')[0]
        assert 'js/table.js"' in page or 'js/event.js"' in page
        return found

    def test_a_page_has_a_token_for_its_visitor(self, alice: User, bob: User, carol: User) -> None:
        address = f"/matches/{begin('BZ', alice, bob).pk}/"
        mine, theirs, signed_in = Client(), Client(REMOTE_ADDR="192.0.2.1"), Client()
        signed_in.force_login(carol)
        here, there = live.permission(self.live(mine, address)), live.permission(self.live(theirs, address))
        assert (here.bound, there.bound) == ("address-127.0.0.1", "address-192.0.2.1")
        given = live.permission(self.live(signed_in, address))
        key = signed_in.session.session_key or ""
        assert given.visitor == f"player-{carol.pk}"
        assert given.bound == visitors.bound(key, "")
        assert key not in given.bound

    @pytest.mark.parametrize(
        ("stream", "session"),
        [
            ("/events", True),
            ("/events, /events-2", True),
            ("http://{host}:8001/events", True),
            ("https://stream.example/events", False),
            ("/events,https://stream.example/events", False),
        ],
    )
    def test_where_no_cookie_comes_along_it_is_bound_to_the_address(
        self, stream: str, session: bool, alice: User, bob: User, settings: Settings
    ) -> None:
        settings.EVENTS_URL = stream
        client = Client()
        client.force_login(alice)
        given = live.permission(self.live(client, f"/matches/{begin('BZ', alice, bob).pk}/"))
        assert given.bound.startswith("session-" if session else "address-")

    def test_what_a_visitor_may_not_see_any_more_gives_no_token(self, alice: User, bob: User) -> None:
        match = begin("BO", alice, bob)
        client = Client()
        assert self.live(client, f"/matches/{match.pk}/")
        play_out(match)
        assert not self.live(client, f"/matches/{match.pk}/")


def test_word_still_comes_through(transactional_db: None) -> None:
    with stream_process(SITE) as address, stream(address, token()) as answer:
        answer.readline()
        live.publish("match-7")
        assert next_event(answer) == "match-7"


@pytest.mark.usefixtures("_places_of_its_own")
def test_streams_that_all_open_at_once_are_all_counted() -> None:
    """As after a restart. They take few connections, however many they are."""

    async def take() -> tuple[list[bool], int]:
        line = Places(settings.REDIS_URL)
        took = await asyncio.gather(*(line.take(f"me-{n % 40}", f"192.0.2.{n % 40}") for n in range(400)))
        await line.renew_all()
        with redis.Redis.from_url(settings.REDIS_URL) as counted:
            held = sum(counted.zcard(f"{places.PREFIX}visitor:me-{n}") for n in range(40))
        pool = line._line.connection_pool
        assert len(pool._available_connections) + len(pool._in_use_connections) <= places.CONNECTIONS
        await asyncio.gather(*(line.give_back(place) for place in took if place))
        await line.close()
        return [place is not None for place in took], held

    taken, held = alone(take)
    assert all(taken)
    assert held == 400, "none of them was counted in this process only"
