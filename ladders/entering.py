"""Coming into an event and going out of it: entries, teams, confirmation, withdrawal.

Locks as in ladders.running: the event's row, and never a match row after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import notices, relations
from accounts.models import User
from games import lobby, queries, ranking
from games.models import Rating
from ladders import log, rounds, running, table, wake, wishes
from ladders.formats import LIVE, base
from ladders.models import Entry, Event, Group, Place

CONFIRM = timedelta(hours=72)
"""How long before the start entries are asked to confirm."""


class MayNotEnter(Exception):
    """The player may not do this in the event. The sentence says why."""


def why_not(event: Event, player: User) -> str:
    """Why the player may not enter; empty where it may. At most four queries."""
    now = timezone.now()
    if event.status != Event.Status.OPEN and not takes_late(event):
        return "This event takes no entries now."
    if player.robot:
        return "Robots enter no event."
    if player.barred_until and player.barred_until > now:
        return "The staff have barred you from events for a while."
    entry = event.entries.filter(player=player).first()
    if entry is not None and entry.status in {Entry.Status.IN, Entry.Status.WAITING}:
        return "You are in already."
    if event.way == Event.Way.INVITED and (entry is None or entry.status != Entry.Status.INVITED):
        return "This event is by invitation."
    if event.lowest or event.highest:
        kind = ranking.kind_of(3 if table.form_of(event).ONE_TABLE else 2)
        known = ranking.of_players([player.pk], event.code, kind)
        number = known.get(player.pk, ranking.STARTS[Rating.Kind(kind)]).number
        if (event.lowest and number < event.lowest) or (event.highest and number > event.highest):
            low, high = event.lowest or "any", event.highest or "any"
            return f"This event is for ratings from {low} to {high}; yours is {number}."
    if event.most_time_outs is not None:
        late = queries.time_out_percent(player)
        if late > event.most_time_outs:
            return f"You were timed out in {late} of 100 matches; {event.most_time_outs} are the most here."
    return ""


def takes_late(event: Event) -> bool:
    """Whether players may still enter while it runs: an arena, as long as pairs are made. Two queries."""
    if event.status != Event.Status.RUNNING or event.format not in LIVE:
        return False
    group = event.groups.filter(over=False, ends_at__isnull=False).first()
    full = event.most is not None and _in(event).count() >= event.most
    soon = timezone.now() + table.time_for(event.code)
    return group is not None and group.ends_at is not None and soon < group.ends_at and not full


@transaction.atomic
def enter(event_id: int, player: User) -> Entry:
    """Come in, or onto the waiting list; the last who is wanted lets it begin. Raises MayNotEnter.

    Into an arena that runs one comes at the end of the table, and is paired like everybody.
    """
    event = log.lock(event_id)
    if table.form_of(event).TEAMS:
        raise MayNotEnter("Teams play here: make one, or let somebody invite you to theirs.")
    reason = why_not(event, player)
    if reason:
        raise MayNotEnter(reason)
    entry, _new = Entry.objects.get_or_create(event=event, player=player)
    return come_in(event, entry) if event.status == Event.Status.OPEN else _come_late(event, entry)


def _come_late(event: Event, entry: Entry) -> Entry:
    """A line in the table of a running event. Only under its lock."""
    group = event.groups.get(stage=event.stage)
    seed = 1 + max(group.places.values_list("seed", flat=True), default=0)
    entry.status, entry.confirmed, entry.withdrawn_at, entry.seed = Entry.Status.IN, True, None, seed
    entry.entered_at = timezone.now()
    entry.save()
    Place.objects.get_or_create(
        group=group, entry=entry, defaults={"seed": seed, "position": group.places.count() + 1}
    )
    log.note(event, f"{entry.name} entered")
    group.event = event
    rounds.spoil(group)
    return entry


@transaction.atomic
def rest(event_id: int, player: User, *, resting: bool) -> None:
    """Be given no match for now, or be there again. Raises MayNotEnter where that is not possible."""
    event = log.lock(event_id)
    place = Place.objects.select_related("group").filter(
        group__event=event,
        group__over=False,
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
    found.group.event = event
    rounds.spoil(found.group)
    log.changed(event)


def come_in(event: Event, entry: Entry) -> Entry:
    soon = event.begins_at is None or event.begins_at - timezone.now() <= CONFIRM
    full = event.most is not None and _in(event).exclude(pk=entry.pk).count() >= event.most
    entry.status = Entry.Status.WAITING if full else Entry.Status.IN
    entry.confirmed, entry.withdrawn_at = soon, None
    entry.entered_at = timezone.now()
    entry.save()
    log.note(event, f"{entry.name} {'waits for a place' if full else 'entered'}")
    _begin_when_full(event)
    return entry


def _begin_when_full(event: Event) -> None:
    """Begin, if no other day was set; champions when they agree on their matches, or have had time to."""
    if event.most is None or _in(event).count() < event.most:
        return
    waits = event.source_id is not None and wishes.agreed(event) is None
    if event.begins_at is None or (event.source_id is not None and not waits):
        event.begins_at = timezone.now() + (wishes.PATIENCE if waits else timedelta())
        event.save(update_fields=["begins_at"])
        transaction.on_commit(lambda: wake.event(event.pk), robust=True)


def _in(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(status=Entry.Status.IN)


@transaction.atomic
def invite(event_id: int, players: Sequence[User], by: User | None = None, why: str = "") -> None:
    """Ask players in. Who is in already stays so; who has left may come again. Raises MayNotEnter.

    Nobody is asked by somebody whom they ignore, nor by whom they are ignored; a place that was won is
    offered by the site (without `by`), whoever leads the event.
    """
    event = log.lock(event_id)
    if by is not None:
        must_be_on_terms(by, players)
    for player in players:
        asked = {"status": Entry.Status.INVITED, "confirmed": False}
        entry, new = Entry.objects.get_or_create(event=event, player=player, defaults=asked)
        if not new and entry.status in {Entry.Status.LEFT, Entry.Status.DROPPED}:
            Entry.objects.filter(pk=entry.pk).update(**asked)
        log.note(event, f"{player} is invited", by, why)
    address = event.get_absolute_url()
    key = f"event-invitation-{event.pk}"
    notices.tell(players, "event", key, f"You are invited to {event.name}", address)


def must_be_on_terms(by: User, players: Sequence[User]) -> None:
    """Raise MayNotEnter where one of the players wants nothing of who asks, or the other way round.

    So too where one of them is suspended, and could not come.
    """
    apart = relations.apart(by)
    for player in players:
        if player.pk in apart:
            raise MayNotEnter(_("%(player)s cannot be asked by you.") % {"player": player})
    try:
        lobby.must_be_free(players)
    except lobby.PlayerGone as gone:
        raise MayNotEnter(str(gone)) from gone


def kept_away(now: datetime, of: str = "") -> Q:
    """Whom the staff have suspended, or barred from events, for a while; `of` leads to the player."""
    return Q(**{f"{of}suspended_until__gt": now}) | Q(**{f"{of}barred_until__gt": now})


@transaction.atomic
def confirm(event_id: int, player: User) -> None:
    """Say that one will be there, or one's team. Raises MayNotEnter."""
    event = log.lock(event_id)
    own = Q(player=player) | Q(team__captain=player)
    mine = event.entries.filter(own, status=Entry.Status.IN, confirmed=False)
    if not mine.update(confirmed=True) or event.status != Event.Status.OPEN:
        raise MayNotEnter("There is nothing to confirm.")
    log.note(event, f"{player} confirmed", player)


