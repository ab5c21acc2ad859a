"""Notices to the player's browsers (Web Push, RFC 8030 and 8292), which only the browser can read."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import requests
from django.conf import settings
from pywebpush import WebPushException, webpush

from accounts.models.notices import Delivery
from accounts.notices.ways import Gone, Unreachable

SECONDS = 10
LIVES = 24 * 3600  # seconds that a push service keeps it for a browser that is shut


def known(endpoint: str) -> bool:
    """Whether an address is that of a push service; we send to no other, whoever names it."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    return parts.scheme == "https" and any(
        host == service or host.endswith(f".{service}") for service in settings.PUSH_SERVICES
    )


def send(deliveries: list[Delivery]) -> None:
    """Push one notice to one browser. Raises Unreachable, Gone; a browser that is gone is forgotten."""
    (delivery,) = deliveries
    browser, notice = delivery.browser, delivery.notice
    if browser is None or not settings.VAPID_PRIVATE_KEY or not known(browser.endpoint):
        raise Gone("there is no way to push it")
    said = {
        "title": notice.subject,
        "body": notice.text[:200],
        "address": notice.address,
        "topic": notice.topic or notice.key,
    }
    try:
        webpush(
            {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}},
            json.dumps(said),
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": settings.VAPID_SUBJECT},
            timeout=SECONDS,
            ttl=LIVES,
        )
    except WebPushException as error:
        status = error.response.status_code if error.response is not None else None
        if status in {404, 410}:
            browser.delete()
            raise Gone("the browser has left") from error
        if status is not None and 400 <= status < 500 and status != 429:
            raise Gone(f"the push service refuses it: {status}") from error
        raise Unreachable(str(error)) from error
    except (requests.RequestException, OSError) as error:
        raise Unreachable(str(error)) from error
    except (ValueError, TypeError) as error:  # keys that are none
        browser.delete()
        raise Gone("the browser's keys cannot be used") from error
