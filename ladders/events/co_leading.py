"""Those who lead an event beside its organiser: they are asked, say yes or no, and can step down at any time.

They do all that a director does but name or dismiss others. Like everybody else they decide nothing about
their own match (ladders.impartial).
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import relations
from accounts.said import later
from ladders.events import log, notices
from ladders.events.eligibility import MayNotEnter
from ladders.models import Director, Event
from ladders.reasons import BadDecision, reason

MOST = 5
"""Beside the organiser."""


@transaction.atomic
def name(event_id: int, player: User, by: User, why: str) -> None:
    """Ask somebody to lead the event, too; until they agree nothing changes. Raises BadDecision."""
    why = reason(why)
    event = log.lock(event_id)
    said = _why_not(event, player, by)
    if said:
        raise BadDecision(said)
    Director.objects.create(event=event, player=player)
    log.note(event, later("%(player)s is asked to help lead it") % {"player": player}, by, why)
    notices.asked_to_lead(event, player, by, why)


def _why_not(event: Event, player: User, by: User) -> str:
    """Why the player cannot be asked; empty where it can."""
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        return _("This event is over.")
    if player.pk in {by.pk, event.organiser_id} or event.directors.filter(player=player).exists():
        return _("%(player)s already leads it, or has been asked to.") % {"player": player}
    if event.directors.count() >= MOST:
        return _("At most %(most)d lead an event beside its organiser.") % {"most": MOST}
    others = [by] if event.organiser is None else [by, event.organiser]
    apart = any(player.pk in relations.apart(other) for other in others)
    if apart or player.robot or player.guest or not player.is_active or player.muted or player.suspended:
        return _("%(player)s cannot be asked by you.") % {"player": player}
    return ""


@transaction.atomic
def accept(event_id: int, player: User) -> None:
    """Say yes. Raises MayNotEnter."""
    event = log.lock(event_id)
    if not event.directors.filter(player=player, accepted=False).update(accepted=True):
        raise MayNotEnter(_("You are not asked to lead this event."))
    log.note(event, later("%(player)s helps lead it") % {"player": player}, player)


@transaction.atomic
def decline(event_id: int, player: User) -> None:
    """Say no. Raises MayNotEnter."""
    event = log.lock(event_id)
    if not event.directors.filter(player=player, accepted=False).delete()[0]:
        raise MayNotEnter(_("You are not asked to lead this event."))
    log.note(event, later("%(player)s cannot lead it") % {"player": player}, player)


@transaction.atomic
def step_down(event_id: int, player: User, why: str) -> None:
    """Lead it no more. Raises BadDecision."""
    why = reason(why)
    event = log.lock(event_id)
    if not event.directors.filter(player=player, accepted=True).delete()[0]:
        raise BadDecision(_("You do not lead this event beside its organiser."))
    log.note(event, later("%(player)s no longer leads it") % {"player": player}, player, why)


@transaction.atomic
def dismiss(event_id: int, director: Director, by: User, why: str) -> None:
    """Let somebody lead it no more, or take the question back. Raises BadDecision."""
    why = reason(why)
    event = log.lock(event_id)
    if not event.directors.filter(pk=director.pk).delete()[0]:
        raise BadDecision(_("This player no longer leads it."))
    log.note(event, later("%(player)s no longer leads it") % {"player": director.player}, by, why)
    notices.dismissed(event, director, why)
