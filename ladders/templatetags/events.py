"""What other pages show of events."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from accounts.models import User
from ladders.events import queries
from ladders.models import Medal

register = template.Library()


@register.simple_tag
def medals_of(player: User) -> list[Medal]:
    """The player's titles, the latest first. One query."""
    return queries.medals(player)


@register.filter
def at(found: Mapping[int, object], key: int | None) -> object:
    """What is kept under a key, or None."""
    return found.get(key) if key is not None else None
