"""Rounds of events: what is played next is laid, tables are written, and stages follow one another.

Every function works under the lock of the event, which is taken before any match's, so that a result, a
withdrawal and a deadline never write the same table at once. The formats decide; here facts are stored.
Whatever is left undone when a worker dies is found again by ladders.events.engine.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from accounts.alphabets import isolated
from accounts.said import counted_later, later, listed
from games import clock
from games.match import play
from games.rules import RULES
from ladders import table
from ladders.events import wake
from ladders.events.log import changed, note
from ladders.formats import LIVE, base
from ladders.models import Entry, Event, Fixture, Log, Place, Section

REVIEW = timedelta(hours=48)
"""How long the director may look at a table before medals are given."""
DAYS = range(1, 91)
"""How many days a round may last."""


WRITE = """
    UPDATE ladders_place AS place
    SET position = line.position, rank = line.rank, played = line.played,
        points = line.points, "values" = line."values"
    FROM jsonb_to_recordset(%s::jsonb) AS line
        (id bigint, position integer, rank integer, played integer, points text, "values" text[])
    WHERE place.id = line.id
"""
"""One result can move thousands of lines: the ORM's ways to store them take as long as all else together."""


def days_of(event: Event) -> int:
    """How long a round lasts: what the event says, else by the columns of the game's card."""
    return event.round_days or clock.split_span(RULES[event.code].columns).days


def begin_stage(event: Event, stage: int, entries: Iterable[Entry]) -> None:
    """Split the field into sections, and lay what each plays first. Only under the lock of the event."""
    form = table.form_of(event)
    by_key = {entry.pk: entry for entry in entries}
    entrants = [table.entrant(entry, entry.seed or 0) for entry in by_key.values()]
    event.stage = stage
    event.save(update_fields=["stage"])
    sections = form.sections(entrants, table.settings_of(event))
    ends_at = timezone.now() + timedelta(minutes=event.minutes) if event.format in LIVE else None
    made = Section.objects.bulk_create(
        [
            Section(event=event, stage=stage, number=number, ends_at=ends_at)
            for number in range(1, len(sections) + 1)
        ]
    )
    Place.objects.bulk_create(
        [
            Place(section=section, entry=by_key[one.id], seed=one.seed, position=position)
            for section, members in zip(made, sections, strict=True)
            for position, one in enumerate(members, 1)
        ]
    )
    for section in made:
        advance(section)


def advance(section: Section) -> None:
    """Lay what is to be played now, write the table, and go on where the section is over.

    Only under the lock of the event. Raises dicepool.pool.PoolEmpty where somebody has to roll off.
    """
    event, form = section.event, table.form_of(section.event)
    places = list(section.places.select_related("entry__team", "entry__player"))
    while True:
        state = table.load(section, places)
        rolls = form.roll_offs(state)
        if rolls:
            _roll_off(event, rolls, places)
            continue
        new = () if paused(event) else form.next_fixtures(state)
        if not new:
            break
        _lay(section, new)
        _note_not_kept(event, state, new, places)
    _take_up(section, form, state)
    _write(form, state, places)
    section.stale = False
    section.over = form.over(state)
    section.wakes_at = None if section.over else form.wakes(state)
    section.save(update_fields=["stale", "over", "wakes_at"])
    changed(event)
    if section.over and not event.sections.filter(stage=event.stage, over=False).exists():
        _next_stage(event, form)


def _take_up(section: Section, form: base.Format, state: base.Event) -> None:
    """Let matches begin that were left out because somebody had withdrawn, who is back."""
    left_out = list(section.fixtures.exclude(Fixture.PLAYED).filter(result__isnull=True, seats__len__gt=1))
    if left_out:
        wanted = {fixture.key for fixture in form.to_play(state)}
        again = [row.pk for row in left_out if table.as_fixture(section, row).key in wanted]
        section.fixtures.filter(pk__in=again).update(waits=True)


def rewrite(section: Section) -> None:
    """Write a table anew of which nothing is to be played; who is level now rolls for it.

    Only under the lock of the event. Raises dicepool.pool.PoolEmpty.
    """
    event, form = section.event, table.form_of(section.event)
    places = list(section.places.select_related("entry__team", "entry__player"))
    state = table.load(section, places)
    while rolls := form.roll_offs(state):
        _roll_off(event, rolls, places)
        state = table.load(section, places)
    _write(form, state, places)
    changed(event)


def paused(event: Event) -> bool:
    return event.paused_until is not None and event.paused_until > timezone.now()


