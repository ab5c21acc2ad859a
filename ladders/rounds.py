"""Rounds of events: what is to be played is laid first, then begun match by match; results, and their ends.

Every function is one transaction that locks the event's row before any match's, so that a result, a
withdrawal and a deadline never write the same table at once. The formats decide; here facts are stored.
Whatever is left undone when a worker dies is found again by ladders.engine.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock, handover, lobby, play, timeouts
from games.models import EventHoliday, Match, Seat
from games.rules import RULES
from games.rules.base import Pace
from ladders import absence, table, wake
from ladders.formats import LIVE, base
from ladders.log import changed, lock, note
from ladders.models import Entry, Event, Fixture, Group, Log, Place

REVIEW = timedelta(hours=48)
"""How long the director may look at a table before medals are given."""
WRITE = """
    UPDATE ladders_place AS place
    SET position = line.position, rank = line.rank, played = line.played,
        points = line.points, "values" = line."values"
    FROM jsonb_to_recordset(%s::jsonb) AS line
        (id bigint, position integer, rank integer, played integer, points text, "values" text[])
    WHERE place.id = line.id
"""
"""One result can move thousands of lines: the ORM's ways to store them take as long as all else together."""


class Unseated(Exception):
    """Somebody who is to play has closed the account. The sentence says who."""


def days_of(event: Event) -> int:
    """How long a round lasts: what the event says, else by the columns of the game's card."""
    return event.round_days or clock.split_span(getattr(RULES[event.code], "columns", 1)).days


def begin_stage(event: Event, stage: int, entries: Iterable[Entry]) -> None:
    """Split the field into groups, and lay what each plays first. Only under the lock of the event."""
    form = table.form_of(event)
    by_key = {entry.pk: entry for entry in entries}
    entrants = [table.entrant(entry, entry.seed or 0) for entry in by_key.values()]
    event.stage = stage
    event.save(update_fields=["stage"])
    groups = form.groups(entrants, table.settings_of(event))
    ends_at = timezone.now() + timedelta(minutes=event.minutes) if event.format in LIVE else None
    made = Group.objects.bulk_create(
        [
            Group(event=event, stage=stage, number=number, ends_at=ends_at)
            for number in range(1, len(groups) + 1)
        ]
    )
    Place.objects.bulk_create(
        [
            Place(group=group, entry=by_key[one.id], seed=one.seed, position=position)
            for group, members in zip(made, groups, strict=True)
            for position, one in enumerate(members, 1)
        ]
    )
    for group in made:
        advance(group)


def advance(group: Group) -> None:
    """Lay what is to be played now, write the table, and go on where the group is over.

    Only under the lock of the event. Raises dicepool.pool.PoolEmpty where somebody has to roll off.
    """
    event, form = group.event, table.form_of(group.event)
    places = list(group.places.select_related("entry__team", "entry__player"))
    while True:
        state = table.load(group, places)
        rolls = form.roll_offs(state)
        if rolls:
            _roll_off(event, rolls, places)
            continue
        new = () if _paused(event) else form.next_fixtures(state)
        if not new:
            break
        _lay(group, new)
        _note_not_kept(event, state, new, places)
    _take_up(group, form, state)
    _write(form, state, places)
    group.stale = False
    group.over = form.over(state)
    group.wakes_at = None if group.over else form.wakes(state)
    group.save(update_fields=["stale", "over", "wakes_at"])
    changed(event)
    if group.over and not event.groups.filter(stage=event.stage, over=False).exists():
        _next_stage(event, form)


def _take_up(group: Group, form: base.Format, state: base.Event) -> None:
    """Let matches begin that were left out because somebody had withdrawn, who is back."""
    left_out = list(group.fixtures.exclude(Fixture.PLAYED).filter(result__isnull=True, seats__len__gt=1))
    if left_out:
        wanted = {fixture.key for fixture in form.to_play(state)}
        again = [row.pk for row in left_out if table.as_fixture(group, row).key in wanted]
        group.fixtures.filter(pk__in=again).update(waits=True)


def rewrite(group: Group) -> None:
    """Write a table anew of which nothing is to be played; who is level now rolls for it.

    Only under the lock of the event. Raises dicepool.pool.PoolEmpty.
    """
    event, form = group.event, table.form_of(group.event)
    places = list(group.places.select_related("entry__team", "entry__player"))
    state = table.load(group, places)
    while rolls := form.roll_offs(state):
        _roll_off(event, rolls, places)
        state = table.load(group, places)
    _write(form, state, places)
    changed(event)


def _paused(event: Event) -> bool:
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
        thrown = play.throw(len(level))
        for entry, (die, _serial) in zip(level, thrown, strict=True):
            by_entry[entry].roll_off.append(table.stored_die(roll.round, die))
        Place.objects.bulk_update([by_entry[entry] for entry in level], ["roll_off"])
        said = ", ".join(
            f"{by_entry[entry].entry.name} {die} (set {serial})"
            for entry, (die, serial) in zip(level, thrown, strict=True)
        )
        note(event, f"Roll-off: {said}")


