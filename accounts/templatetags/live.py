"""The one ear of a page: which channels it hears, and the token by which it may."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from accounts import bell, visitors
from accounts.live import channels

register = template.Library()


@register.inclusion_tag("_stream.html", takes_context=True)
def ear(context: dict[str, Any]) -> dict[str, Any]:
    """The page's stream: of the `channels` that its view names, and the player's own. No query.

    A view names only what the visitor may hear. A page that knows no player and names none has no stream.
    """
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or context.get("plain"):
        return {}
    named = list(context.get("channels") or ())
    own = [] if not user.is_authenticated or user.guest else [bell.channel(user.pk)]
    if not (named or own):
        return {}
    names = list(dict.fromkeys([*named, *own]))
    return {
        "channels": names,
        "token": channels.token(visitors.of(request), *names),
        "stream_url": channels.address(context["stream_url"], names[0]),
        "renew": reverse("bell") if names == own else "",
    }


@register.simple_tag(takes_context=True)
def own_channel(context: dict[str, Any]) -> str:
    """The channel on which the player hears of notices and messages; empty for who has no account."""
    user = getattr(context.get("request"), "user", None)
    return bell.channel(user.pk) if user is not None and user.is_authenticated and not user.guest else ""
