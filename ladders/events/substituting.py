"""Somebody takes a seat over: a director asks, and the player who is asked says yes or no."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import relations
from accounts.said import later
from ladders import belonging
from ladders.events import beginning, log, notices
from ladders.events.eligibility import MayNotEnter
from ladders.models import Entry, Event
from ladders.reasons import BadDecision, reason


@transaction.atomic
def ask(entry_id: int, player: User, by: User, why: str) -> None:
    """Ask somebody to take the seat over; until then it stays as it is. Raises BadDecision."""
    why = reason(why)
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["withdrawn_at", "substitute"])
    said = _why_not(event, entry, player)
    if said:
        raise BadDecision(said)
    if not relations.may_invite(by, player) and by.pk != player.pk:
        raise BadDecision(_("%(player)s cannot be asked by you.") % {"player": player})
    entry.substitute = player
    entry.save(update_fields=["substitute"])
    what = later("%(player)s is asked to take over the seat of %(entry)s")
    log.note(event, what % {"player": player, "entry": entry.name}, by, why)
    notices.asked_to_take_over(event, entry, player)


def _why_not(event: Event, entry: Entry, player: User) -> str:
    """Why the seat cannot go to the player now; empty where it can."""
    if event.status != Event.Status.RUNNING:
        return _("This event is not running.")
    if entry.team_id is not None or entry.withdrawn_at is not None:
        return _("Only the seat of a player who is still in can be taken over.")
    if player.robot or event.entries.filter(player=player).exclude(status=Entry.Status.WAITING).exists():
        return _("This player is in the event already, or is a robot.")
    if event.club is not None and belonging.of(player, event.club.pk) is None:
        return _("Only the members of %(club)s play in this event.") % {"club": event.club}
    if player.suspended or player.barred:
        return _("The staff have barred this player for a while.")
    return ""


def asked(event: Event, player: User) -> Entry | None:
    """The seat that the player is asked to take over, if any. One query."""
    return event.entries.select_related("player").filter(substitute=player).first()


@transaction.atomic
def accept(event_id: int, player: User) -> None:
    """Take the seat over with all that runs; what is over stays with who played it.

    Raises MayNotEnter, games.seats.lobby.PlayerGone.
    """
    event = log.lock(event_id)
    entry = asked(event, player)
    if entry is None:
        raise MayNotEnter(_("You are not asked to take a seat over."))
    said = _why_not(event, entry, player)
    if said:
        raise MayNotEnter(said)
    event.entries.filter(player=player, status=Entry.Status.WAITING).delete()
    before, leaver, entry.player = entry.name, entry.player_id, player
    entry.substitute, entry.warned, entry.appeal = None, False, ""
    entry.save(update_fields=["player", "substitute", "warned", "appeal"])
    beginning.hand_over(event, entry, leaver or 0, [player])
    what = later("%(player)s takes over the seat of %(entry)s")
    log.note(event, what % {"player": player, "entry": before}, player)


@transaction.atomic
def decline(event_id: int, player: User) -> None:
    """Say no. Raises MayNotEnter."""
    event = log.lock(event_id)
    entry = asked(event, player)
    if entry is None:
        raise MayNotEnter(_("You are not asked to take a seat over."))
    entry.substitute = None
    entry.save(update_fields=["substitute"])
    what = later("%(player)s cannot take over the seat of %(entry)s")
    log.note(event, what % {"player": player, "entry": entry.name}, player)
