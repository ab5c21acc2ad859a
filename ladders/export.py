"""What events know about a player, for the player's own archive (settings.ACCOUNT_PARTS)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.export import Part, as_json
from accounts.models import User
from ladders.models import Entry, Rung, TeamRemark


def events(player: User) -> Iterator[Part]:
    """Entries, rungs, titles, and what was said to teams."""
    own = Q(player=player) | Q(team__members__player=player)
    entries = Entry.objects.filter(own).distinct().order_by("pk")
    wanted = ("event", "event__name", "team__name", "status", "entered_at", "withdrawn_at", "appeal")
    yield "events.json", as_json(list(entries.values(*wanted)))
    yield "rungs.json", as_json(list(Rung.objects.filter(player=player).values("ladder__code", "rung")))
    yield "titles.json", as_json(list(player.medals.values("event", "title", "place", "at")))
    said = TeamRemark.objects.filter(player=player).order_by("pk")
    yield "team-remarks.json", as_json(list(said.values("team__name", "text", "at")))
