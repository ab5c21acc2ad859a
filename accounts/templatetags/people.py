"""What the head of every page says of the player."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import linebreaksbr
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from accounts import bell
from accounts.models import User
from accounts.notices import LISTED
from accounts.spoken import kept_by_language
from statements import Statement, reading

register = template.Library()
NEW = Statement("new for a player", f"SELECT {bell.NEW}", reads=True)


@register.simple_tag(takes_context=True)
def unread(context: dict[str, Any]) -> dict[str, Any]:
    """How many notices and threads are new, and that in words. One query; none where no player is known, or
    where a view has asked with something else (`request.new`, the two counts).
    """
    request: Any = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    found = getattr(request, "new", None)
    if found is None:
        with reading.from_primary():  # what was just read must not be new any more
            found = NEW.row(user.pk, LISTED) or (0, 0)
    told, written = found
    return {"notices": told, "messages": written, "said": _said(told, written)}


@kept_by_language()
def _said(told: int, written: int) -> str:
    words = [
        ngettext("%(count)d new notice", "%(count)d new notices", told) % {"count": told} if told else "",
        ngettext("%(count)d unread message", "%(count)d unread messages", written) % {"count": written}
        if written
        else "",
    ]
    return ", ".join(filter(None, words))


@register.inclusion_tag("accounts/_person.html")
def person(one: User) -> dict[str, Any]:
    """A player's name as a link to their page, robots marked."""
    return {"one": one}


@register.filter
def linked(text: str) -> SafeString:
    """What a player wrote: escaped, lines kept, addresses as links that vouch for nothing."""
    html = urlize(text, nofollow=True, autoescape=True)
    html = html.replace(' rel="nofollow"', ' rel="nofollow ugc noopener noreferrer" target="_blank"')
    return mark_safe(linebreaksbr(mark_safe(html)))  # noqa: S308  (urlize has escaped it)
