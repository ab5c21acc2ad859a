"""Notices by webhook: a signed POST to the player's own address, on the public internet only."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import socket
import ssl
from urllib.parse import urlsplit

import urllib3
from django.conf import settings

from accounts.models.notices import Delivery
from accounts.notices.ways import Gone, Unreachable

TIMEOUT = urllib3.Timeout(connect=5, read=5)
MOST_TRIES = 6


def send(deliveries: list[Delivery]) -> None:
    """Post one notice as JSON. Raises Unreachable, and Gone after some failures: it may never come back.

    The header `Boatzee-Signature` is `sha256=` and the HMAC-SHA-256 of the body in hex, by the
    player's secret.
    """
    (delivery,) = deliveries
    notice = delivery.notice
    telling = notice.player.telling
    body = json.dumps(
        {
            "id": notice.pk,
            "kind": notice.kind,
            "subject": notice.subject,
            "text": notice.text,
            "url": settings.SITE_URL + notice.address,
            "at": notice.created_at.isoformat(),
        }
    ).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Boatzee",
        "Boatzee-Signature": f"sha256={signature(telling.hook_secret, body)}",
    }
    try:
        status = post(telling.hook, body, headers)
    except (Unreachable, urllib3.exceptions.HTTPError, OSError) as error:
        if delivery.tries >= MOST_TRIES:
            raise Gone("it failed too often") from error
        raise Unreachable(str(error)) from error
    if status == 410 or (status >= 300 and delivery.tries >= MOST_TRIES):
        raise Gone(f"the answer was {status}")
    if status >= 300:
        raise Unreachable(f"the answer was {status}")


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA-256 in hex."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """The status of the answer.

    The address is looked up once and that one is spoken to: a name that points inside our own network,
    or begins to between two look-ups, is refused. Redirects are not followed. Raises Unreachable,
    OSError, urllib3's HTTPError.
    """
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise Unreachable("only https is spoken")
    host, port = parts.hostname, parts.port or 443
    found = {str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    if not found or not all(public(address) for address in found):
        raise Unreachable("the address is not public")
    pool = urllib3.HTTPSConnectionPool(
        sorted(found)[0],
        port,
        timeout=TIMEOUT,
        retries=False,
        server_hostname=host,
        assert_hostname=host,
        ssl_context=ssl.create_default_context(),
    )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with pool:
        name = host if port == 443 else f"{host}:{port}"
        answer = pool.urlopen(
            "POST", path, body=body, headers={**headers, "Host": name}, redirect=False, preload_content=False
        )
        answer.release_conn()
        return int(answer.status)


def public(address: str) -> bool:
    """Whether an IP address is out on the internet."""
    found = ipaddress.ip_address(address)
    return found.is_global and not found.is_multicast
