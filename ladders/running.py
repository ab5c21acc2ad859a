"""Events from their opening to their medals: open, begin, finish, call off, open the next.

Every function is one transaction under the lock of the event. What happens in between is ladders.rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import notices, relations
from accounts.models import Hook, User
from games import clock, ranking
from games.models import Rating
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from ladders import leaders, rounds, table, wake, wishes
from ladders.formats import LIVE, agreed, base, league
from ladders.log import NotNow, lock, members_of, note
from ladders.models import Entry, Event, EventHook, Log, Medal


@transaction.atomic
def open_entries(event_id: int, by: User | None = None, why: str = "") -> Event:
    """Let players enter. Raises NotNow, base.BadField where the game does not suit the format."""
    event = lock(event_id)
    if event.status != Event.Status.DRAFT:
        raise NotNow("This event is open already.")
    check(event)
    event.status = Event.Status.OPEN
    event.save(update_fields=["status"])
    note(event, "Opened for entries", by, why, kind=Log.Kind.OPENED)
    return event


def check(event: Event, entrants: int | None = None) -> None:
    """Raise base.BadField unless the format, the game, its options and the pace go together.

    `entrants` is how many begin, where that is known.
    """
    form, rules = table.form_of(event), RULES[event.code]
    if form.CARDS_ONLY and Pace.SPLIT not in rules.paces:
        raise base.BadField(f"{form.NAME}: only games of cards, and {rules.name} is none.")
    if Pace(event.pace) not in rules.paces:
        raise base.BadField(f"{rules.name} is always played turn by turn.")
    _check_clock(event, form)
    if not form.ONE_TABLE and event.pace == Pace.SPLIT and rules.max_players < 2:
        raise base.BadField(f"{rules.name} is not for two.")
    try:
        rules.clean_options(event.options)
    except BadOptions as wrong:
        raise base.BadField(str(wrong)) from wrong
    if event.round_days is not None and not 1 <= event.round_days <= 90:
        raise base.BadField("A round lasts from 1 to 90 days.")
    agreed.check_settings(form, table.settings_of(event), rules.max_players, entrants)


def _check_clock(event: Event, form: base.Format) -> None:
    """Raise base.BadField unless exactly those are played live that last for a set time."""
    if event.format not in LIVE:
        if event.clock == clock.LIVE:
            raise base.BadField(_("%(format)s: nobody sits there all the while.") % {"format": form.NAME})
    elif (event.pace, event.clock, event.weekend) != (Pace.TURNS, clock.LIVE, []):
        raise base.BadField(
            _("%(format)s: it is played live and by turns, without days off.") % {"format": form.NAME}
        )


@transaction.atomic
def start(event_id: int, by: User | None = None, why: str = "") -> Event:
    """Begin with whoever has confirmed: lay what is played first, for the worker to begin it.

    Raises NotNow, base.BadField.
    """
    event = lock(event_id)
    if event.status != Event.Status.OPEN:
        raise NotNow("This event cannot begin now.")
    entries = _confirmed(event)
    if len(entries) < event.fewest:
        raise base.BadField(f"At least {event.fewest} are needed, {len(entries)} are confirmed.")
    wishes.settle(event)
    check(event, len(entries))
    _seed(event, entries)
    event.entries.filter(status=Entry.Status.IN, confirmed=False).update(status=Entry.Status.DROPPED)
    event.status, event.started_at = Event.Status.RUNNING, timezone.now()
    event.save(update_fields=["status", "started_at"])
    note(event, f"Began with {len(entries)} entries", by, why, kind=Log.Kind.BEGAN)
    rounds.begin_stage(event, 1, entries)
    transaction.on_commit(lambda: wake.event(event_id), robust=True)
    if event.recurring:
        succeed(event)
    return event


def preview(event: Event) -> list[str]:
    """How the event would begin with those who are confirmed now, a line a match. Nothing is stored.

    Too few have no matches.
    """
    form = table.form_of(event)
    with transaction.atomic():
        entries = _confirmed(event)
        if len(entries) < max(event.fewest, form.FEWEST):
            return []
        _seed(event, entries)
        names = {entry.pk: entry.name for entry in entries}
        entrants = [table.entrant(entry, entry.seed or 0) for entry in entries]
        lines = []
        groups = form.groups(entrants, table.settings_of(event))
        arranged = table.arranged(event, 1)
        for number, members in enumerate(groups, 1):
            state = base.Event(
                tuple(members), table.settings_of(event), stage=1, group=number, arranged=arranged
            )
            for fixture in form.next_fixtures(state):
                said = _as_previewed(fixture, [names[seat] for seat in fixture.seats])
                lines.append(said if len(groups) == 1 else f"{_named(event, number)}. {said}")
        transaction.set_rollback(True)
    return lines


def _as_previewed(fixture: base.Fixture, names: Sequence[str]) -> str:
    facts = {"round": fixture.round, "names": " – ".join(names)}
    if fixture.bye:
        return _("Round %(round)d: %(names)s has a bye") % facts
    return _("Round %(round)d: %(names)s") % facts


def _named(event: Event, number: int) -> str:
    said = _("Division %(number)d") if event.format == "league" else _("Section %(number)d")
    return said % {"number": number}


def _confirmed(event: Event) -> list[Entry]:
    found = event.entries.select_related("player", "team").filter(status=Entry.Status.IN, confirmed=True)
    return list(found.order_by("pk"))


def _seed(event: Event, entries: list[Entry]) -> None:
    """Seeds from 1: those put in order by hand, then by the last season's divisions, rating, and entry."""
    kind = ranking.kind_of(2 if not table.form_of(event).ONE_TABLE else 3)
    players = [entry.player_id for entry in entries if entry.player_id]
    known = ranking.of_players(players, event.code, kind)
    start = ranking.STARTS[Rating.Kind(kind)]
    before = {player: number for number, player in enumerate(_next_season(event))}

    def strength(entry: Entry) -> tuple[float, int, float, int]:
        by_hand = inf if entry.seed is None else entry.seed
        mean = known.get(entry.player_id or 0, start).mean
        return by_hand, before.get(entry.player_id or 0, len(before)), -mean, entry.pk

    entries.sort(key=strength)
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])


