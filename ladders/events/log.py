"""An event under its lock, and the log in which everybody can read what happened to it."""

from __future__ import annotations

from accounts import live
from accounts.models import User
from accounts.retold import put_down
from accounts.said import Words
from ladders import table
from ladders.models import Entry, Event, Log


class NotNow(Exception):
    """The event is not in a state for it. The sentence says why."""


def lock(event_id: int) -> Event:
    """The event, locked until the transaction ends. Raises Event.DoesNotExist."""
    return Event.objects.select_for_update(no_key=True).get(pk=event_id)


def channel(event_id: int) -> str:
    """The channel on which an event says that its tables changed."""
    return f"event-{event_id}"


def changed(event: Event) -> None:
    """Tell open pages of the event, once the transaction is through."""
    live.publish_on_commit(channel(event.pk))


def note(event: Event, what: Words, by: User | None = None, why: Words = "", kind: str = "") -> None:
    """Add a line to the event's log; one of a kind is announced by the event's webhook, if it has one."""
    Log.objects.create(event=event, by=by, kind=kind, **put_down(Log, what=what, why=why))


def members_of(entry: Entry) -> list[User]:
    """The player, or everybody in the team."""
    if entry.team is not None:
        members = entry.team.members.select_related("player").filter(accepted=True)
        return [member.player for member in members if member.player]
    return [entry.player] if entry.player else []


def can_play(entry: Entry) -> bool:
    """Whether the player is there still, or so many of a team as it takes."""
    there = sum(member.is_active for member in members_of(entry))
    return there >= (table.fewest_members(entry.event) if entry.team_id is not None else 1)
