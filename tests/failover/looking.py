"""Somebody without an account, who loads a public page again and again while machines die."""

from __future__ import annotations

import threading
import time
import urllib.request
from http.client import HTTPException

from tests.soak.verdict import Fault

PAUSE = 0.2  # seconds between two looks
PATIENCE = 15.0
WITHOUT = 10.0  # seconds that may pass without a page
MENDING = "We are mending something"


class Looker:
    """From `begin` to `end`; what was shown is counted."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.shown = self.mending = self.missed = 0
        self.longest = 0.0
        """Seconds without a page, at most."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="looker", daemon=True)

    def begin(self) -> None:
        """Look from now on."""
        self._thread.start()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def __str__(self) -> str:
        return (
            f"{self.shown} looks at a public page, {self.mending} of them while we were mending;"
            f" {self.missed} failed, and at most {self.longest:.1f} s passed without one"
        )

    def faults(self) -> list[Fault]:
        """What is held against the site."""
        late = self.longest > WITHOUT
        return [Fault(f"no public page for {self.longest:.1f} s")] if late else []

    def _look(self) -> None:
        last = time.monotonic()
        while not self._over.wait(PAUSE):
            page = self._page()
            now = time.monotonic()
            self.longest = max(self.longest, now - last)
            if page is None:
                self.missed += 1
                continue
            last = now
            self.shown += 1
            self.mending += MENDING in page

    def _page(self) -> str | None:
        """None where it was not shown."""
        try:
            with urllib.request.urlopen(self.address, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except (OSError, HTTPException):
            return None
