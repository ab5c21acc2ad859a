"""What goes into error reports by mail: no secret, and not a thousand mails for one fault."""

from __future__ import annotations

import logging
import re
import time
import traceback
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

QUIET = 300.0  # seconds in which the same fault is mailed once by a process
KEPT = 1000  # faults remembered


class ReportFilter(SafeExceptionReporterFilter):
    """Django's own, which also hides addresses that hold a password, and secrets in forms."""

    hidden_settings = re.compile(
        SafeExceptionReporterFilter.hidden_settings.pattern + "|REDIS|BROKER|_URL$|DATABASE",
        flags=re.IGNORECASE,
    )

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        """The form's fields, those hidden whose names speak of secrets."""
        found = super().get_post_parameters(request)
        return {name: self.cleanse_setting(name, value) for name, value in found.items()}


class OnceInAWhile(logging.Filter):
    """Lets the same fault through once in QUIET seconds: where the database is down every page says so."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, int, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to mail it."""
        now = time.monotonic()
        fault = _place(record)
        if now - self._last.get(fault, -QUIET) < QUIET:
            return False
        if len(self._last) >= KEPT:
            self._last.clear()
        self._last[fault] = now
        return True


def _place(record: logging.LogRecord) -> tuple[str, int, str]:
    """Where the fault is: the line that raised, else the line that logged."""
    if not record.exc_info or not record.exc_info[2]:
        return record.pathname, record.lineno, ""
    kind, _, trace = record.exc_info
    for frame, line in traceback.walk_tb(trace):
        place = frame.f_code.co_filename, line
    return *place, kind.__name__


class OfVisitors(logging.Filter):
    """Makes a warning of one line of what Django refuses by itself, such as a form with a million fields.

    Whoever sends nonsense neither fills the log with traces nor writes to those who run the site.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let it through, as it should be told."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True
