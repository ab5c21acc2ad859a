"""gunicorn's process, but for how it ends: a line that was made to it is heard, and no other can be made.

gunicorn stops taking lines at once, but leaves the port open until the last answer was given. What the kernel
takes in there meanwhile waits, and breaks in the end: nobody could tell whether it was heard.
"""

from __future__ import annotations

from gunicorn.workers.gthread import ThreadWorker

from boatzee_site import draining


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Closes the port as soon as it is told to stop: then a proxy knows at once to ask another server."""

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
