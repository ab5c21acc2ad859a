"""What goes to servers of others goes there alone, and none of them makes the site wait."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from accounts.notices import address, post
from accounts.notices.post import Answer, Post, post_all
from accounts.notices.ways import Unreachable
from tests.accounts import servers
from tests.accounts.servers import HOST, OK, answers, serving

OUTSIDE = "93.184.216.34"
LATE = 15.0
"""Seconds that a busy machine may take beyond the deadline; who is waited for takes far longer."""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return servers.certificate(tmp_path)


@pytest.fixture(autouse=True)
def _line(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HOST is an address out on the internet, which leads to this machine's loopback; our word is taken."""
    trusted = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(post, "trusted", lambda: trusted)
    monkeypatch.setattr(socket, "getaddrinfo", partial(found, [OUTSIDE]))
    connect = asyncio.open_connection

    async def here(host: str, port: int, **rest: Any) -> Any:
        assert host == OUTSIDE, "only what was looked up is spoken to"
        return await connect("127.0.0.1", port, **rest)

    monkeypatch.setattr(asyncio, "open_connection", here)


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline that is near, for those who are seen to be left at it."""
    monkeypatch.setattr(post, "DEADLINE", 2.0)


def found(where: list[str], host: str, port: int, *_: object, **__: object) -> list[Any]:
    """What a resolver answers."""
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in where]


def to(server: servers.Server, path: str = "/in?x=1", body: bytes = b"{}") -> Post:
    return Post(f"https://{HOST}:{server.port}{path}", body, {"User-Agent": "Boatzee"})


def test_it_is_posted_whole_to_the_host_by_its_name(certificate: Path) -> None:
    with serving(certificate, answers(OK)) as server:
        answer = post.post(to(server, body=b'{"a": 1}'))
    assert answer.status == 204
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /in?x=1 HTTP/1.1\r\n")
    assert f"Host: {HOST}:{server.port}".encode() in head
    assert body == b'{"a": 1}'


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize(
    "act",
    [servers.silent, servers.drips],
    ids=["says nothing", "drips its head"],
)
def test_who_is_slow_is_left_at_the_deadline(certificate: Path, act: servers.Act) -> None:
    with serving(certificate, act) as server:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            post.post(to(server))
    assert time.monotonic() - begun < post.DEADLINE + LATE
    assert server.requests, "it was reached"


@pytest.mark.usefixtures("_soon")
def test_a_handshake_that_never_comes_is_left_at_the_deadline(certificate: Path) -> None:
    with serving(certificate, answers(OK), tls=False) as server:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            post.post(to(server))
    assert time.monotonic() - begun < post.DEADLINE + LATE
    assert server.lines == 1


@pytest.mark.usefixtures("_soon")
def test_a_body_that_is_not_taken_is_left_at_the_deadline(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asleep(self: servers.Server, safe: ssl.SSLSocket) -> bytes:
        self.over.wait(30)
        return b""

    monkeypatch.setattr(servers.Server, "_request", asleep)
    with serving(certificate, answers(OK)) as server:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            post.post(to(server, body=b"x" * 20_000_000))
    assert time.monotonic() - begun < post.DEADLINE + LATE


@pytest.mark.usefixtures("_soon")
def test_a_name_that_is_looked_up_for_ever_is_left_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def asleep(*_: object, **__: object) -> list[Any]:
        over.wait(30)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", asleep)
    begun = time.monotonic()
    try:
        with pytest.raises(TimeoutError):
            post.post(Post(f"https://{HOST}/", b"{}"))
        assert time.monotonic() - begun < post.DEADLINE + LATE
    finally:
        over.set()


def test_look_ups_that_hang_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "_look_ups", threading.BoundedSemaphore(1))
    monkeypatch.setattr(post, "DEADLINE", 0.5)
    over = threading.Event()

    def asleep(*_: object, **__: object) -> list[Any]:
        over.wait(30)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", asleep)
    try:
        first, second = post_all([Post(f"https://{HOST}/", b"{}")] * 2)
    finally:
        over.set()
    assert isinstance(first, TimeoutError)
    assert isinstance(second, RuntimeError)


def test_a_head_without_end_is_not_read_to_it(certificate: Path) -> None:
    with serving(certificate, servers.babbles) as server, pytest.raises(Unreachable):
        post.post(to(server))


def test_the_body_of_an_answer_is_not_waited_for(certificate: Path) -> None:
    def half(safe: ssl.SSLSocket, _request: bytes) -> None:
        safe.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx")
        time.sleep(20)

    with serving(certificate, half) as server:
        assert post.post(to(server)).status == 200


def test_the_slow_do_not_hold_up_the_quick(certificate: Path) -> None:
    with serving(certificate, servers.silent) as slow, serving(certificate, answers(OK)) as quick:
        begun = time.monotonic()
        found = post_all([to(slow)] * 8 + [to(quick)] * 8)
    assert time.monotonic() - begun < post.DEADLINE + LATE
    assert all(isinstance(one, TimeoutError) for one in found[:8])
    assert all(isinstance(one, Answer) and one.seconds < post.DEADLINE for one in found[8:])


def test_a_redirect_is_not_followed(certificate: Path) -> None:
    with serving(certificate, answers(OK)) as other:
        moved = f"HTTP/1.1 307 Moved\r\nLocation: https://{HOST}:{other.port}/\r\n\r\n".encode()
        with serving(certificate, answers(moved)) as server:
            assert post.post(to(server)).status == 307
    assert other.lines == 0


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-x\r\n\r\n", b"\x00" * 100, b"HTTP/1.1 9999 x\r\n\r\n"])
def test_what_is_not_http_is_no_answer(certificate: Path, said: bytes) -> None:
    with serving(certificate, answers(said)) as server, pytest.raises(Unreachable):
        post.post(to(server))


def test_nobody_else_can_be_the_host(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(certificate, answers(OK)) as server:
        with pytest.raises(ssl.SSLCertVerificationError):
            post.post(Post(f"https://other.example.org:{server.port}/", b"{}"))
        monkeypatch.setattr(post, "trusted", ssl.create_default_context)
        with pytest.raises(ssl.SSLCertVerificationError):
            post.post(to(server))
    assert server.requests == []


@pytest.mark.parametrize("where", [["127.0.0.1"], [OUTSIDE, "10.0.0.1"], ["64:ff9b::7f00:1"], []])
def test_a_name_that_leads_inside_is_refused(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, where: list[str]
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", partial(found, where))
    with serving(certificate, answers(OK)) as server, pytest.raises(Unreachable, match="internet"):
        post.post(to(server))
    assert server.lines == 0


def test_it_is_looked_up_once(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def turns(host: str, port: int, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return found([OUTSIDE if len(asked) == 1 else "127.0.0.1"], host, port)

    monkeypatch.setattr(socket, "getaddrinfo", turns)
    with serving(certificate, answers(OK)) as server:
        assert post.post(to(server)).status == 204
    assert asked == [HOST]


def test_what_is_not_an_address_is_an_answer_and_no_fault() -> None:
    (answer,) = post_all([Post(f"https://{HOST}:99999/", b"{}")])
    assert isinstance(answer, Unreachable)
    (answer,) = post_all([Post(f"http://{HOST}/", b"{}")])
    assert isinstance(answer, Unreachable)


@pytest.mark.parametrize(
    ("where", "outside"),
    [
        *((one, True) for one in ("93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1")),
        *((one, False) for one in ("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254")),
        *((one, False) for one in ("172.16.0.1", "192.0.0.1", "192.0.0.9", "192.0.2.1", "192.88.99.1")),
        *((one, False) for one in ("192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1")),
        *((one, False) for one in ("224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255")),
        *(
            (one, False)
            for one in ("::", "::1", "::7f00:1", "::8.8.8.8", "::ffff:8.8.8.8", "::ffff:127.0.0.1")
        ),
        *(
            (one, False)
            for one in ("::ffff:0:8.8.8.8", "64:ff9b::808:808", "64:ff9b::7f00:1", "64:ff9b:1::1")
        ),
        *((one, False) for one in ("100::1", "2001::1", "2001:0:4136:e378::", "2001:10::1", "2001:db8::1")),
        *((one, False) for one in ("2002:7f00:1::", "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1")),
        *((one, False) for one in ("fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1")),
        *((one, False) for one in ("2606:4700::1%eth0", "4000::1", "8000::1")),
    ],
)
def test_only_what_is_out_on_the_internet_is_outside(where: str, *, outside: bool) -> None:
    assert address.public(where) is outside


@pytest.mark.parametrize(
    "where",
    [
        *("::7f00:1", "::ffff:8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1", "2001::1", "2001:20::1"),
        *("2001:db8::1", "2002:808:808::1", "3fff::1", "fd00::1", "fe80::1"),
    ],
)
def test_side_doors_are_shut_whatever_this_python_calls_global(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(ipaddress.IPv6Address, "is_global", property(lambda _address: True))
    assert not address.public(where)


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("https://a.example.org", ("a.example.org", 443, "/")),
        ("HTTPS://A.example.org:8443/x?y=1#z", ("a.example.org", 8443, "/x?y=1")),
        ("https://xn--bcher-kva.example/", ("xn--bcher-kva.example", 443, "/")),
        ("https://93.184.216.34/", ("93.184.216.34", 443, "/")),
        ("https://[2606:4700:4700::1111]:1/", ("2606:4700:4700::1111", 1, "/")),
        ("https://a.example.org:65535/", ("a.example.org", 65535, "/")),
    ],
)
def test_an_address_is_taken_apart(url: str, wanted: tuple[str, int, str]) -> None:
    read = address.read(url)
    assert (read.host, read.port, read.path) == wanted


def test_the_header_names_host_and_port() -> None:
    assert address.read("https://a.example.org:443/").name == "a.example.org"
    assert address.read("https://[2606:4700:4700::1111]:1/").name == "[2606:4700:4700::1111]:1"
