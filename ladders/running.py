"""The only writer of events: open, start, record a result, close a round, withdraw, finish.

Every function is one transaction that locks the event row after any match row, so a result, a
withdrawal and a deadline never write the same table at once. The formats decide; here facts are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts import notices, relations
from accounts.models import Hook, User
from games import live, lobby, play, ranking
from games.models import Match, Move, Rating
from games.rules import RULES
from games.rules.base import Kind, Pace
from ladders import table
from ladders.formats import base, counted, field, league
from ladders.models import Entry, Event, EventHook, Fixture, Group, Log, Medal, Place

REVIEW = timedelta(hours=48)
"""How long the director may look at a table before medals are given."""


class NotNow(Exception):
    """The event is not in a state for it. The sentence says why."""


def lock(event_id: int) -> Event:
    """The event, locked until the transaction ends. Raises Event.DoesNotExist."""
    return Event.objects.select_for_update().get(pk=event_id)


def channel(event_id: int) -> str:
    """The channel on which an event says that its tables changed."""
    return f"event-{event_id}"


def changed(event: Event) -> None:
    """Tell open pages of the event, once the transaction is through."""
    name = channel(event.pk)
    transaction.on_commit(lambda: live.publish(name), robust=True)


def note(event: Event, what: str, by: User | None = None, why: str = "", kind: str = "") -> None:
    """Add a line to the event's log; one of a kind is announced by the event's webhook, if it has one."""
    Log.objects.create(event=event, by=by, what=what, why=why, kind=kind)


@transaction.atomic
def open_entries(event_id: int, by: User | None = None) -> Event:
    """Let players enter. Raises NotNow, base.BadField where the game does not suit the format."""
    event = lock(event_id)
    if event.status != Event.Status.DRAFT:
        raise NotNow("This event is open already.")
    check(event)
    event.status = Event.Status.OPEN
    event.save(update_fields=["status"])
    note(event, "Opened for entries", by, kind=Log.Kind.OPENED)
    return event


def check(event: Event) -> None:
    """Raise base.BadField unless the format, the game and the pace go together."""
    form, rules = table.form_of(event), RULES[event.code]
    if form.CARDS_ONLY and Pace.SPLIT not in rules.paces:
        raise base.BadField(f"{form.NAME}: only games of cards, and {rules.name} is none.")
    if Pace(event.pace) not in rules.paces:
        raise base.BadField(f"{rules.name} is always played turn by turn.")
    if not form.ONE_TABLE and event.pace == Pace.SPLIT and rules.max_players < 2:
        raise base.BadField(f"{rules.name} is not for two.")


@transaction.atomic
def start(event_id: int, by: User | None = None) -> Event:
    """Begin with whoever has confirmed. Raises NotNow, base.BadField, and what `play.start` raises."""
    event = lock(event_id)
    if event.status != Event.Status.OPEN:
        raise NotNow("This event cannot begin now.")
    entries = _confirmed(event)
    form = table.form_of(event)
    if len(entries) < event.fewest:
        raise base.BadField(f"At least {event.fewest} are needed, {len(entries)} are confirmed.")
    field.check_field(form, len(entries), RULES[event.code].max_players)
    _seed(event, entries)
    event.entries.filter(status=Entry.Status.IN, confirmed=False).update(status=Entry.Status.DROPPED)
    event.status, event.started_at = Event.Status.RUNNING, timezone.now()
    event.save(update_fields=["status", "started_at"])
    note(event, f"Began with {len(entries)} entries", by, kind=Log.Kind.BEGAN)
    _begin_stage(event, 1, entries)
    if event.recurring:
        succeed(event)
    return event


def preview(event: Event) -> list[str]:
    """How the event would begin with those who are confirmed now, a line a match. Nothing is stored."""
    with transaction.atomic():
        entries = _confirmed(event)
        _seed(event, entries)
        form = table.form_of(event)
        names = {entry.pk: entry.name for entry in entries}
        entrants = [table.entrant(entry, entry.seed or 0) for entry in entries]
        lines = []
        for number, members in enumerate(form.groups(entrants, table.settings_of(event)), 1):
            state = base.Event(tuple(members), table.settings_of(event), stage=1, group=number)
            for fixture in form.next_fixtures(state):
                lines.append(f"{fixture.key}: {' – '.join(names[seat] for seat in fixture.seats)}")
        transaction.set_rollback(True)
    return lines


def _confirmed(event: Event) -> list[Entry]:
    found = event.entries.select_related("player", "team").filter(status=Entry.Status.IN, confirmed=True)
    return list(found.order_by("pk"))


def _seed(event: Event, entries: list[Entry]) -> None:
    """Seeds from 1: by the divisions that the last season ended with, then by rating, then by entry."""
    kind = ranking.kind_of(2 if not table.form_of(event).ONE_TABLE else 3)
    players = [entry.player_id for entry in entries if entry.player_id]
    known = ranking.of_players(players, event.code, kind)
    start = ranking.STARTS[Rating.Kind(kind)]
    before = {player: number for number, player in enumerate(_next_season(event))}

    def strength(entry: Entry) -> tuple[int, float, int]:
        mean = known.get(entry.player_id or 0, start).mean
        return before.get(entry.player_id or 0, len(before)), -mean, entry.pk

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


def _begin_stage(event: Event, stage: int, entries: Iterable[Entry]) -> None:
    """Split the field into groups, and let each begin."""
    form = table.form_of(event)
    by_key = {entry.pk: entry for entry in entries}
    entrants = [table.entrant(entry, entry.seed or 0) for entry in by_key.values()]
    event.stage = stage
    event.save(update_fields=["stage"])
    groups = form.groups(entrants, table.settings_of(event))
    made = Group.objects.bulk_create(
        [Group(event=event, stage=stage, number=number) for number in range(1, len(groups) + 1)]
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
    """Make what is to be played now, write the table, and go on where the group is over.

    Only under the lock of the event.
    """
    event, form = group.event, table.form_of(group.event)
    places = list(group.places.select_related("entry__team", "entry__player"))
    while True:
        state = table.load(group, places)
        while _roll_off(event, form, state, places):
            state = table.load(group, places)
        new = () if _paused(event) else form.next_fixtures(state)
        if not new:
            break
        _play(group, new, {place.entry_id: place.entry for place in places})
    _write(form, state, places)
    if form.over(state):
        group.over = True
        group.save(update_fields=["over"])
        if not event.groups.filter(stage=event.stage, over=False).exists():
            _next_stage(event, form)


def _paused(event: Event) -> bool:
    return event.paused_until is not None and event.paused_until > timezone.now()


def _write(form: base.Format, state: base.Event, places: Sequence[Place]) -> None:
    found = table.lines(form, state)
    for place in places:
        for name, value in found[place.entry_id].items():
            setattr(place, name, value)
    Place.objects.bulk_update(places, ["position", "rank", "played", "points", "values"])


def _roll_off(event: Event, form: base.Format, state: base.Event, places: Sequence[Place]) -> bool:
    """Who is level in everything rolls one die each, from the pool like all dice; whether anybody did."""
    by_entry = {place.entry_id: place for place in places}
    level_ones = form.roll_offs(state)
    for roll_off in level_ones:
        level = roll_off.entrants
        thrown = play.throw(len(level))
        for entry, (die, _) in zip(level, thrown, strict=True):
            by_entry[entry].roll_off.append(10 * roll_off.round + die)
        Place.objects.bulk_update([by_entry[entry] for entry in level], ["roll_off"])
        said = ", ".join(
            f"{by_entry[entry].entry.name} {die} (set {serial})"
            for entry, (die, serial) in zip(level, thrown, strict=True)
        )
        note(event, f"Roll-off: {said}"[:200])
    return bool(level_ones)


def _play(group: Group, fixtures: Iterable[base.Fixture], entries: dict[int, Entry]) -> None:
    """Store fixtures and begin their matches; a bye is over as it is made."""
    event, now = group.event, timezone.now()
    days = event.round_days or 15 + 15 * getattr(RULES[event.code], "columns", 1)
    for fixture in fixtures:
        row = Fixture(
            group=group,
            round=fixture.round,
            pairing=fixture.pairing,
            leg=fixture.leg,
            seats=list(fixture.seats),
            starts=fixture.starts,
            members=list(fixture.members),
        )
        if fixture.bye:
            row.save()
            continue
        players = [_who(entries[seat], fixture, place) for place, seat in enumerate(fixture.seats)]
        starter = fixture.seats.index(fixture.starts) if fixture.starts is not None else None
        match = begin_match(event, players, starter)
        row.match_id, row.deadline = match.pk, now + timedelta(days=days)
        row.players = [player.pk for player in players]
        row.save()


def _who(entry: Entry, fixture: base.Fixture, place: int) -> User:
    """The player, or the member of the team whose turn it is."""
    if entry.team is not None:
        members = entry.team.members.select_related("player").filter(accepted=True).order_by("order")
        order = fixture.members[place] if fixture.members else 0
        player = list(members)[order].player
        if player is None:
            raise NotNow("An account in this team was closed.")
        return player
    if entry.player is None:
        raise NotNow("An account in this event was closed.")
    return entry.player


def begin_match(event: Event, players: Sequence[User], starter: int | None) -> Match:
    """A match of the event, with its game, options, pace and clock, begun at once."""
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
    return play.start(match.pk)


def settle(match: Match) -> None:
    """Take the result of a match that is over into its event; once, however often it is said.

    Within the transaction that ended the match.
    """
    fixture = Fixture.objects.select_related("group").filter(match_id=match.pk).first()
    if fixture is None:
        return
    event = lock(fixture.group.event_id)
    fixture = Fixture.objects.select_related("group__event").get(pk=fixture.pk)
    if fixture.result is not None:
        return
    fixture.group.event = event
    fixture.result = table.stored(result_of(match, fixture.seats))
    fixture.save(update_fields=["result"])
    changed(event)
    if event.status == Event.Status.RUNNING:
        advance(fixture.group)


def result_of(match: Match, seats: Sequence[int]) -> base.Result:
    """How a match ended, by the entries of its seats. Two queries."""
    rows = list(match.seats.order_by("index"))
    absent, late = absent_and_late(match)
    return base.Result(
        places=tuple(row.place or len(rows) for row in rows),
        totals=tuple(row.total for row in rows),
        at=match.ended_at or timezone.now(),
        absent=frozenset(seat for seat, row in zip(seats, rows, strict=True) if row.index in absent),
        timed_out=frozenset(seat for seat, row in zip(seats, rows, strict=True) if row.index in late),
    )


def absent_and_late(match: Match) -> tuple[set[int], set[int]]:
    """The seats that were out of it without ever having played, and those whose last word was the clock's."""
    acted: set[int] = set()
    last: dict[int, str] = {}
    moves = Move.objects.filter(match=match).exclude(kind=Move.ROLL_OFF).order_by("number")
    for seat, kind in moves.values_list("seat", "kind"):
        last[seat] = kind
        if kind not in {Kind.TIMEOUT, Kind.RESIGN}:
            acted.add(seat)
    out = {seat for seat, kind in last.items() if kind in {Kind.TIMEOUT, Kind.RESIGN}}
    return out - acted, {seat for seat, kind in last.items() if kind == Kind.TIMEOUT}


