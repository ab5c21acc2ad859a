"""Who may open a stream, how many, and for how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TypeVar
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from django.core import signing
from django.test import Client
from pytest_django import Settings

from accounts import limits, visitors
from accounts.models import User
from accounts.visitors import Visitor
from boatzee_site import asgi, places
from boatzee_site.hub import Hub
from boatzee_site.places import Places
from games import live
from tests.games.tables import begin, play_out
from tests.site.events import events_process
from tests.site.test_events import SITE, next_event, stream

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


def token(home: str = "127.0.0.1", session: str = "", name: str = "") -> str:
    bound = visitors.bound(session, home)
    return live.token(Visitor(name or bound, bound), "match-7")


def test_a_token_is_good_for_whom_it_was_made_only() -> None:
    with events_process(SITE, PROXIES="0") as address:

        def status(given: str, home: str, **headers: str) -> int:
            with stream(address, given, home=home, **headers) as answer:
                return answer.status

        mine, of_session = token("127.0.0.1"), token(session="abc")
        assert status(mine, "127.0.0.1") == 200
        assert status(mine, "127.0.0.2") == 403
        assert status(mine, "127.0.0.2", X_Forwarded_For="127.0.0.1") == 403, "nobody asked a proxy"
        assert status(mine, "127.0.0.2", Cookie=f"{SESSION}=abc") == 403
        assert status(of_session, "127.0.0.2", Cookie=f"{SESSION}=abc") == 200, "a phone changes its address"
        assert status(of_session, "127.0.0.1", Cookie=f"{SESSION}=abd") == 403
        assert status(of_session, "127.0.0.1") == 403


def test_behind_a_proxy_the_address_is_what_the_proxy_saw() -> None:
    with events_process(SITE, PROXIES="1") as address:
        given = token("192.0.2.1")
        for claimed, wanted in (
            ("192.0.2.1", 200),
            ("192.0.2.9, 192.0.2.1", 200),
            ("192.0.2.1, 192.0.2.9", 403),
            ("", 403),
        ):
            with stream(address, given, X_Forwarded_For=claimed) as answer:
                assert answer.status == wanted, claimed


def test_a_token_lasts_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    given = token()
    assert live.leave(given).channels == ("match-7",)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + limits.TOKEN_LASTS - 5)
    live.leave(given)
    monkeypatch.setattr(time, "time", lambda: now + limits.TOKEN_LASTS + 5)
    with pytest.raises(signing.SignatureExpired):
        live.leave(given)
    assert limits.TOKEN_LASTS <= 15 * 60


def test_a_token_of_the_older_kind_is_refused() -> None:
    for old in (["match-7"], {"match-7": 1}, "match-7"):
        with pytest.raises(signing.BadSignature):
            live.leave(signing.dumps(old, salt=live.SALT))


@pytest.fixture
def _places_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests count streams in the same Redis at the same time."""
    monkeypatch.setattr(places, "PREFIX", f"boatzee-places-{uuid4()}:")


def test_a_visitor_has_so_many_streams_in_all_processes_together() -> None:
    most = limits.STREAMS_A_VISITOR
    with events_process(SITE) as one, events_process(SITE) as other, ExitStack() as open_:
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
        limit = time.monotonic() + 10
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


@pytest.mark.usefixtures("_places_of_its_own")
def test_the_places_of_a_process_that_died_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LEASE", 1)
    monkeypatch.setattr(places, "MOST", (1, 10))

    async def die_and_come_back() -> list[bool]:
        dead, alive = Places(settings.REDIS_URL), Places(settings.REDIS_URL)
        found = [await dead.take("me", "192.0.2.1"), await alive.take("me", "192.0.2.1")]
        await asyncio.sleep(2.1)
        found.append(await alive.take("me", "192.0.2.1"))
        await dead.close()
        await alive.close()
        return [place is not None for place in found]

    assert alone(die_and_come_back) == [True, False, True]


def test_the_places_of_open_streams_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "LEASE", 1)
    monkeypatch.setattr(places, "RENEW", 0.2)
    monkeypatch.setattr(places, "MOST", (1, 10))

    async def stay() -> list[bool]:
        here, other = Places(settings.REDIS_URL), Places(settings.REDIS_URL)
        renewing = asyncio.create_task(here.renew())
        place = await here.take("me", "192.0.2.1")
        assert place
        await asyncio.sleep(2.5)
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


def test_a_stream_asks_to_come_back_before_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAM_LASTS", 0.3)

    async def read() -> list[str]:
        return [part async for part in asgi._stream(Hub("redis://nowhere", "x"), ["match-7"])]

    began = time.monotonic()
    parts = alone(read)
    assert time.monotonic() - began < 3
    assert parts[0].startswith("retry:")
    assert parts[-1].startswith(f"event: {asgi.COME_BACK}\n")


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
        here, there = live.leave(self.live(mine, address)), live.leave(self.live(theirs, address))
        assert (here.bound, there.bound) == ("address-127.0.0.1", "address-192.0.2.1")
        leave = live.leave(self.live(signed_in, address))
        key = signed_in.session.session_key or ""
        assert leave.visitor == f"player-{carol.pk}"
        assert leave.bound == visitors.bound(key, "")
        assert key not in leave.bound

    @pytest.mark.parametrize(
        ("stream", "session"),
        [("/events", True), ("http://{host}:8001/events", True), ("https://stream.example/events", False)],
    )
    def test_where_no_cookie_comes_along_it_is_bound_to_the_address(
        self, stream: str, session: bool, alice: User, bob: User, settings: Settings
    ) -> None:
        settings.EVENTS_URL = stream
        client = Client()
        client.force_login(alice)
        leave = live.leave(self.live(client, f"/matches/{begin('BZ', alice, bob).pk}/"))
        assert leave.bound.startswith("session-" if session else "address-")

    def test_what_a_visitor_may_not_see_any_more_gives_no_token(self, alice: User, bob: User) -> None:
        match = begin("BO", alice, bob)
        client = Client()
        assert self.live(client, f"/matches/{match.pk}/")
        play_out(match)
        assert not self.live(client, f"/matches/{match.pk}/")


def test_word_still_comes_through(transactional_db: None) -> None:
    with events_process(SITE) as address, stream(address, token()) as answer:
        answer.readline()
        live.publish("match-7")
        assert next_event(answer) == "match-7"
