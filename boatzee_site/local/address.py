"""Where a local site listens, and by which names it is reached."""

from __future__ import annotations

import errno
import http.client
import socket
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  (only where HOST asks for it)
OUR_OWN = ("localhost", "127.0.0.1", "[::1]")
NEXT_TIME = "Choose others: make run PORT=8080 EVENTS_PORT=8081"


class CannotListen(Exception):
    """The site cannot listen where it should. The message says why, and what to do."""


@dataclass(frozen=True)
class Address:
    """The interface and the ports of pages and of events."""

    host: str
    port: int
    events_port: int

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which a browser may call the site."""
        if self.host in EVERYWHERE:
            return tuple(dict.fromkeys([*OUR_OWN, socket.gethostname().lower(), *_own_addresses()]))
        return tuple(dict.fromkeys([*OUR_OWN, _in_url(self.host)]))

    @property
    def url(self) -> str:
        """The address to tell."""
        near = self.host in EVERYWHERE or self.host.startswith("127.") or self.host in {"::1", "localhost"}
        return f"http://{'localhost' if near else _in_url(self.host)}:{self.port}/"

    @property
    def other_urls(self) -> tuple[str, ...]:
        """For other machines, where the site listens for them."""
        if self.host not in EVERYWHERE:
            return ()
        return tuple(f"http://{name}:{self.port}/" for name in _own_addresses())

    def answers(self) -> bool:
        """Whether pages are served: asked directly, whatever proxy the environment names."""
        probe = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        with closing(http.client.HTTPConnection(probe, self.port, timeout=5)) as line:
            try:
                line.request("GET", "/health/")
                return line.getresponse().status == http.HTTPStatus.OK
            except (OSError, http.client.HTTPException):
                return False


def address(environment: Mapping[str, str]) -> Address:
    """What HOST, PORT and EVENTS_PORT ask for, both ports free at this moment. Raises CannotListen."""
    host = environment.get("HOST") or "127.0.0.1"
    port = _port("PORT", environment.get("PORT") or "8000")
    events = _port("EVENTS_PORT", environment.get("EVENTS_PORT") or "8001")
    if port == events:
        raise CannotListen(f"PORT and EVENTS_PORT are both {port}. {NEXT_TIME}")
    for number in (port, events):
        _try(host, number)
    return Address(host, port, events)


def _port(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CannotListen(f"{name}={text} is no port: it goes from 1 to 65535.")
    return int(text)


def _try(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotListen(_why_not(error, host, port)) from None


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken. {NEXT_TIME}"
    if error.errno == errno.EACCES:
        return f"Port {port} is for root only. {NEXT_TIME}"
    return f"HOST={host} is no address of this machine ({error}). Leave it out, or give 0.0.0.0 for all."


def _own_addresses() -> list[str]:
    """The address that other machines see, if there is a network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a place that is kept for documents
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
