"""Faults to a Sentry, where SENTRY_DSN names one: what broke and where, and nothing of whoever it broke for.

An event is made anew of what may be told, so that nothing gets in that the SDK adds one day: the kinds of the
exceptions and the lines of code, without their words, which may be a player's; the text of a line of the
log without what was filled in; the name of the view or the task; and the request's id, by which the site's
own log has the rest.
"""

from __future__ import annotations

import logging
from typing import Any

import sentry_sdk
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration

from boatzee_site import logged

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
OF_EXCEPTION = ("type", "module")
OF_FRAME = (
    *("filename", "module", "function", "lineno", "in_app"),
    *("pre_context", "context_line", "post_context"),
)
NAMED_BY_US = {"component", "task"}
"""What a name of a transaction stands for, where it is a view's or a task's and no address."""


def begin(dsn: str) -> None:
    """Tell of faults from here on."""
    sentry_sdk.init(
        dsn,
        before_send=_bare,
        send_default_pii=False,
        max_request_body_size="never",
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
        propagate_traces=False,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            AtexitIntegration(callback=lambda *_: None),
            CeleryIntegration(),
            DedupeIntegration(),
            DjangoIntegration(transaction_style="function_name", middleware_spans=False),
            ExcepthookIntegration(),
            LoggingIntegration(level=None, event_level=logging.ERROR),
            ThreadingIntegration(),
        ],
    )


def _bare(event: Any, hint: Any) -> Any:
    """What may be told of an event."""
    told = _some(event, KEPT)
    told["tags"] = {"request_id": found} if (found := logged.current()) else {}
    if event.get("transaction_info", {}).get("source") in NAMED_BY_US:
        told["transaction"] = event["transaction"]
    if "logentry" in event:
        told["logentry"] = {"message": event["logentry"].get("message", "")}
    if "exception" in event:
        told["exception"] = {"values": [_exception(one) for one in event["exception"]["values"]]}
    return told


def _exception(one: dict[str, Any]) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames", [])
    return {
        **_some(one, OF_EXCEPTION),
        "mechanism": _some(one.get("mechanism") or {"type": "generic"}, ("type", "handled")),
        "stacktrace": {"frames": [_some(frame, OF_FRAME) for frame in frames]},
    }


def _some(found: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
