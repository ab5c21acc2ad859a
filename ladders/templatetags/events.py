"""What other pages show of events and clubs."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from accounts.models import User
from ladders.clubs import queries as clubs
from ladders.events import queries
from ladders.models import ClubMember, Medal

register = template.Library()


@register.simple_tag
def medals_of(player: User) -> list[Medal]:
    """The player's titles, the latest first. One query."""
    return queries.medals(player)


@register.simple_tag
def clubs_of(player: User) -> list[ClubMember]:
    """The clubs that the player belongs to. One query."""
    return clubs.mine(player)


@register.filter
def at(found: Mapping[int, object], key: int | None) -> object:
    """What is kept under a key, or None."""
    return found.get(key) if key is not None else None
