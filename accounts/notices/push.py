"""Notices to the player's browsers (Web Push, RFC 8030 and 8292), which only the browser can read."""

from __future__ import annotations

import base64
import binascii
import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils import timezone

from accounts.models.delivery import Delivery
from accounts.models.notices import PushSubscription
from accounts.notices import address
from accounts.notices.post import Post
from accounts.notices.ways import Gone, Unreachable, reason
from accounts.retold import put_down
from accounts.said import later

LIVES = 24 * 3600  # seconds that a push service keeps it for a browser that is shut
LONGEST = 600
"""Letters of an endpoint."""
AUTH = 16
"""Bytes of a subscription's secret (RFC 8291)."""


def known(endpoint: str) -> bool:
    """Whether an address is that of a push service; we send to no other, whoever names it."""
    try:
        host = address.read(endpoint, LONGEST).host
    except ValueError:
        return False
    return any(host == service or host.endswith(f".{service}") for service in settings.PUSH_SERVICES)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are the keys of a subscription: a point of P-256, and 16 bytes."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _uncompressed(_bytes(p256dh)))
    if len(_bytes(auth)) != AUTH:
        raise ValueError("The secret has another length.")


def _bytes(text: str) -> bytes:
    """From base64url, padded or not. Raises ValueError."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("This is not base64url.") from error


def _uncompressed(point: bytes) -> bytes:
    if len(point) != 65 or point[0] != 4:
        raise ValueError("The point has another form.")
    return point


def prepare(delivery: Delivery) -> Post:
    """What to post to the push service, encrypted for the browser. Raises Gone."""
    browser, notice = delivery.browser, delivery.notice
    if browser is None or notice is None or browser.dropped_at or not settings.VAPID_PRIVATE_KEY:
        raise Gone(later("It cannot be pushed."))
    if not known(browser.endpoint):
        raise Gone(later("We do not know this push service."))
    said = {
        "title": notice.subject,
        "body": notice.text[:200],
        "address": notice.address,
        "topic": notice.topic or notice.key,
    }
    try:
        check_keys(browser.p256dh, browser.auth)
    except ValueError as error:
        raise Gone(later("The browser’s keys cannot be used.")) from error
    from pywebpush import webpush  # noqa: PLC0415  (it brings two HTTP clients, and only the worker pushes)

    line = _Line()
    webpush(
        {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}},
        json.dumps(said),
        vapid_private_key=settings.VAPID_PRIVATE_KEY,
        vapid_claims={"sub": settings.VAPID_SUBJECT, "aud": _origin(browser.endpoint)},
        ttl=LIVES,
        requests_session=line,
    )
    assert line.kept is not None
    return line.kept


def _origin(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


class _Line:
    """What pywebpush takes for its line: keeps what it would post, to go out with all the others."""

    def __init__(self) -> None:
        self.kept: Post | None = None

    def post(self, endpoint: str, *, data: bytes, headers: Any, **_: object) -> SimpleNamespace:
        """Keep it, and say that it was taken."""
        whole = {str(name): str(value) for name, value in headers.items()}
        whole["Content-Type"] = "application/octet-stream"
        self.kept = Post(endpoint, data, whole, LONGEST)
        return SimpleNamespace(status_code=201, text="", headers={}, reason="")


def judge(status: int) -> None:
    """Take the status of the answer. Raises Unreachable, Gone."""
    if status in {404, 410}:
        raise Gone(later("This browser no longer takes notices."))
    if 400 <= status < 500 and status != 429:
        raise Gone(later("The push service refused it: %(status)s.") % {"status": status})
    if not 200 <= status < 300:
        raise Unreachable(later("The push service’s answer was %(status)s.") % {"status": status})


def drop(browser: PushSubscription, error: Exception) -> None:
    """Push to this browser no more; it is shown for a while, and what waits for it is given up."""
    now = timezone.now()
    why = put_down(PushSubscription, why=reason(error))
    PushSubscription.objects.filter(pk=browser.pk, dropped_at=None).update(dropped_at=now, **why)
    waiting = Delivery.objects.filter(browser=browser.pk, given_up_at=None)
    waiting.update(given_up_at=now, **why, detail="the browser was dropped")
