"""What the head of every page says of the player."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.template.defaultfilters import linebreaksbr
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe

from accounts import notices, talk
from accounts.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def unread(context: dict[str, Any]) -> dict[str, int]:
    """How many notices and how many threads are new. One query; none on pages that know no player."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    both = (_count(notices.unread(user)), _count(talk.unread(user)))
    told, written = User.objects.filter(pk=user.pk).values_list(*both).first() or (0, 0)
    return {"notices": told, "messages": written}


def _count(rows: QuerySet[Any]) -> Coalesce:
    """The number of these rows, as a part of another query."""
    counted = rows.order_by().annotate(all=Value(1)).values("all").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


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
