"""What each line of the log says of the request that it comes from: an id, the same in all processes.

A request has the id that the proxy gives it (X-Request-ID), or one that is made here; the answer says it, and
tasks that the request asks for go on under it. With LOG_FORMAT=json each line is an object, for whatever
collects logs. Who asked, from where, and for what stands in none.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER, KEY = "X-Request-ID", "boatzee_request"
ID = re.compile(r"[0-9A-Za-z_-]{8,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def current() -> str:
    """The id of the request, or of the task's, that is at work; "" where there is none."""
    return _current.get()


class RequestId:
    """Middleware: gives each request its id. A visitor's own is believed only where a proxy sets it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on under its id."""
        given = request.headers.get(HEADER, "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
        own = given if ID.fullmatch(given) else secrets.token_hex(16)
        token = _current.set(own)
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        if "public" not in response.get("Cache-Control", ""):  # what is kept for all is nobody's request
            response[HEADER] = own
        return response


class OfRequest(logging.Filter):
    """Puts the id to each line: `request_id`, and `of`, which is the same in brackets or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let it through with them."""
        found = _current.get()
        record.__dict__ |= {"request_id": found, "of": f" [{found}]" if found else ""}
        return True


class Json(logging.Formatter):
    """A line is an object: when, how grave, of what, the sentence, the id, and the trace of a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """It, in one line."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := getattr(record, "request_id", ""):
            said["request_id"] = found
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


@before_task_publish.connect
def _hand_on(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """A task that is asked for goes on under the id of whoever asks."""
    if headers is not None and _current.get():
        headers[KEY] = _current.get()


@task_prerun.connect
def _take_up(task: Any = None, **_: Any) -> None:
    found = getattr(task.request, KEY, None) or (task.request.headers or {}).get(KEY)
    _current.set(found if isinstance(found, str) and ID.fullmatch(found) else "")


@task_postrun.connect
def _lay_down(**_: Any) -> None:
    _current.set("")
