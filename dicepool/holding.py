"""The process that alone holds the dice keys: it answers over a Unix socket, and looks itself at what it may.

It trusts nobody who asks (answering.py). Whoever has taken another process of the site over can have sets
opened only by taking them, in the public log, for all to see.

A thread a connection.
"""

from __future__ import annotations

import os
import socket
import socketserver
import stat
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from dicepool import keeper, line
from dicepool.answering import Keeper

LINES = 512  # connections at once; each thread of the site that plays keeps one
IDLE = 900.0  # seconds after which a line on which nothing is said is closed; whoever had it makes another


class _Handler(socketserver.BaseRequestHandler):
    server: Server

    def handle(self) -> None:
        """One question after the other, until the line is closed."""
        self.request.settimeout(IDLE)
        with suppress(OSError, EOFError):
            while True:
                try:
                    asked = line.receive(self.request, line.MOST_ASKED)
                except line.Unreadable:
                    return
                line.send(self.request, self.server.keeper.answer(asked, self._tell))

    def _tell(self, said: dict[str, Any]) -> None:
        with suppress(OSError):  # what was begun is brought to its end
            line.send(self.request, said)


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """The keeper at its socket, which nobody but its user can reach, or its group."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, path: Path, *, group: bool = False) -> None:
        self.mode = 0o660 if group else 0o600
        self._lines = threading.BoundedSemaphore(LINES)
        _clear(path)
        self.keeper = Keeper(path.with_name(f"{path.name}.seen"))
        super().__init__(str(path), _Handler)

    def server_bind(self) -> None:
        """Nobody else can connect before it has its mode."""
        before = os.umask(0o777 & ~self.mode)
        try:
            super().server_bind()
        finally:
            os.umask(before)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Hang up on whoever comes while there are lines enough."""
        if self._lines.acquire(blocking=False):
            try:
                super().process_request_thread(request, client_address)
            finally:
                self._lines.release()
        else:
            self.shutdown_request(request)


def _clear(path: Path) -> None:
    """Take away the socket of a keeper that was killed. Raises OSError where one is listening, or where
    something else is there.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(f"{path} is no socket.")
        if _is_listening(path):
            raise FileExistsError(f"Another keeper listens at {path}.")
        path.unlink()


def _is_listening(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        return other.connect_ex(str(path)) == 0


def serve(path: Path, *, group: bool = False) -> None:
    """Answer until the process is asked to end. Raises OSError where it cannot listen there."""
    keeper.hold()
    # Who waits for a set does not wait until a thread that rolls has had its five milliseconds.
    sys.setswitchinterval(0.0005)
    with Server(path, group=group) as server:
        try:
            server.serve_forever()
        finally:
            with suppress(FileNotFoundError):
                path.unlink()
