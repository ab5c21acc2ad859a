"""What the head of every page says of the player."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import linebreaksbr
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe

from accounts import notices
from accounts.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """How many notices are new. One query; none on pages that know no player."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return notices.unread(user) if user is not None and user.is_authenticated else 0


@register.inclusion_tag("accounts/_person.html")
def person(one: User) -> dict[str, Any]:
    """A player's name as a link to the own page, robots marked."""
    return {"one": one}


@register.filter
def linked(text: str) -> SafeString:
    """What a player wrote: escaped, lines kept, addresses as links that vouch for nothing."""
    html = urlize(text, nofollow=True, autoescape=True)
    html = html.replace(' rel="nofollow"', ' rel="nofollow ugc noopener noreferrer" target="_blank"')
    return mark_safe(linebreaksbr(mark_safe(html)))  # noqa: S308  (urlize has escaped it)
