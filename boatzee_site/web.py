"""gunicorn's process, but for how it ends, and that it answers probes whatever its other threads wait for.

When it ends, a line that was made to it is heard, and no other can be made:

gunicorn stops taking lines at once, but leaves the port open until the last answer was given. What the kernel
takes in there meanwhile waits, and breaks in the end: nobody could tell whether it was heard.
"""

from __future__ import annotations

import re
import selectors
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from boatzee_site import draining

PROBE = re.compile(rb"(?:GET|HEAD) /health(?:/|/ready/?|/web/?)?[ ?]")
"""How a request begins that `boatzee_site.health` answers, without a thread that could wait for anything."""
LOOKED_AT = 32  # bytes
PROBERS = 2


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Closes the port as soon as it is told to stop: then a proxy knows at once to ask another server.

    Has a few threads that answer probes alone: where all others wait for what hangs, these still say so.
    """

    def init_process(self) -> None:
        """Begin to work."""
        self.probers = ThreadPoolExecutor(PROBERS, "probe")
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """Give a line to a thread, of the kind that what is asked by it takes; a new one once anything is."""
        try:
            begins = conn.sock.recv(LOOKED_AT, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except OSError:  # nothing is there yet; or it broke, which the thread finds out
            begins = b""
            if not conn.initialized and not conn.data_ready:
                self._wait_for(conn)
                return
        if not PROBE.match(begins):
            super().enqueue_req(conn)
            return
        answered = self.probers.submit(self.handle, conn)
        answered.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def _wait_for(self, conn: Any) -> None:
        """As gunicorn does with a line by which nothing came for a while."""
        conn.sock.setblocking(False)  # noqa: FBT003  (the socket's own way)
        conn.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(conn)
        ready = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, ready)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Take lines from here on, or take none."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            if draining.has_begun():  # all processes end: nobody else hears who waits
                self._take_all_that_wait(listener)
            listener.close()

    def _take_all_that_wait(self, listener: object) -> None:
        taken = -1
        while taken != self.nr_conns < self.worker_connections:
            taken = self.nr_conns
            self.accept(listener)
