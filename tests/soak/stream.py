"""An open page's ear: a stream of server-sent events, as EventSource holds it."""

from __future__ import annotations

import http.client
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from tests.soak.book import Answer, Book
from tests.soak.browser import Browser
from tests.soak.page import Page

ALLOWED = frozenset({200, 403, 429})
"""A token may have run out, and streams may be counted: then the page works without."""
SILENCE = 45.0  # seconds; the stream says something every 20


@dataclass
class Ear:
    """Listens for one player to the table the player looks at; opened anew for every other table."""

    browser: Browser
    book: Book
    _changed: threading.Event = field(default_factory=threading.Event)
    _line: http.client.HTTPConnection | None = None
    _token: str = ""

    def turn_to(self, page: Page) -> None:
        """Listen to the table of this page, if it runs and is another than so far."""
        token, stream = page.data("live"), urlsplit(page.data("stream"))
        if not token or token == self._token or not stream.port:
            return
        self.close()
        self._token = token
        line = http.client.HTTPConnection(stream.hostname or "127.0.0.1", stream.port, timeout=SILENCE)
        self._line = line
        threading.Thread(
            target=self._listen, args=(line, f"{stream.path}?t={quote(token)}"), daemon=True
        ).start()

    def wait(self, seconds: float) -> bool:
        """Wait until something changes at the table. False when nothing did in this time."""
        changed = self._changed.wait(seconds)
        self._changed.clear()
        return changed

    def close(self) -> None:
        """Listen no more."""
        line, self._line, self._token = self._line, None, ""
        if line is not None and line.sock is not None:
            with suppress(OSError):
                line.sock.shutdown(2)

    def _listen(self, line: http.client.HTTPConnection, path: str) -> None:
        headers = {"Cookie": self.browser.cookie(), "X-Forwarded-For": self.browser.address}
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            self._note(answer.status)
            while answer.status == http.HTTPStatus.OK and (said := answer.readline()):
                if said.startswith(b"event:"):
                    self.book.heard.append(said.decode().partition(":")[2].strip())
                    self._changed.set()
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as error:
            if self._line is line:  # nobody has closed it: it broke
                self._note(0, repr(error))
        finally:
            line.close()

    def _note(self, status: int, reason: str = "") -> None:
        who, expected = self.browser.who, status in ALLOWED
        self.book.answers.append(Answer(who, "GET", "/events (stream)", status, 0.0, expected, reason))