def _write(form: base.Format, state: base.Event, places: Sequence[Place]) -> None:
    """Store the lines that are not as they were."""
    found = table.lines(form, state)
    differ = []
    for place in places:
        line = found[place.entry_id]
        if any(getattr(place, name) != value for name, value in line.items()):
            vars(place).update(line)
            differ.append({"id": place.pk, **line})
    if differ:
        with connection.cursor() as cursor:
            cursor.execute(WRITE, [json.dumps(differ)])


def _roll_off(event: Event, rolls: Iterable[base.RollOff], places: Sequence[Place]) -> None:
    """Who is level rolls one die each, from the pool like all dice."""
    by_entry = {place.entry_id: place for place in places}
    for roll in rolls:
        level = roll.entrants
        thrown = play.roll_off_outside(len(level))
        for entry, (die, _serial) in zip(level, thrown, strict=True):
            by_entry[entry].roll_off.append(table.stored_die(roll.round, die))
        Place.objects.bulk_update([by_entry[entry] for entry in level], ["roll_off"])
        one = later("%(name)s %(die)d (set %(serial)d)")
        rolled = [
            one % {"name": isolated(by_entry[entry].entry.name), "die": die, "serial": serial}
            for entry, (die, serial) in zip(level, thrown, strict=True)
        ]
        note(event, later("Roll-off: %(rolls)s") % {"rolls": listed(rolled)})


def _lay(section: Section, fixtures: Iterable[base.Fixture]) -> None:
    """Store what is to be played; its matches are begun later, one by one."""
    Fixture.objects.bulk_create(
        Fixture(
            section=section,
            round=fixture.round,
            pairing=fixture.pairing,
            leg=fixture.leg,
            seats=list(fixture.seats),
            starts=fixture.starts,
            members=list(fixture.members),
            waits=not fixture.bye,
        )
        for fixture in fixtures
    )


def _note_not_kept(
    event: Event, state: base.Event, new: Collection[base.Fixture], places: Sequence[Place]
) -> None:
    """Say in the log what was set by hand and did not fit any more when the round was laid."""
    laid = {frozenset(fixture.seats) for fixture in new}
    names = {place.entry_id: place.entry.name for place in places}
    for seats in state.arranged:
        if frozenset(seats) not in laid:
            words = " – ".join(isolated(names[seat]) for seat in seats if seat in names)
            number = max(fixture.round for fixture in new)
            facts = {"round": number, "words": words}
            note(event, later("Round %(round)d is not as it was set by hand: %(words)s") % facts)


def reckon(section: Section) -> None:
    """Let the table follow what happened: at once where nothing is played any more, else by the worker.

    Only under the lock of the event, which the section knows.
    """
    if section.over:
        rewrite(section)
    else:
        spoil(section)


def rank_anew(event: Event, entry: Entry) -> None:
    """Let the tables show that the entry is in, out, or in again. Only under the lock of the event."""
    for section in Section.objects.filter(event=event, places__entry=entry):
        section.event = event
        if event.status == Event.Status.REVIEW or section.stage < event.stage:
            rewrite(section)
        else:
            Section.objects.filter(pk=section.pk).update(over=False)
            spoil(section)


def spoil(section: Section) -> None:
    """Note that the section is to be looked at anew, and call the worker to do it."""
    Section.objects.filter(pk=section.pk).update(stale=True)
    event = section.event_id
    transaction.on_commit(lambda: wake.event(event), robust=True)


def end_rest(event: Event) -> None:
    """Let an event go on that rests: all its sections are looked at. Only under its lock."""
    event.paused_until = None
    event.save(update_fields=["paused_until"])
    event.sections.filter(stage=event.stage, over=False).update(stale=True)
    transaction.on_commit(lambda: wake.event(event.pk), robust=True)


def _next_stage(event: Event, form: base.Format) -> None:
    """The winners go on, or the event is over and under review."""
    sections = list(event.sections.filter(stage=event.stage).order_by("number"))
    for section in sections:
        section.event = event
    on = form.advance([table.load(section) for section in sections])
    if on:
        entries = {entry.pk: entry for entry in event.entries.select_related("player", "team")}
        said = counted_later(
            "Stage %(stage)d is over: %(count)d goes on", "Stage %(stage)d is over: %(count)d go on", len(on)
        )
        note(event, said % {"stage": event.stage, "count": len(on)}, kind=Log.Kind.STAGE)
        begin_stage(event, event.stage + 1, [entries[key] for key in on])
        return
    event.status, event.ended_at = Event.Status.REVIEW, timezone.now()
    event.review_until = event.ended_at + REVIEW
    event.save(update_fields=["status", "ended_at", "review_until"])
    note(event, later("Over: the table is under review for 48 hours"), kind=Log.Kind.OVER)
