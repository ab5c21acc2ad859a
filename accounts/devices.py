"""The browsers in which a player has signed in, and word to the player of a new one.

A browser is known by a cookie that only it has, with a secret for each who signs in there: such a browser
is believed more when passwords are guessed elsewhere (accounts.guessing). Where the cookie is gone, a browser
of a kind and from a neighbourhood that are known is no news. A secret counts for the password under which it
was made: once that is changed, nobody has it but who knows the new one.
"""

from __future__ import annotations

import ipaddress
import secrets

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import letters
from accounts.models import Device, User
from accounts.said import later

YEAR = 365 * 86_400
MOST = 30
"""How many browsers of a player are remembered: the latest."""
LONGEST = 64
"""No secret of ours is longer."""
FAMILY = 8
"""So many secrets a browser keeps, the latest first: one for each player who signs in in it."""
SEPARATOR = "."
"""Stands in none of them."""
BROWSERS = (  # most of them claim to be the later ones, too
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


def browser_of(request: HttpRequest) -> str:
    """What the browser says it is, in two words: `Firefox, Windows`."""
    agent = request.headers.get("User-Agent", "")
    name = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (name, system))) or "another browser"


def network_of(request: HttpRequest) -> str:
    """The neighbourhood of the visitor's address: 256 of the old addresses, a site of the new ones."""
    try:
        address = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    except ValueError:
        return ""
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))


def _key(secret: str, player: User) -> str:
    """What stands in the database for a secret: of no use to anybody who reads it there."""
    value = f"{secret}|{player.pk}|{player.password}"
    return salted_hmac("accounts.devices", value, algorithm="sha256").hexdigest()


def _secrets(request: HttpRequest) -> list[str]:
    """What the browser's cookie holds, the latest first."""
    found = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "").split(SEPARATOR)[:FAMILY]
    return [one for one in found if 0 < len(one) <= LONGEST]


def known(request: HttpRequest, player: User) -> str:
    """The key of the browser, if the player has signed in in it under the present password. One query."""
    keys = [_key(secret, player) for secret in _secrets(request)]
    found = Device.objects.filter(player=player, key__in=keys).values_list("key", flat=True).first()
    return found or ""


def greet(request: HttpRequest, response: HttpResponse, player: User, *, first: bool) -> None:
    """Remember the browser of a player who has just signed in, and tell the player where it is a new one.

    `first`: the player has never signed in before, so that there is nobody to be warned.
    """
    browser, network = browser_of(request), network_of(request)
    key = known(request, player)
    if key:
        Device.objects.filter(player=player, key=key).update(
            browser=browser, network=network, seen_at=timezone.now()
        )
        return
    familiar = Device.objects.filter(player=player, browser=browser, network=network).exists()
    secret = secrets.token_urlsafe(32)
    Device.objects.create(
        player=player, key=_key(secret, player), browser=browser, network=network, seen_at=timezone.now()
    )
    old = player.devices.order_by("-seen_at", "-pk").values_list("pk", flat=True)[MOST:]
    Device.objects.filter(pk__in=list(old)).delete()
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        SEPARATOR.join([secret, *_secrets(request)][:FAMILY]),
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    if not familiar and not first:
        _tell(player, browser, network)


def _tell(player: User, browser: str, network: str) -> None:
    said = later("Somebody has signed in to your account from a browser that we have not seen before.")
    letters.warn(player, later("A sign-in from a new browser"), said, browser, network)