def withdraw_player(event_id: int, player: User, *, by: User | None = None, why: str = "") -> None:
    """Leave an event before it begins, or while it runs: what is still to play is lost.

    Raises MayNotEnter.
    """
    entry = Entry.objects.filter(
        Q(player=player) | Q(team__captain=player), event=event_id, withdrawn_at=None
    ).first()
    if entry is None:
        raise MayNotEnter("You are not in this event.")
    withdraw(entry, by, why)


def can_leave(event: Event) -> QuerySet[Entry]:
    """Whoever is in; before it begins, also who waits for a place, or was asked and has not answered."""
    status = Entry.Status
    at_the_door = (status.IN, status.WAITING, status.INVITED)
    inside = at_the_door if event.status == Event.Status.OPEN else (status.IN,)
    return event.entries.filter(status__in=inside, withdrawn_at=None)


def withdraw(entry: Entry, by: User | None, why: str) -> None:
    """Take an entry out: at the door, or out of the running event, whose tables it then leaves.

    Raises MayNotEnter.
    """
    with transaction.atomic():
        event = log.lock(entry.event_id)
        entry = Entry.objects.select_related("player", "team").get(pk=entry.pk)
        if entry.withdrawn_at is not None:
            raise MayNotEnter("This entry has withdrawn already.")
        if event.status == Event.Status.OPEN:
            entry.status = Entry.Status.LEFT
            entry.save(update_fields=["status"])
            log.note(event, f"{entry.name} left before the start", by, why)
            _move_up(event)
            return
        if event.status != Event.Status.RUNNING:
            raise MayNotEnter("This event does not run.")
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        log.note(event, f"{entry.name} withdrew", by, why)
        for group in Group.objects.filter(event=event, places__entry=entry):
            group.event = event
            rounds.reckon(group)


def _move_up(event: Event) -> None:
    """Whoever waited longest takes a place that is free, but for whom the staff keep away for a while."""
    if event.most is None or _in(event).count() >= event.most:
        return
    away = kept_away(timezone.now(), "player__")
    waits = event.entries.filter(status=Entry.Status.WAITING).exclude(away).order_by("entered_at").first()
    if waits is not None:
        waits.status, waits.confirmed = Entry.Status.IN, True
        waits.save(update_fields=["status", "confirmed"])
        log.note(event, f"{waits.name} takes the free place")
        notices.tell(
            log.members_of(waits),
            "event",
            f"place-{event.pk}",
            f"A place in {event.name} is yours",
            event.get_absolute_url(),
        )


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
        notices.tell(
            log.members_of(entry),
            "event",
            f"confirm-{event.pk}",
            _("%(event)s begins soon: confirm that you will be there") % {"event": event.name},
            event.get_absolute_url(),
        )
    return True


def begin_due(event_id: int, now: datetime) -> bool:
    """Begin an event whose time has come; one with too few is called off. Returns whether it began."""
    if not Event.objects.filter(pk=event_id, status=Event.Status.OPEN, begins_at__lte=now).exists():
        return False
    try:
        running.start(event_id)
    except log.NotNow:  # somebody was quicker
        return False
    except base.BadField as reason:
        running.cancel(event_id, None, str(reason))
        return False
    return True


def projected_end(event: Event, entrants: int) -> datetime | None:
    """When the event will be over at the latest; None where nobody can tell."""
    count = table.form_of(event).rounds(max(entrants, event.fewest, 2), table.settings_of(event))
    if count is None:
        return None
    days = rounds.days_of(event)
    begin = event.started_at or event.begins_at or timezone.now()
    return begin + count * timedelta(days=days)
