"""What must hold of events, whatever happened: after every step, and once the worker has worked."""

from __future__ import annotations

from collections import Counter, defaultdict

from django.utils import timezone

from accounts.models import Errand
from games.models import Match, Seat
from ladders import table
from ladders.events import agreeing, checking, engine, results, waiting
from ladders.formats import LIVE
from ladders.models import Arrangement, Entry, Event, Fixture, Section
from tests.ladders.stateful.world import Broken, World

HELD = (Event.Status.RUNNING, Event.Status.REVIEW, Event.Status.FINISHED)
"""Events whose matches are theirs: those of one that was called off go on as casual ones."""


def always(world: World) -> None:
    """What holds after every step, also where the worker was killed in the middle."""
    held = [event.pk for event in world.all() if event.status in HELD]
    if not held or not world.written:
        return
    world.written = False
    rows = Fixture.objects.filter(section__event__in=held, result__isnull=True).select_related(
        "section__event"
    )
    open_ = list(rows.order_by("pk"))
    running = dict(
        Match.objects.filter(event__in=held, status=Match.Status.RUNNING).values_list("pk", "event")
    )
    _one_match_each(open_, running)
    _nobody_twice(open_, running)
    back = Entry.objects.filter(pk__in=world.withdrew, withdrawn_at=None)
    for entry in back.select_related("player", "team"):
        raise Broken(f"{entry} withdrew, and is back in {entry.event_id}.")


def _one_match_each(open_: list[Fixture], running: dict[int, int | None]) -> None:
    """Every match that runs fills one fixture that is open, and a fixture waits for one match at most."""
    held = Counter(fixture.match_id for fixture in open_)
    for pk, event in running.items():
        if held[pk] != 1:
            raise Broken(f"{event}: match {pk} runs and fills {held[pk]} fixtures that are open.")
    ended = [fixture.match_id for fixture in open_ if fixture.match_id and fixture.match_id not in running]
    if not ended:
        return
    noted = set(Errand.objects.filter(kind=results.KIND, subject__in=ended).values_list("subject", flat=True))
    for pk in set(ended) - noted:
        raise Broken(f"Match {pk} has ended, and nobody will take its result.")


def _nobody_twice(open_: list[Fixture], running: dict[int, int | None]) -> None:
    """Nobody sits twice in a match, nor in two of a round that exclude each other."""
    seated: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    players: dict[int | None, list[int | None]] = defaultdict(list)
    for match, player in (
        Seat.objects.filter(match__in=running).order_by("index").values_list("match", "player")
    ):
        players[match].append(player)
    for fixture in open_:
        event = fixture.section.event
        if len(set(fixture.seats)) < len(fixture.seats):
            raise Broken(f"{event}: {fixture} seats somebody twice.")
        if fixture.waits and fixture.match_id is not None:
            raise Broken(f"{event}: {fixture} waits for a match and has one.")
        there = players[fixture.match_id]
        if fixture.match_id in running and there != _still_there(fixture, there):
            raise Broken(f"{event}: {fixture} says {fixture.players}: {there}.")
        if event.format != "round-robin" and (fixture.waits or fixture.match_id in running):
            for seat in fixture.seats:
                seated[fixture.section_id, fixture.round, seat].add(fixture.pairing)
    for (_, round_, seat), pairings in seated.items():
        if len(pairings) > 1:
            raise Broken(f"Entry {seat} is in ties {pairings} of round {round_} at once.")


def _still_there(fixture: Fixture, there: list[int | None]) -> list[int | None]:
    """Who sits there as the fixture has it; who closed the account is nobody."""
    return [None if now is None else kept for kept, now in zip(fixture.players, there, strict=True)]


def settled(world: World) -> None:
    """What holds besides once the worker has done its work."""
    for errand in Errand.objects.filter(kind=results.KIND):
        raise Broken(f"The result of match {errand.subject} is not taken: {errand.error}")
    events = [event for event in world.all() if event.pk not in world.troubled]
    for event in events:
        if event.trouble:
            raise Broken(f"{event}: {event.trouble}")
        if event.status in {Event.Status.RUNNING, Event.Status.OPEN}:
            _waits(event)
        if event.status == Event.Status.RUNNING:
            _as_agreed(event)
    _by_hand(events)
    _one_deadline(events)
    live = Section.objects.filter(event__in=world.events, stale=True).exclude(event__status="cancelled")
    for section in live.exclude(event__in=world.troubled):
        raise Broken(f"{section} stays to be brought to date.")
    if not world.counted:
        _tables(world)
        world.counted = True


