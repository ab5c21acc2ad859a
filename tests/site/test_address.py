"""Where a local site listens: whatever is wrong with it is told with the way out."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import pytest

from boatzee_site.local.address import Address, CannotListen, address
from boatzee_site.local.services import free_port


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken


def test_without_a_word_it_listens_for_this_machine_alone() -> None:
    here = address({"PORT": str(free_port()), "EVENTS_PORT": str(free_port()), "HOST": ""})
    assert here.host == "127.0.0.1"
    assert here.url == f"http://localhost:{here.port}/"
    assert here.other_urls == ()


def test_a_taken_port_is_told_with_the_way_out(listener: socket.socket) -> None:
    taken = listener.getsockname()[1]
    for asked in ({"PORT": str(taken)}, {"PORT": str(free_port()), "EVENTS_PORT": str(taken)}):
        with pytest.raises(CannotListen, match=f"Port {taken} is taken. Choose others: make run PORT="):
            address(asked)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "８０００x"])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(CannotListen, match="is no port"):
        address({"PORT": port})


def test_pages_and_events_cannot_share_a_port() -> None:
    port = str(free_port())
    with pytest.raises(CannotListen, match="both"):
        address({"PORT": port, "EVENTS_PORT": port})


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(CannotListen, match=r"HOST=192\.0\.2\.7 is no address of this machine"):
        address({"HOST": "192.0.2.7", "PORT": str(free_port()), "EVENTS_PORT": str(free_port())})


def test_who_listens_everywhere_is_reached_by_names_that_are_known_and_no_others() -> None:
    here = Address("0.0.0.0", 8000, 8001)
    assert {"localhost", "127.0.0.1", socket.gethostname().lower()} <= set(here.names)
    assert "*" not in here.names
    assert {url.removeprefix("http://").partition(":")[0] for url in here.other_urls} <= set(here.names)


def test_who_listens_on_one_address_says_that_one() -> None:
    assert Address("192.168.7.9", 8000, 8001).url == "http://192.168.7.9:8000/"
    assert Address("fd00::7", 8000, 8001).url == "http://[fd00::7]:8000/"
    assert "[fd00::7]" in Address("fd00::7", 8000, 8001).names


def test_its_own_page_is_asked_for_without_any_proxy(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    port = listener.getsockname()[1]

    def serve() -> None:
        with suppress(OSError):
            line, _ = listener.accept()
            with line:
                line.recv(1000)
                line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    served = Thread(target=serve)
    served.start()
    try:
        assert Address("127.0.0.1", port, 8001).answers()
    finally:
        listener.close()
        served.join(5)
    assert not Address("127.0.0.1", port, 8001).answers()
