"""Open pages: each holds a stream as static/js/live.js does, and writes down for how long it had none."""

from __future__ import annotations

import http.client
import random
import threading
import time
import traceback
from contextlib import closing
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from tests.soak.browser import Browser, NoAnswer
from tests.soak.pair import Pair
from tests.soak.table import number

FIRST = 3.0
"""Seconds that a browser waits where a stream does not say how long."""
SILENCE = 45.0  # seconds; a stream says something every 20
PAUSE = 0.3


@dataclass(frozen=True, slots=True)
class Gap:
    """A stream that ended, when, for how long there was none, and how long the stream had said to wait."""

    at: float
    seconds: float
    told: float


@dataclass
class Ear:
    """A page that shows the table of two who play, whatever table that is."""

    browser: Browser
    pair: Pair
    over: threading.Event
    gaps: list[Gap] = field(default_factory=list)
    woken: list[tuple[int, float]] = field(default_factory=list)
    """When a page of which match looked anew: it heard something, or its stream was open again."""
    shown: list[tuple[int, float, float]] = field(default_factory=list)
    """The match that a page showed, from when until when."""
    refused: list[int] = field(default_factory=list)
    """What it was answered in place of a stream."""
    _told: float = FIRST

    def run(self) -> None:
        """Listen until it is over, to one table after the other."""
        while not self.over.is_set():
            try:
                self._show(self.pair.table)
            except NoAnswer:
                time.sleep(PAUSE)
            except Exception:  # noqa: BLE001  (told with the other faults)
                self.browser.book.broken.append(traceback.format_exc())
                time.sleep(PAUSE)

    def _show(self, table: str) -> None:
        """Show a table until the two are seen to have gone to another."""
        began, lost, tries, stays = 0.0, 0.0, 0, True
        while stays:
            page = self.browser.get(table)
            token, address = page.data("live"), urlsplit(page.data("stream"))
            if not token:  # the match is over
                time.sleep(PAUSE)
                break
            while stays:
                line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=SILENCE)
                with closing(line):
                    opened = self._open(line, f"{address.path}?t={quote(token)}")
                    if opened is None:
                        break
                    now, tries = time.time(), 0
                    began = began or now
                    if lost:
                        self.gaps.append(Gap(lost, now - lost, self._told))
                    self.woken.append((number(table), now))
                    self.browser.get(table)  # as the page does, whose stream is open again
                    stays = self._hear(opened, table)
                    lost = time.time()
                if stays:
                    time.sleep(self._told)
            if stays:
                time.sleep(2**tries * random.uniform(1, 1.5))
                tries += 1
        if began:
            self.shown.append((number(table), began, time.time()))

    def _gone(self, table: str) -> bool:
        return self.over.is_set() or self.pair.table != table

    def _open(self, line: http.client.HTTPConnection, path: str) -> http.client.HTTPResponse | None:
        """The stream, or None where there is none."""
        headers = {"Cookie": self.browser.cookie(), "X-Forwarded-For": self.browser.address}
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
        except (OSError, http.client.HTTPException):
            self.refused.append(0)
            return None
        if answer.status == http.HTTPStatus.OK:
            return answer
        self.refused.append(answer.status)
        return None

    def _hear(self, answer: http.client.HTTPResponse, table: str) -> bool:
        """Until the stream ends; False where the two have gone to another table, or it is over."""
        self._told = FIRST
        while not self._gone(table):
            try:
                said = answer.readline()
            except (OSError, http.client.HTTPException):
                break
            if not said:
                break
            if said.startswith(b"retry:"):
                self._told = int(said.partition(b":")[2]) / 1000
            elif said.startswith(b"event:"):
                self.woken.append((number(table), time.time()))
        else:
            return False
        return not self.over.is_set()
