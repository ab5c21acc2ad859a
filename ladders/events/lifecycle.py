"""Events from their opening to their medals: open, begin, finish, call off, open the next.

Every function is one transaction under the lock of the event. What happens in between is in rounds.py.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import Hook, User
from accounts.people import relations
from accounts.retold import put_down, words_of
from accounts.said import Words, counted_later, later
from games import clock
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from games.tables.robots import Level
from ladders import table
from ladders.events import leaders, log, notices, rounds, seeding, wake, wishes
from ladders.formats import BETWEEN_CLUBS, LIVE, SAME_DICE, agreed, base
from ladders.models import Entry, Event, EventHook, Log, Medal


@transaction.atomic
def open_entries(event_id: int, by: User | None = None, why: str = "") -> Event:
    """Let players enter. Raises NotNow, base.BadField where the game does not suit the format."""
    event = log.lock(event_id)
    if event.status != Event.Status.DRAFT:
        raise log.NotNow(_("This event is open already."))
    check(event)
    event.status = Event.Status.OPEN
    event.save(update_fields=["status"])
    log.note(event, later("Opened for entries"), by, why, kind=Log.Kind.OPENED)
    return event


def check(event: Event, entrants: int | None = None) -> None:
    """Raise base.BadField unless the format, the game, its options and the pace go together.

    `entrants` is how many begin, where that is known.
    """
    form, rules = table.form_of(event), RULES[event.code]
    if form.CARDS_ONLY and Pace.SPLIT not in rules.paces:
        raise base.BadField(
            _("%(name)s: only games of cards, and %(game)s is none.")
            % {"name": _(form.NAME), "game": rules.name}
        )
    if Pace(event.pace) not in rules.paces:
        raise base.BadField(_("%(name)s is always played turn by turn.") % {"name": rules.name})
    if event.format in SAME_DICE and event.pace != Pace.DUPLICATE:
        raise base.BadField(
            _("%(name)s: everybody gets the same dice, so the pace is “duplicate”.") % {"name": _(form.NAME)}
        )
    _check_clock(event, form)
    if not form.ONE_TABLE and event.apart and rules.max_players < 2:
        raise base.BadField(_("%(name)s is not for two.") % {"name": rules.name})
    try:
        rules.clean_options(event.options)
    except BadOptions as wrong:
        raise base.BadField(str(wrong)) from wrong
    if event.round_days is not None and event.round_days not in rounds.DAYS:
        raise base.BadField(
            _("A round lasts from %(least)s to %(most)s days.")
            % {"least": rounds.DAYS[0], "most": rounds.DAYS[-1]}
        )
    agreed.check_settings(form, table.settings_of(event), rules.max_players, entrants)
    _check_robots(event, form)


HOURS = range(1, 14 * 24 + 1)
"""How long robots may be told to wait for people."""


def _check_robots(event: Event, form: base.Format) -> None:
    """Raise base.BadField where robots cannot take the last places as the event says."""
    if event.robots_after is None:
        return
    if form.TEAMS or event.format in {*LIVE, "champions"}:
        raise base.BadField(_("%(format)s: robots take no places there.") % {"format": _(form.NAME)})
    if event.robots_after not in HOURS:
        bounds = {"least": HOURS[0], "most": HOURS[-1]}
        raise base.BadField(_("Robots take free places after %(least)d to %(most)d hours.") % bounds)
    if event.most is None:
        raise base.BadField(_("Say how many can play: robots take the last of those places."))
    if event.fewest > 1 + len(Level):
        said = _("There are %(robots)d robots: with one player they are fewer than the %(fewest)d it takes.")
        raise base.BadField(said % {"robots": len(Level), "fewest": event.fewest})


def _check_clock(event: Event, form: base.Format) -> None:
    """Raise base.BadField unless exactly those are played live that last for a set time."""
    if event.format not in LIVE:
        if event.clock == clock.LIVE:
            raise base.BadField(_("%(format)s: nobody sits there all the while.") % {"format": _(form.NAME)})
    elif (event.pace, event.clock, event.weekend) != (Pace.TURNS, clock.LIVE, []):
        raise base.BadField(
            _("%(format)s: it is played live and by turns, without days off.") % {"format": _(form.NAME)}
        )


@transaction.atomic
def start(event_id: int, by: User | None = None, why: str = "") -> Event:
    """Begin with whoever has confirmed: lay what is played first, for the worker to begin it.

    Raises NotNow, base.BadField.
    """
    event = log.lock(event_id)
    if event.status != Event.Status.OPEN:
        raise log.NotNow(_("This event cannot begin now."))
    entries = seeding.confirmed(event)
    if len(entries) < event.fewest:
        raise base.BadField(
            later("At least %(fewest)s are needed, %(entries)s are confirmed.")
            % {"fewest": event.fewest, "entries": len(entries)}
        )
    wishes.settle(event)
    check(event, len(entries))
    seeding.give_seeds(event, entries)
    event.entries.filter(status=Entry.Status.IN, confirmed=False).update(status=Entry.Status.DROPPED)
    event.status, event.started_at = Event.Status.RUNNING, timezone.now()
    event.save(update_fields=["status", "started_at"])
    said = counted_later("Began with %(count)d entry", "Began with %(count)d entries", len(entries))
    log.note(event, said % {"count": len(entries)}, by, why, kind=Log.Kind.BEGAN)
    rounds.begin_stage(event, 1, entries)
    transaction.on_commit(lambda: wake.event(event_id), robust=True)
    if event.recurring:
        succeed(event)
    return event


TITLES = {1: "Winner", 2: "Second", 3: "Third"}
WON = {
    1: (later("Winner of %(event)s"), later("Winner of %(event)s, division %(division)d")),
    2: (later("Second of %(event)s"), later("Second of %(event)s, division %(division)d")),
    3: (later("Third of %(event)s"), later("Third of %(event)s, division %(division)d")),
}
"""The same as titles: of the whole event, and of a division."""


@transaction.atomic
def finish(event_id: int, by: User | None = None, why: str = "") -> bool:
    """Make the table final and give medals. False where it is final already."""
    event = log.lock(event_id)
    if event.status != Event.Status.REVIEW:
        return False
    event.status = Event.Status.FINISHED
    event.save(update_fields=["status"])
    log.note(event, later("The table is final"), by, why, kind=Log.Kind.FINAL)
    if _noted_for_clubs(event):
        return True
    sections = list(event.sections.filter(stage=event.stage).order_by("number"))
    for section in sections:
        facts = {"event": event.name, "division": section.number}
        best = section.places.select_related("entry__player", "entry__team").filter(played__gt=0)
        for place in best.filter(rank__in=TITLES):
            for player in log.members_of(place.entry):
                if player.robot:  # its rank stands; what one wears is for people
                    continue
                title = WON[place.rank or 0][len(sections) > 1] % facts
                _give(event, player, place.rank or 0, title)
                notices.medal(event, section, player, title)
    return True


def _give(event: Event, player: User, place: int, title: Words) -> None:
    """A medal, once."""
    kept = put_down(Medal, title=title)
    known = {"event": event, "player": player, "title": kept["title"], "place": place}
    Medal.objects.get_or_create(**known, defaults={"said": kept["said"]})
    outbox.note("title", player.pk)


def _noted_for_clubs(event: Event) -> bool:
    """Whether two clubs meet in it: then the worker is to settle it between them, and nobody has a medal."""
    if event.format not in BETWEEN_CLUBS:
        return False
    outbox.note("club match", event.pk)
    return True


TERMS = (
    *("name", "about", "promise", "format", "code", "options", "pace", "clock", "weekend", "matches"),
    *("division", "moving", "target", "at_once", "minutes", "round_days", "way", "fewest", "most"),
    *("no_orders", "lowest", "highest", "most_time_outs", "robots_after", "club", "bots"),
)
"""What one event takes over from another."""


def succeed(event: Event) -> Event:
    """Open the next of a recurring event."""
    kept = {name: getattr(event, name) for name in (*TERMS, "recurring", "organiser", "house")}
    begins_at = next_hour(timezone.now()) if event.bots else None
    new = Event.objects.create(previous=event, begins_at=begins_at, **kept)
    leaders.inherit(event, new)
    inherit_hook(event, new)
    open_entries(new.pk)
    log.note(event, later("Its successor is event %(number)d") % {"number": new.pk})
    return new


def next_hour(now: datetime) -> datetime:
    """When events of bots begin: on the hour, and those that have entered need not be told."""
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def inherit_hook(event: Event, heir: Event) -> None:
    """The successor announces where the event does."""
    row = EventHook.objects.select_related("hook").filter(event=event, hook__off_at=None).first()
    if row is not None:
        known = row.hook
        hook = Hook.objects.create(
            owner_id=known.owner_id,
            url=known.url,
            shape=known.shape,
            secret=known.secret,
            page=reverse("ladders:lead", args=[heir.pk]),
        )
        EventHook.objects.create(event=heir, hook=hook, entries=row.entries, results=row.results)


@transaction.atomic
def cancel(event_id: int, by: User | None, why: Words) -> None:
    """Call an event off: what runs of it goes on as casual matches. Raises NotNow."""
    event = log.lock(event_id)
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise log.NotNow(_("This event is over."))
    if not str(why).strip():
        raise log.NotNow(_("Say why: everybody can read it."))
    event.status, event.ended_at = Event.Status.CANCELLED, timezone.now()
    event.save(update_fields=["status", "ended_at"])
    log.note(event, later("Called off"), by, why, kind=Log.Kind.CANCELLED)
    _noted_for_clubs(event)
    entries = event.entries.select_related("player", "team").filter(status=Entry.Status.IN)
    apart = relations.apart(by) if by is not None and not by.is_staff else set()
    for entry in entries:
        for member in log.members_of(entry):  # who wants no words of an organiser hears of it all the same
            notices.called_off(event, member, "" if member.pk in apart else why)


def begin_due(event_id: int, now: datetime) -> bool:
    """Begin an event whose time has come; one with too few is called off, or if of bots waits another hour.

    Returns whether it began.
    """
    if not Event.objects.filter(pk=event_id, status=Event.Status.OPEN, begins_at__lte=now).exists():
        return False
    try:
        start(event_id)
    except log.NotNow:  # somebody was quicker
        return False
    except base.BadField as reason:
        if _waits_an_hour(event_id, now):
            return False
        cancel(event_id, None, words_of(reason))
        return False
    return True


def _waits_an_hour(event_id: int, now: datetime) -> bool:
    """Put a recurring event of bots off to the next hour; who has entered stays in. False of any other."""
    waiting = Event.objects.filter(pk=event_id, status=Event.Status.OPEN, bots=True, recurring=True)
    return bool(waiting.update(begins_at=next_hour(now)))