def _tables(world: World) -> None:
    """Every table is what its results make of it; now and then as the site itself compares them."""
    if world.choose.random() < 0.05:
        for line in checking.recompute():
            raise Broken(line)
        return
    live = [event.pk for event in world.all() if event.status in {Event.Status.RUNNING, Event.Status.REVIEW}]
    sections = Section.objects.filter(event__in=live, stale=False).select_related("event")
    for section in sections.prefetch_related("fixtures", "places__entry__team", "places__entry__player"):
        compare(section)


def compare(section: Section) -> None:
    """Raise Broken where a line of the table is not what the results make of it."""
    places = list(section.places.all())
    lines = table.lines(table.form_of(section.event), table.load(section, places))
    for place in places:
        kept = {name: getattr(place, name) for name in lines[place.entry_id]}
        if kept != lines[place.entry_id]:
            raise Broken(f"{section.event}: the line of {place.entry} is {kept}: {lines[place.entry_id]}.")


def _waits(event: Event) -> None:
    """It waits for something that will come."""
    found = engine.waiting_of(event)
    if found.what in {waiting.For.NOTHING, waiting.For.SITE}:
        raise Broken(f"{event} waits for {found.what.name}.")
    if found.what is waiting.For.MATCHES and (found.until is None or found.until <= timezone.now()):
        raise Broken(f"{event} waits for matches until {found.until}, which is over.")
    if event.status == Event.Status.RUNNING and event.format in LIVE and event.paused_until is None:
        _nobody_waits_in_vain(event)


def _as_agreed(event: Event) -> None:
    """It does not run on where all who are still in agreed to end it."""
    if not event.entries.filter(ends=True).exists():
        return
    asked = (agreeing.to_end(event, entry) for entry in event.entries.filter(status=Entry.Status.IN))
    agreement = next((one for one in asked if one is not None), None)
    if agreement is not None and agreement.agreed == agreement.asked:
        raise Broken(f"{event} runs, and all agreed to end it.")


def _by_hand(events: list[Event]) -> None:
    """What was set by hand is played so, or the log says why not."""
    for one in Arrangement.objects.filter(event__in=[event.pk for event in events if event.status in HELD]):
        laid = Fixture.objects.filter(section__event=one.event_id, round=one.round)
        seated = {frozenset(seats) for seats in laid.values_list("seats", flat=True)}
        said = one.event.log.filter(what__startswith=f"Round {one.round} is not as it was set by hand")
        if seated and frozenset(one.seats) not in seated and not said.exists():
            raise Broken(f"{one} was set, and round {one.round} was laid as {seated}.")


def _nobody_waits_in_vain(event: Event) -> None:
    """Of three who are free two would have been paired: two who wait have just met."""
    section = event.sections.get()
    if section.ends_at is None or section.ends_at - table.time_for(event.code) <= timezone.now():
        return
    seated = {seat for fixture in section.fixtures.filter(result__isnull=True) for seat in fixture.seats}
    here = section.places.filter(resting=False, entry__withdrawn_at=None, entry__disqualified=False)
    free = set(here.values_list("entry", flat=True)) - seated
    if len(free) > 2:
        raise Broken(f"{event}: {free} are free, and nobody pairs them.")


def _one_deadline(events: list[Event]) -> None:
    """Every deadline is one that all read; nothing runs of what is over, nor for who has withdrawn."""
    status = {event.pk: event.status for event in events if event.status in HELD}
    running = Match.objects.filter(event__in=status, status=Match.Status.RUNNING)
    match_of = {match.pk: match for match in running}
    if not match_of:
        return
    for match in match_of.values():
        if status[match.event or 0] != Event.Status.RUNNING:
            raise Broken(f"Event {match.event} is over, and {match} runs.")
    for fixture in Fixture.objects.filter(match_id__in=match_of, result__isnull=True):
        match = match_of[fixture.match_id or 0]
        if fixture.deadline is None:
            raise Broken(f"{match.event}: {fixture} is played without an end.")
        if match.apart and match.deadline != fixture.deadline:
            raise Broken(f"{match.event}: {fixture} ends {fixture.deadline}, its match {match.deadline}.")
        if match.rules.result(match.table) is not None:
            raise Broken(f"{match.event}: {match} is played out and runs.")
    gone = set(
        Entry.objects.filter(event__in=status, withdrawn_at__isnull=False, player__isnull=False).values_list(
            "event", "player"
        )
    )
    if not gone:
        return
    players = {player for _, player in gone}
    for seat in Seat.objects.filter(match__in=match_of, player__in=players, to_move=True):
        if (match_of[seat.match_id].event, seat.player_id) in gone:
            raise Broken(f"{seat.player_id} has withdrawn, and is to move in {seat.match_id}.")