def _next_season(event: Event) -> list[int]:
    """The players of the season before, as promotion and relegation put them; none without one."""
    last = event.previous
    if last is None or event.format != "league" or last.status != Event.Status.FINISHED:
        return []
    form = table.form_of(last)
    groups = last.groups.filter(stage=last.stage).order_by("number")
    tables = [form.standings(table.load(group)) for group in groups]
    players = dict(last.entries.values_list("pk", "player"))
    divisions = league.next_season(tables, table.settings_of(event))
    return [players[entry] for division in divisions for entry in division if players[entry] is not None]


TITLES = {1: "Winner", 2: "Second", 3: "Third"}


@transaction.atomic
def finish(event_id: int, by: User | None = None, why: str = "") -> bool:
    """Make the table final and give medals. False where it is final already."""
    event = lock(event_id)
    if event.status != Event.Status.REVIEW:
        return False
    event.status = Event.Status.FINISHED
    event.save(update_fields=["status"])
    note(event, "The table is final", by, why, kind=Log.Kind.FINAL)
    groups = list(event.groups.filter(stage=event.stage).order_by("number"))
    for group in groups:
        where = f", division {group.number}" if len(groups) > 1 else ""
        best = group.places.select_related("entry__player", "entry__team").filter(played__gt=0)
        for place in best.filter(rank__in=TITLES):
            for player in members_of(place.entry):
                title = f"{TITLES[place.rank or 0]} of {event.name}{where}"
                Medal.objects.get_or_create(event=event, player=player, title=title, place=place.rank or 0)
                key = f"medal-{event.pk}-{group.pk}"
                notices.tell([player], "event", key, title, event.get_absolute_url())
    return True


TERMS = (
    *("name", "about", "promise", "format", "code", "options", "pace", "clock", "weekend", "matches"),
    *("division", "moving", "target", "at_once", "minutes", "round_days", "way", "fewest", "most"),
    *("lowest", "highest", "most_time_outs"),
)
"""What one event takes over from another."""


def succeed(event: Event) -> Event:
    """Open the next of a recurring event."""
    kept = {name: getattr(event, name) for name in (*TERMS, "recurring", "organiser")}
    new = Event.objects.create(previous=event, **kept)
    leaders.inherit(event, new)
    inherit_hook(event, new)
    open_entries(new.pk)
    note(event, f"Its successor is event {new.pk}")
    return new


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
        EventHook.objects.create(event=heir, hook=hook)


@transaction.atomic
def cancel(event_id: int, by: User | None, why: str) -> None:
    """Call an event off: what runs of it goes on as casual matches. Raises NotNow."""
    event = lock(event_id)
    if event.status in {Event.Status.FINISHED, Event.Status.CANCELLED}:
        raise NotNow("This event is over.")
    if not why.strip():
        raise NotNow("Say why: everybody can read it.")
    event.status, event.ended_at = Event.Status.CANCELLED, timezone.now()
    event.save(update_fields=["status", "ended_at"])
    note(event, "Called off", by, why, kind=Log.Kind.CANCELLED)
    entries = event.entries.select_related("player", "team").filter(status=Entry.Status.IN)
    apart = relations.apart(by) if by is not None and not by.is_staff else set()
    said, address = f"{event.name} is called off", event.get_absolute_url()
    for entry in entries:
        for member in members_of(entry):  # who wants no words of an organiser hears of it all the same
            text = "" if member.pk in apart else why
            notices.tell([member], "event", f"cancelled-{event.pk}", said, address, text=text)
