"""The one ear of a page: which channels it hears, and the token by which it may."""

from __future__ import annotations

from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString

from accounts import addresses, bell, visitors
from accounts.live import channels

register = template.Library()
EAR = (
    '<p id="stream" class="visually-hidden" role="status" data-live="%(token)s" data-stream="%(stream)s"'
    ' data-channels="%(channels)s" data-renew="%(renew)s"></p>'
)
"""It names the channels that the page hears; js/live.js listens, and says here what a reader cannot see
change.
"""


@register.simple_tag(takes_context=True)
def ear(context: dict[str, Any]) -> str:
    """The page's stream: of the `channels` that its view names, and the player's own. No query.

    A view names only what the visitor may hear. A page that knows no player and names none has no stream.
    """
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or context.get("plain"):
        return ""
    named = list(context.get("channels") or ())
    own = [] if not user.is_authenticated or user.guest else [bell.channel(user.pk)]
    if not (named or own):
        return ""
    names = list(dict.fromkeys([*named, *own]))
    return SafeString(
        EAR
        % {
            "token": escape(channels.token(visitors.of(request), *names)),
            "stream": escape(channels.address(context["stream_url"], names[0])),
            "channels": escape(" ".join(names)),
            "renew": escape(addresses.plain("bell")) if names == own else "",
        }
    )


@register.simple_tag(takes_context=True)
def own_channel(context: dict[str, Any]) -> str:
    """The channel on which the player hears of notices and messages; empty for who has no account."""
    user = getattr(context.get("request"), "user", None)
    return bell.channel(user.pk) if user is not None and user.is_authenticated and not user.guest else ""
