"""What both servers need to come up: their wheels, a free port, and some patience."""

from __future__ import annotations

import importlib.util
import socket
import time
from collections.abc import Callable
from pathlib import Path


class ServiceFailed(RuntimeError):
    """A server did not come up. The message names its log."""


def wheel(package: str) -> Path:
    """The folder of an installed package. Raises ServiceFailed."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ServiceFailed(f"The wheel {package} is missing: install requirements/local.txt.")
    return Path(spec.origin).parent


def free_port(wanted: int = 0) -> int:
    """`wanted` if nobody listens there on the loopback, else any free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ServiceFailed("There is no free port on the loopback.")


def until(done: Callable[[], bool], seconds: float, complaint: str) -> None:
    """Wait until `done()`; raises ServiceFailed with the complaint when the time is up."""
    limit = time.monotonic() + seconds
    while not done():
        if time.monotonic() > limit:
            raise ServiceFailed(complaint)
        time.sleep(0.05)
