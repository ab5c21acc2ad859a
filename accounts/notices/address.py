"""Addresses that the site may post to: how they must be written, and where they may lead."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

LONGEST = 200
PRINTED = re.compile(r"[!-~]+")
LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
OUTSIDE_6 = ipaddress.ip_network("2000::/3")
"""All that IANA has given out for the internet. Beside it lie IPv4-mapped and -compatible addresses (RFC
4291), NAT64 (64:ff9b::/96, RFC 6052; 64:ff9b:1::/48, RFC 8215), what is local, and what is nobody's."""
NOT_OUTSIDE = tuple(
    ipaddress.ip_network(net)
    for net in (
        "192.0.0.0/24",  # protocols' own (RFC 6890)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "2001::/23",  # protocols' own: Teredo (RFC 4380), ORCHID, benchmarks
        "2001:db8::/32",  # documentation (RFC 3849)
        "2002::/16",  # 6to4 (RFC 3056): leads to IPv4 by a side door
        "3fff::/20",  # documentation (RFC 9637)
    )
)
"""What Python's `is_global` lets through, in one version or another."""


@dataclass(frozen=True, slots=True)
class Address:
    """An https address, taken apart. `path` includes the query."""

    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """As the header Host has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == 443 else f"{host}:{self.port}"


def read(url: str, longest: int = LONGEST) -> Address:
    """Take an address apart. Raises ValueError with a sentence to show where nothing may be posted to it."""
    if len(url) > longest:
        raise ValueError(_("The address is longer than %(most)s characters.") % {"most": longest})
    if not PRINTED.fullmatch(url):
        raise ValueError(_("The address has spaces or other characters in it that are not allowed."))
    if not url.lower().startswith("https://"):
        raise ValueError(_("The address must begin with https://."))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ValueError(_("The port must be a number from 1 to 65535, and the host a name.")) from error
    if "@" in parts.netloc:
        raise ValueError(_("Leave out the user name and the password before the host."))
    if port == 0 or parts.netloc.endswith(":"):
        raise ValueError(_("The port must be a number from 1 to 65535, and the host a name."))
    if not _is_host(host):
        raise ValueError(_("“%(host)s” is not a host on the internet.") % {"host": host})
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(host, port or 443, path)


def _is_host(host: str) -> bool:
    """Whether it is a full domain name, or a public IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
        named = len(host) <= 253 and len(labels) > 1 and all(LABEL.fullmatch(label) for label in labels)
        # Looking up 127.1 or 0x7f.1 finds an address that is not written there.
        return named and not labels[-1][0].isdigit()
    return public(host)


def public(address: str) -> bool:
    """Whether an IP address is out on the internet, and leads nowhere else."""
    found = ipaddress.ip_address(address)
    if found.version == 6 and (found not in OUTSIDE_6 or found.scope_id is not None):
        return False
    refused = any(found.version == net.version and found in net for net in NOT_OUTSIDE)
    return found.is_global and not found.is_multicast and not refused
