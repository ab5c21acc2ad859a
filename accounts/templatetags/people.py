"""What the head of every page says of the player."""

from __future__ import annotations

from typing import Any

from django import template

from accounts import notices

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """How many notices are new. One query; none on pages that know no player."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return notices.unread(user) if user is not None and user.is_authenticated else 0
