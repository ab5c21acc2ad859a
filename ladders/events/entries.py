"""Coming into an event and going out of it: entries, invitations, confirmation, withdrawal.

Locks as in ladders.events.rounds: the event's row, and never a match row after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import Words, later
from ladders import table
from ladders.events import eligibility, log, notices, rounds, wake, wishes
from ladders.events.eligibility import MayNotEnter
from ladders.formats import LIVE
from ladders.models import Entry, Event, Log, Place, Section

CONFIRM = timedelta(hours=72)
"""How long before the start entries are asked to confirm."""


def of(event: Event, player: User) -> Entry | None:
    """The player's own entry, or that of the team the player is in. Two queries at most."""
    by_team = event.entries.filter(team__members__player=player, team__members__accepted=True)
    return by_team.select_related("team").first() or event.entries.filter(player=player).first()


def speaks_for(entry: Entry, player: User) -> bool:
    """Whether the player decides for the entry: it is theirs, or that of the team they lead."""
    return entry.player_id == player.pk or (entry.team is not None and entry.team.captain_id == player.pk)


@transaction.atomic
def enter(event_id: int, player: User) -> Entry:
    """Come in, or onto the waiting list; the last who is wanted lets it begin. Raises MayNotEnter.

    Into an arena that runs one comes at the end of the table, and is paired like everybody.
    """
    event = log.lock(event_id)
    if table.form_of(event).TEAMS:
        raise MayNotEnter(_("Teams play here: make one, or let somebody invite you to theirs."))
    reason = eligibility.why_not(event, player)
    if reason:
        raise MayNotEnter(reason)
    entry, _new = Entry.objects.get_or_create(event=event, player=player)
    return come_in(event, entry) if event.status == Event.Status.OPEN else _come_late(event, entry)


def _come_late(event: Event, entry: Entry) -> Entry:
    """A line in the table of a running event. Only under its lock."""
    section = event.sections.get(stage=event.stage)
    seed = 1 + max(section.places.values_list("seed", flat=True), default=0)
    entry.status, entry.confirmed, entry.withdrawn_at, entry.seed = Entry.Status.IN, True, None, seed
    entry.entered_at = timezone.now()
    entry.save()
    Place.objects.get_or_create(
        section=section, entry=entry, defaults={"seed": seed, "position": section.places.count() + 1}
    )
    log.note(event, later("%(entry)s entered") % {"entry": entry.name}, kind=Log.Kind.ENTERED)
    section.event = event
    rounds.spoil(section)
    return entry


@transaction.atomic
def rest(event_id: int, player: User, *, resting: bool) -> None:
    """Be given no match for now, or be there again. Raises MayNotEnter where that is not possible."""
    event = log.lock(event_id)
    place = Place.objects.select_related("section").filter(
        section__event=event,
        section__over=False,
        entry__player=player,
        entry__withdrawn_at=None,
        entry__disqualified=False,
    )
    found = place.first()
    if event.status != Event.Status.RUNNING or event.format not in LIVE or found is None:
        raise MayNotEnter(_("You are not in this event, or it is over."))
    if found.resting == resting:
        return
    found.resting = resting
    found.save(update_fields=["resting"])
    found.section.event = event
    rounds.spoil(found.section)
    log.changed(event)


def come_in(event: Event, entry: Entry) -> Entry:
    soon = event.begins_at is None or event.begins_at - timezone.now() <= CONFIRM
    full = event.most is not None and eligibility.who_are_in(event).exclude(pk=entry.pk).count() >= event.most
    entry.status = Entry.Status.WAITING if full else Entry.Status.IN
    entry.confirmed, entry.withdrawn_at = soon, None
    entry.entered_at = timezone.now()
    entry.save()
    said = later("%(entry)s waits for a place") if full else later("%(entry)s entered")
    log.note(event, said % {"entry": entry.name}, kind=Log.Kind.ENTERED)
    _begin_when_full(event)
    return entry


def _begin_when_full(event: Event) -> None:
    """Begin, if no other day was set; champions when they agree on their matches, or have had time to."""
    if event.most is None or eligibility.who_are_in(event).count() < event.most:
        return
    waits = event.source_id is not None and wishes.agreed(event) is None
    if event.begins_at is None or (event.source_id is not None and not waits):
        event.begins_at = timezone.now() + (wishes.PATIENCE if waits else timedelta())
        event.save(update_fields=["begins_at"])
        transaction.on_commit(lambda: wake.event(event.pk), robust=True)