def close_due(now: datetime) -> int:
    """Close fixtures whose deadline has passed. Safe in two workers. Returns how many."""
    due = Fixture.objects.filter(result__isnull=True, deadline__lte=now).order_by("deadline")
    return sum(_close(pk) for pk in list(due.values_list("pk", flat=True)[:500]))


def _close(fixture_id: int) -> bool:
    """End what is unfinished at the end of its round: the match by its totals, or unplayed without one."""
    fixture = Fixture.objects.select_related("group__event").get(pk=fixture_id)
    why = f"The round of {fixture.group.event.name} is over."
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).filter(pk=fixture.match_id or 0).first()
        if match is not None and match.status == Match.Status.RUNNING:
            play.adjudicate(match.pk, _places(match), why)
            return True
    with transaction.atomic():
        event = lock(fixture.group.event_id)
        fixture = Fixture.objects.select_related("group__event").get(pk=fixture_id)
        if fixture.result is not None or fixture.deadline is None:
            return False
        fixture.group.event = event
        over = counted.unplayed(table.as_fixture(fixture.group, fixture), timezone.now())
        fixture.result = table.stored(over)
        fixture.save(update_fields=["result"])
        changed(event)
        if event.status == Event.Status.RUNNING:
            advance(fixture.group)
    return True


