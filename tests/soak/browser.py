"""One visitor's browser: a line to the site that is kept open, cookies, and every answer written down."""

from __future__ import annotations

import http.client
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from tests.soak.book import Answer, Book, route
from tests.soak.page import Fields, Page

PATIENCE = 60.0  # seconds until an answer is given up
IDLE = 2.0  # seconds after which a line is made anew: the server closes its end at 5
SEEN = frozenset({200})
TOO_MANY = 429


class NoAnswer(Exception):
    """The line broke, or nothing came in time. It is written down already."""


@dataclass
class Browser:
    """Asks the site as one visitor. `address` is where the visitor is seen to come from."""

    port: int
    who: str
    address: str
    book: Book
    cookies: dict[str, str] = field(default_factory=dict)
    _lines: dict[int, http.client.HTTPConnection] = field(default_factory=dict)
    _used: dict[int, float] = field(default_factory=dict)

    def get(self, path: str, expect: Collection[int] = SEEN) -> Page:
        """Look at a page. `expect` are the statuses that are an answer; 429 always is. Raises NoAnswer."""
        began = time.perf_counter()
        self._send("GET", path, None)
        return self._hear("GET", path, began, expect)

    def post(self, path: str, fields: Fields, expect: Collection[int]) -> Page:
        """Send a form. Raises NoAnswer."""
        return self.at_once([(path, fields)], expect)[0]

    def at_once(self, forms: list[tuple[str, Fields]], expect: Collection[int]) -> list[Page]:
        """Send forms from as many tabs, all before the first answer is read. Raises NoAnswer."""
        began = time.perf_counter()
        for tab, (path, fields) in enumerate(forms):
            self._send("POST", path, urlencode(fields), tab)
        return [self._hear("POST", path, began, expect, tab) for tab, (path, _) in enumerate(forms)]

    def follow(self, page: Page) -> Page:
        """Go where a redirect leads; the page itself if it is none. Raises NoAnswer."""
        if page.status not in {301, 302, 303}:
            return page
        found = urlsplit(page.location)
        return self.get(f"{found.path}?{found.query}" if found.query else found.path)

    def close(self) -> None:
        """Close all lines; the next request opens them again."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()

    def cookie(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _send(self, method: str, path: str, body: str | None, tab: int = 0) -> None:
        if tab in self._lines and time.monotonic() - self._used[tab] > IDLE:
            self._lines.pop(tab).close()
        line = self._lines.setdefault(tab, http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE))
        headers = {"Cookie": self.cookie(), "X-Forwarded-For": self.address}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body, headers)
        except OSError as error:
            self.close()
            self._note(method, path, 0, 0.0, expected=False, reason=repr(error))
            raise NoAnswer(path) from error

    def _hear(self, method: str, path: str, began: float, expect: Collection[int], tab: int = 0) -> Page:
        line = self._lines[tab]
        try:
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self._note(method, path, 0, time.perf_counter() - began, expected=False, reason=repr(error))
            raise NoAnswer(path) from error
        self._used[tab] = time.monotonic()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, rest = value.partition(";")[0].partition("=")
                self.cookies[cookie] = rest
        page = Page(path.partition("?")[0], answer.status, text, answer.getheader("Location") or "")
        expected = answer.status in expect or answer.status == TOO_MANY
        reason = page.sentence if answer.status >= 400 else ""
        seconds = time.perf_counter() - began
        self._note(method, path, answer.status, seconds, expected=expected, reason=reason)
        return page

    def _note(
        self, method: str, path: str, status: int, seconds: float, *, expected: bool, reason: str
    ) -> None:
        self.book.answers.append(Answer(self.who, method, route(path), status, seconds, expected, reason))