@transaction.atomic
def invite(event_id: int, players: Sequence[User], by: User | None = None, why: str = "") -> None:
    """Ask players in. Who is in already stays so; who has left may come again. Raises MayNotEnter.

    Nobody is asked by somebody whom they ignore, nor by whom they are ignored; a place that was won is
    offered by the site (without `by`), whoever leads the event.
    """
    event = log.lock(event_id)
    if by is not None:
        eligibility.must_be_on_terms(by, players)
    told = []
    for player in players:
        asked = {"status": Entry.Status.INVITED, "confirmed": False}
        entry, new = Entry.objects.get_or_create(event=event, player=player, defaults=asked)
        again = entry.status in {Entry.Status.LEFT, Entry.Status.DROPPED}
        if again:
            Entry.objects.filter(pk=entry.pk).update(**asked)
        if new or again:
            told.append(player)
        log.note(event, later("%(player)s is invited") % {"player": player}, by, why)
    notices.invited(event, told)


@transaction.atomic
def confirm(event_id: int, player: User) -> None:
    """Say that one will be there, or one's team. Raises MayNotEnter."""
    event = log.lock(event_id)
    own = Q(player=player) | Q(team__captain=player)
    mine = event.entries.filter(own, status=Entry.Status.IN, confirmed=False)
    if not mine.update(confirmed=True) or event.status != Event.Status.OPEN:
        raise MayNotEnter(_("There is nothing to confirm."))
    log.note(event, later("%(player)s confirmed") % {"player": player}, player)


@transaction.atomic
def withdraw_player(event_id: int, player: User, *, by: User | None = None, why: str = "") -> None:
    """Leave an event before it begins, or while it runs: what is still to play is lost.

    Of a captain who was asked in the team leaves, not the invitation. Raises MayNotEnter.
    """
    found = can_leave(log.lock(event_id)).filter(Q(player=player) | Q(team__captain=player))
    entry = found.filter(status=Entry.Status.IN).first() or found.first()
    if entry is None:
        raise MayNotEnter(_("You are not in this event."))
    withdraw(entry, by, why)


def can_leave(event: Event) -> QuerySet[Entry]:
    """Whoever is in; before it begins, also who waits for a place, or was asked and has not answered."""
    status = Entry.Status
    at_the_door = (status.IN, status.WAITING, status.INVITED)
    inside = at_the_door if event.status == Event.Status.OPEN else (status.IN,)
    return event.entries.filter(status__in=inside, withdrawn_at=None)


def withdraw(entry: Entry, by: User | None, why: Words) -> None:
    """Take an entry out: at the door, or out of the running event, whose tables it then leaves.

    Raises MayNotEnter.
    """
    with transaction.atomic():
        event = log.lock(entry.event_id)
        entry = Entry.objects.select_related("player", "team").get(pk=entry.pk)
        if entry.withdrawn_at is not None:
            raise MayNotEnter(_("This entry has already withdrawn."))
        if event.status == Event.Status.OPEN:
            entry.status = Entry.Status.LEFT
            entry.save(update_fields=["status"])
            said = later("%(entry)s left before the start") % {"entry": entry.name}
            log.note(event, said, by, why, Log.Kind.LEFT)
            _move_up(event)
            return
        if event.status != Event.Status.RUNNING:
            raise MayNotEnter(_("This event is not running."))
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        log.note(event, later("%(entry)s withdrew") % {"entry": entry.name}, by, why, Log.Kind.LEFT)
        for section in Section.objects.filter(event=event, places__entry=entry):
            section.event = event
            rounds.reckon(section)


def _move_up(event: Event) -> None:
    """Whoever waited longest takes a place that is free, but for whom the staff keep away for a while."""
    if event.most is None or eligibility.who_are_in(event).count() >= event.most:
        return
    away = eligibility.kept_away(timezone.now(), "player__")
    waits = event.entries.filter(status=Entry.Status.WAITING).exclude(away).order_by("entered_at").first()
    if waits is not None:
        waits.status, waits.confirmed = Entry.Status.IN, True
        waits.save(update_fields=["status", "confirmed"])
        said = later("%(entry)s takes the free place") % {"entry": waits.name}
        log.note(event, said, kind=Log.Kind.ENTERED)
        notices.has_a_place(event, waits)


@transaction.atomic
def ask_to_confirm(event_id: int, now: datetime) -> bool:
    """Ask the entries of an event that begins soon whether they will come, once. Returns whether it did."""
    event = log.lock(event_id)
    soon = event.begins_at is not None and now < event.begins_at <= now + CONFIRM
    if event.status != Event.Status.OPEN or not soon or event.asked_at is not None:
        return False
    event.asked_at = now
    event.save(update_fields=["asked_at"])
    for entry in event.entries.filter(status=Entry.Status.IN, confirmed=False):
        notices.asked_to_confirm(event, entry)
    return True
