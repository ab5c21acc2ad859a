"""What events know about a player, for the player's own archive (settings.ACCOUNT_PARTS)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.export import Part, as_json
from accounts.models import User
from ladders.ladder import order
from ladders.models import (
    ClubAsking,
    ClubLine,
    ClubMember,
    ClubRemark,
    ClubSeat,
    Director,
    Entry,
    EventRemark,
    Removal,
    Rung,
    TeamRemark,
)


def events(player: User) -> Iterator[Part]:
    """Entries, rungs, titles, events led beside others, what was said in teams and events, and clubs."""
    own = Q(player=player) | Q(team__members__player=player)
    entries = Entry.objects.filter(own).distinct().order_by("pk")
    wanted = ("event", "event__name", "team__name", "status", "entered_at", "withdrawn_at", "appeal")
    yield "events.json", as_json(list(entries.values(*wanted)))
    stands = [
        {
            "ladder__code": rung.ladder.code,
            "ladder__club__name": rung.ladder.club and rung.ladder.club.name,
            "rung": order.rank(rung.ladder_id, player.pk),
        }
        for rung in Rung.objects.select_related("ladder__club").filter(player=player)
    ]
    yield "rungs.json", as_json(stands)
    removed = Removal.objects.filter(player=player).order_by("pk")
    yield (
        "removed.json",
        as_json(list(removed.values("ladder__code", "ladder__club__name", "rung", "at", "until"))),
    )
    yield "titles.json", as_json(list(player.medals.values("event", "title", "place", "at")))
    leads = Director.objects.filter(player=player).order_by("pk")
    yield "leads.json", as_json(list(leads.values("event", "event__name", "accepted", "at")))
    said = TeamRemark.objects.filter(player=player).order_by("pk")
    yield "team-remarks.json", as_json(list(said.values("team__name", "text", "at")))
    to_all = EventRemark.objects.filter(player=player).order_by("pk")
    yield "event-remarks.json", as_json(list(to_all.values("event", "event__name", "text", "at")))
    yield from _clubs(player)


def _clubs(player: User) -> Iterator[Part]:
    """What the player belongs to, waits for, and has decided there."""
    belongs = ClubMember.objects.filter(player=player).order_by("pk")
    yield "clubs.json", as_json(list(belongs.values("club__name", "role", "joined_at")))
    waits = ClubAsking.objects.filter(player=player).order_by("pk")
    yield "club-askings.json", as_json(list(waits.values("club__name", "invited", "text", "at")))
    lines = ClubLine.objects.filter(by=player).order_by("pk")
    yield "club-lines.json", as_json(list(lines.values("club__name", "what", "why", "at")))
    said = ClubRemark.objects.filter(player=player).order_by("pk")
    yield "club-remarks.json", as_json(list(said.values("club__name", "text", "at", "down_at")))
    plays = ClubSeat.objects.filter(player=player).order_by("pk")
    yield "club-matches.json", as_json(list(plays.values("match", "club__name", "place", "at")))
