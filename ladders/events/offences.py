"""Warnings and disqualifications: recorded, taken back, objected to.

Each has a reason, is logged, and is told to whom it concerns.
"""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import relations
from accounts.said import Said, later
from accounts.spoken import speaking
from ladders import impartial
from ladders.events import leaders, log, notices, rounds
from ladders.models import Entry, Event
from ladders.reasons import BadDecision, reason


@transaction.atomic
def record_offence(entry_id: int, by: User, why: str, *, at_once: bool = False) -> str:
    """A first offence is a warning, a second disqualification from the event; abuse disqualifies at once.

    Whoever is disqualified leaves the tables that run and has no rank any more; those behind move up. Returns
    which it was. Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["warned", "withdrawn_at", "disqualified"])
    _must_not_be_final(event)
    if entry.disqualified:
        raise BadDecision(_("%(entry)s is disqualified already.") % {"entry": entry.name})
    out = at_once or entry.warned
    entry.warned, entry.disqualified = True, out
    if out and event.status == Event.Status.RUNNING and entry.withdrawn_at is None:
        entry.withdrawn_at, entry.put_out = timezone.now(), True
    entry.save(update_fields=["warned", "disqualified", "withdrawn_at", "put_out"])
    if out:
        rounds.rank_anew(event, entry)
    log.note(event, _recorded(entry, out=out), by, why)
    notices.offence(event, entry, why)
    return "disqualification" if out else "warning"


def _recorded(entry: Entry, *, out: bool) -> Said:
    what = later("%(entry)s is disqualified") if out else later("%(entry)s is warned")
    return what % {"entry": entry.name, "key": entry.pk}


def _must_not_be_final(event: Event) -> None:
    if event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision(_("This event is not running, or its table is final."))


@transaction.atomic
def clear(entry_id: int, by: User, why: str) -> None:
    """Take a warning or a disqualification back; who was disqualified is put back where that is possible, and
    who appealed may do so again, should there be another warning.

    Matches that it lost meanwhile stay lost, and who had withdrawn before stays out. An event under review
    does not go on for it: what was left out is not played any more. An appeal is for somebody else than
    whoever gave the warning, where there is one. Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["warned", "disqualified", "withdrawn_at", "put_out", "appeal"])
    _must_not_be_final(event)
    if not entry.warned:
        raise BadDecision(_("There is no warning to take back."))
    if entry.appeal and _given_by(event, entry) == by.pk and _others(event, entry, by):
        raise BadDecision(_("Somebody else answers this appeal: you made the decision."))
    was_out = entry.disqualified
    entry.warned = entry.disqualified = False
    if entry.put_out and log.can_play(entry):
        entry.withdrawn_at = None
    entry.put_out, entry.appeal = False, ""
    entry.save(update_fields=["warned", "disqualified", "withdrawn_at", "put_out", "appeal"])
    if was_out:
        rounds.rank_anew(event, entry)
    log.note(event, later("%(entry)s is cleared") % {"entry": entry.name}, by, why)
    notices.cleared(event, entry, why)


def _given_by(event: Event, entry: Entry) -> int | None:
    """The key of whoever recorded the latest offence, as the log has it, whatever the entry was called then.
    One query. Lines of old have the name alone.
    """
    found = Q()
    for said in (_recorded(entry, out=False), _recorded(entry, out=True)):
        assert said.source is not None
        with speaking(settings.LANGUAGE_CODE):
            found |= Q(what=str(said), said__what__with__key__isnull=True)
        found |= Q(said__what__contains={"say": said.source["say"], "with": {"key": entry.pk}})
    return event.log.filter(found).values_list("by", flat=True).first()


def _others(event: Event, entry: Entry, by: User) -> bool:
    """Whether somebody else of the staff could decide about the entry, who does not play too near to it."""
    for one in User.objects.filter(is_staff=True, is_active=True).exclude(pk=by.pk):
        if leaders.is_staff(one):
            with suppress(impartial.Concerned):
                impartial.must_not_be_concerned(event, "clear", {"entry": entry}, one)
                return True
    return False


@transaction.atomic
def appeal(event_id: int, player: User, text: str) -> None:
    """Object to a warning or a disqualification, once. Raises BadDecision."""
    event = log.lock(event_id)
    own = Q(player=player) | Q(team__members__player=player, team__members__accepted=True)
    entry = event.entries.select_related("player", "team").filter(own, warned=True).first()
    if entry is None or event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision(_("There is nothing to appeal against."))
    if entry.appeal:
        raise BadDecision(_("You have appealed already: one message is read, and answered."))
    text = text.replace("\x00", "").strip()
    if not text:
        raise BadDecision(_("Say what is to be looked at again."))
    entry.appeal = text[:1000]
    entry.save(update_fields=["appeal"])
    said = later("%(entry)s appeals") % {"entry": entry.name}
    log.note(event, said, player, "" if player.muted else entry.appeal)
    helpers = leaders.helpers(event, without={player.pk, *relations.apart(player)})
    notices.appealed(event, entry, list(helpers))