def _places(match: Match) -> list[int]:
    """Places by the totals as they stand; equal ones are shared."""
    totals = match.rules.totals(match.table)
    return [1 + sum(other > total for other in totals) for total in totals]


def _next_stage(event: Event, form: base.Format) -> None:
    """The winners go on, or the event is over and under review."""
    groups = list(event.groups.filter(stage=event.stage).order_by("number"))
    for group in groups:
        group.event = event
    on = form.advance([table.load(group) for group in groups])
    if on:
        entries = {entry.pk: entry for entry in event.entries.select_related("player", "team")}
        note(event, f"Stage {event.stage} is over: {len(on)} go on", kind=Log.Kind.STAGE)
        _begin_stage(event, event.stage + 1, [entries[key] for key in on])
        return
    event.status, event.ended_at = Event.Status.REVIEW, timezone.now()
    event.review_until = event.ended_at + REVIEW
    event.save(update_fields=["status", "ended_at", "review_until"])
    note(event, "Over: the table is under review for 48 hours", kind=Log.Kind.OVER)


def finish_reviewed(now: datetime) -> int:
    """Give medals in events whose review is over. Returns in how many."""
    due = Event.objects.filter(status=Event.Status.REVIEW, review_until__lte=now).values_list("pk", flat=True)
    return sum(finish(pk) for pk in list(due))


TITLES = {1: "Winner", 2: "Second", 3: "Third"}


@transaction.atomic
def finish(event_id: int, by: User | None = None) -> bool:
    """Make the table final and give medals. False where it is final already."""
    event = lock(event_id)
    if event.status != Event.Status.REVIEW:
        return False
    event.status = Event.Status.FINISHED
    event.save(update_fields=["status"])
    note(event, "The table is final", by, kind=Log.Kind.FINAL)
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


def members_of(entry: Entry) -> list[User]:
    """The player, or everybody in the team."""
    if entry.team is not None:
        members = entry.team.members.select_related("player").filter(accepted=True)
        return [member.player for member in members if member.player]
    return [entry.player] if entry.player else []


def succeed(event: Event) -> Event:
    """Open the next of a recurring event."""
    kept = (
        *("name", "about", "promise", "format", "code", "options", "pace", "clock", "weekend", "matches"),
        *("division", "moving", "target", "round_days", "way", "fewest", "most", "lowest", "highest"),
        *("most_time_outs", "recurring", "organiser"),
    )
    new = Event.objects.create(previous=event, **{name: getattr(event, name) for name in kept})
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