def _lay(group: Group, fixtures: Iterable[base.Fixture]) -> None:
    """Store what is to be played; its matches are begun later, one by one."""
    Fixture.objects.bulk_create(
        Fixture(
            group=group,
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
            words = " – ".join(names[seat] for seat in seats if seat in names)
            number = max(fixture.round for fixture in new)
            facts = {"round": number, "words": words}
            note(event, _("Round %(round)d is not as it was set by hand: %(words)s") % facts)


def begin_waiting(event_id: int) -> int:
    """Begin the matches that are laid and have not begun, each by itself. Returns how many.

    Whoever is killed in the middle has begun some; the next call goes on. Raises Unseated, and what
    `play.start` raises, when the others are begun.
    """
    waiting = Fixture.objects.filter(group__event=event_id, waits=True).order_by("round", "pairing", "leg")
    wrong: list[Exception] = []
    begun = 0
    for pk in list(waiting.values_list("pk", flat=True)):
        try:
            begun += _begin(event_id, pk)
        except play.PoolEmpty:
            raise
        except Exception as error:  # noqa: BLE001  (the other matches begin all the same)
            wrong.append(error)
    if wrong:
        raise wrong[0]
    return begun


@transaction.atomic
def _begin(event_id: int, fixture_id: int) -> bool:
    event = lock(event_id)
    row = Fixture.objects.select_related("group").get(pk=fixture_id)
    if not row.waits or row.result is not None or event.status != Event.Status.RUNNING or _paused(event):
        return False
    entries = Entry.objects.select_related("team", "player").in_bulk(row.seats)
    if not _leave_out(event, row, [seat for seat in row.seats if entries[seat].withdrawn_at is not None]):
        return False
    players = [_who(entries[seat], row, place) for place, seat in enumerate(row.seats)]
    starter = row.seats.index(row.starts) if row.starts in row.seats else None
    until = _end_of_match(event, row.group)
    row.match_id = begin_match(event, players, starter, until).pk
    row.players, row.deadline, row.waits = [player.pk for player in players], until, False
    row.save(update_fields=["match_id", "seats", "members", "players", "deadline", "waits"])
    changed(event)
    return True


def _end_of_match(event: Event, group: Group) -> datetime:
    """When a match ends that begins now: with its round, or with the set time that the group lasts.

    One that is played again when that is over, or nearly, has as much as such a match takes.
    """
    if group.ends_at is None:
        return timezone.now() + timedelta(days=days_of(event))
    return max(group.ends_at, timezone.now() + table.time_for(event.code))


def _leave_out(event: Event, row: Fixture, gone: Collection[int]) -> bool:
    """Who withdrew before the match began has no seat. Returns whether two are left for a match.

    Where everybody free is paired anew, the match was never laid. Of one that was to be played again, which
    all have seen, the log says so.
    """
    if not gone:
        return True
    if event.format in LIVE:
        row.group.event = event
        if row.players:
            note(event, _not_again(row, gone))
        row.delete()
        spoil(row.group)
        return False
    stay = [place for place, seat in enumerate(row.seats) if seat not in gone]
    if len(stay) < 2:
        row.waits = False
        row.save(update_fields=["waits"])
        return False
    row.members = [row.members[place] for place in stay] if row.members else []
    row.seats = [row.seats[place] for place in stay]
    return True


def _not_again(row: Fixture, gone: Collection[int]) -> str:
    entries = Entry.objects.select_related("player", "team").in_bulk(row.seats)
    match = " – ".join(entries[seat].name for seat in row.seats)
    names = ", ".join(entries[seat].name for seat in row.seats if seat in gone)
    return _("%(match)s is not played again: %(names)s withdrew") % {"match": match, "names": names}


def _who(entry: Entry, fixture: Fixture, place: int) -> User:
    """The player, or the member of the team whose turn it is. Raises Unseated."""
    player = entry.player
    if entry.team is not None:
        ordered = list(table.order_of(entry.team))
        order = fixture.members[place] if fixture.members else 0
        there = [one.player for one in (*ordered[order:], *ordered[:order]) if one.accepted and one.player]
        player = there[0] if there else None
    if player is None:
        raise Unseated(_("The account of %(entry)s was closed.") % {"entry": entry.name})
    return player


def begin_match(event: Event, players: Sequence[User], starter: int | None, until: datetime) -> Match:
    """A match of the event, with its game, options, pace and clock, begun at once, to end with its round."""
    match = lobby.lay(
        players,
        event.code,
        RULES[event.code].clean_options(event.options),
        Pace(event.pace),
        event.clock,
        accepted=players,
        rated=True,
        event=event.pk,
        weekend=event.weekend,
        starter=starter if event.pace == Pace.TURNS else None,  # nobody starts a split match
    )
    return play.start(match.pk, until=until)


def hand_over(event: Event, entry: Entry, leaver: int, players: Sequence[User]) -> None:
    """Let another finish what the leaver plays for the entry: the first of these who does not sit there.

    Only under the lock of the event. Raises games.lobby.PlayerGone.
    """
    running = Fixture.objects.filter(group__event=event, result__isnull=True, match_id__isnull=False)
    found = running.filter(seats__contains=[entry.pk], players__contains=[leaver])
    for fixture in found.order_by("match_id"):
        for player in players:
            if handover.take_over(fixture.match_id or 0, leaver, player):
                fixture.players[fixture.seats.index(entry.pk)] = player.pk
                fixture.save(update_fields=["players"])
                break


def settle(match: Match) -> None:
    """Take the end of a match into its event; once, however often it is said.

    Its result is stored; a match that staff took back is to be played again. The table follows by itself.
    """
    fixture = Fixture.objects.select_related("group").filter(match_id=match.pk).first()
    if fixture is None:
        return
    event = lock(fixture.group.event_id)
    fixture = Fixture.objects.select_related("group").get(pk=fixture.pk)
    if fixture.result is not None or fixture.match_id != match.pk or not match.over:
        return  # it was taken, or has been taken up again since
    if match.status == Match.Status.VOID:
        fixture.match_id, fixture.deadline, fixture.waits = None, None, True
        fixture.save(update_fields=["match_id", "deadline", "waits"])
        note(event, _("Match %(number)d was taken back: it is played again") % {"number": match.pk})
    else:
        result = absence.result_of(match, fixture.seats, fixture.absent)
        fixture.result = table.stored(result)
        fixture.save(update_fields=["result"])
        if event.format in LIVE:  # who did not come gets no more opponents, who would wait in vain
            fixture.group.places.filter(entry__in=result.absent).update(resting=True)
    fixture.group.event = event
    reckon(fixture.group)


def reckon(group: Group) -> None:
    """Let the table follow what happened: at once where nothing is played any more, else by the worker.

    Only under the lock of the event, which the group knows.
    """
    if group.over:
        rewrite(group)
    else:
        spoil(group)


def spoil(group: Group) -> None:
    """Note that the group is to be looked at anew, and call the worker to do it."""
    Group.objects.filter(pk=group.pk).update(stale=True)
    event = group.event_id
    transaction.on_commit(lambda: wake.event(event), robust=True)


def end_rest(event: Event) -> None:
    """Let an event go on that rests: all its groups are looked at. Only under its lock."""
    event.paused_until = None
    event.save(update_fields=["paused_until"])
    event.groups.filter(stage=event.stage, over=False).update(stale=True)
    transaction.on_commit(lambda: wake.event(event.pk), robust=True)


def close_due(event_id: int, now: datetime) -> int:
    """Close the event's fixtures whose deadline has passed. Safe in two workers. Returns how many."""
    due = Fixture.objects.filter(group__event=event_id, result__isnull=True, deadline__lte=now)
    keys = list(due.order_by("deadline").values_list("pk", flat=True))
    return sum(_close(pk, event_id, now) for pk in keys)


@transaction.atomic
def _close(fixture_id: int, event_id: int, now: datetime) -> bool:
    """End what is unfinished at the end of its round. Its result is taken like that of any match.

    First the clock has its say: who is out of time is timed out, and a player's holiday moves the end of the
    own match. A match by turns that runs on is decided by its totals; whoever is to move, and never did, is
    absent (rules.md, "Organised play").
    """
    event = lock(event_id)
    fixture = Fixture.objects.get(pk=fixture_id)
    if fixture.result is not None or fixture.deadline is None or fixture.deadline > now:
        return False
    timeouts.expire(fixture.match_id or 0)
    match, seats = play.lock(fixture.match_id or 0)
    if match.status != Match.Status.RUNNING:
        return False
    later = match.deadline if match.pace == Pace.SPLIT else _holiday(event, seats, now)
    if later is not None and later > now:
        fixture.deadline = later
        fixture.save(update_fields=["deadline"])
        return False
    absent = absence.never_moved(match)
    fixture.absent = [seat for index, seat in enumerate(fixture.seats) if index in absent]
    fixture.save(update_fields=["absent"])
    why = _("The round of %(event)s is over.") % {"event": event.name}
    play.adjudicate(match.pk, absence.places(match, absent), why)
    return True


def _holiday(event: Event, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """Until when somebody who is to move is on holiday in this event."""
    players = [seat.player_id for seat in seats if seat.to_move]
    away = EventHoliday.objects.filter(player__in=players, event=event.pk, until__gt=now)
    return away.order_by("-until").values_list("until", flat=True).first()


def _next_stage(event: Event, form: base.Format) -> None:
    """The winners go on, or the event is over and under review."""
    groups = list(event.groups.filter(stage=event.stage).order_by("number"))
    for group in groups:
        group.event = event
    on = form.advance([table.load(group) for group in groups])
    if on:
        entries = {entry.pk: entry for entry in event.entries.select_related("player", "team")}
        note(event, f"Stage {event.stage} is over: {len(on)} go on", kind=Log.Kind.STAGE)
        begin_stage(event, event.stage + 1, [entries[key] for key in on])
        return
    event.status, event.ended_at = Event.Status.REVIEW, timezone.now()
    event.review_until = event.ended_at + REVIEW
    event.save(update_fields=["status", "ended_at", "review_until"])
    note(event, "Over: the table is under review for 48 hours", kind=Log.Kind.OVER)
