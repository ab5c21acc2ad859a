"""Who asks: an address, and the visitor behind it.

The address is found as allauth finds it: behind PROXIES proxies it is the one that the outermost of them
saw, and nothing that the visitor claims beyond that is believed.
"""

from __future__ import annotations

import hashlib
import ipaddress
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

NOWHERE = "unknown"
WHOLE_NETWORK = 64
"""Bits of an IPv6 address that name whoever rents it: the rest is theirs to choose."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """`name`: for whom it is counted. `bound`: the session or else the address, which nobody else has."""

    name: str
    bound: str


def address(forwarded: str, peer: str) -> str:
    """The visitor's address out of the header X-Forwarded-For and the peer of the connection."""
    count: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    hops = forwarded.split(",") if count and forwarded else []
    return _plain(hops[-count] if len(hops) >= max(count, 1) else peer)


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    """An address as it is written here: whoever looks at pages looks at several."""
    try:
        found = ipaddress.ip_address(text.strip().strip("[]"))
    except ValueError:
        return NOWHERE
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, WHOLE_NETWORK), strict=False).network_address)
    return str(found)


def address_of(request: HttpRequest) -> str:
    """The address that a page was asked for from."""
    return address(request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", ""))


def bound(session: str, from_address: str) -> str:
    """What a permission is bound to: a fingerprint of the session's key, or else the address."""
    if session:
        return f"session-{hashlib.sha256(session.encode()).hexdigest()[:24]}"
    return f"address-{from_address}"


def of(request: HttpRequest) -> Visitor:
    """The visitor who asks for a page. No query that the page would not make for its head."""
    seen_at = address_of(request)
    session = request.session.session_key if _stream_is_here(request) else None
    name = f"player-{request.user.pk}" if request.user.is_authenticated else f"address-{seen_at}"
    return Visitor(name, bound(session or "", seen_at))


def _stream_is_here(request: HttpRequest) -> bool:
    """Whether browsers send the session's cookie to the stream too: only where it has the page's own host.

    Of several streams all have to, for the one that a page is told may be any of them.
    """
    return _all_at(split_domain_port(request.get_host())[0], settings.EVENTS_URL)


@lru_cache
def _all_at(host: str, streams: str) -> bool:
    """Whether all of these addresses, with commas between, are at this host or name none."""
    several = streams.replace("{host}", "").split(",")
    return all(urlsplit(stream.strip()).hostname in {None, host} for stream in several)
