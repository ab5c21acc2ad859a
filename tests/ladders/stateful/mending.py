"""What directors mend and take back: results, ends that came too early, deadlines, rests, removals."""

from __future__ import annotations

from contextlib import suppress

from games.models import Match
from games.rules.base import Pace
from ladders.events import (
    champions,
    deciding,
    eligibility,
    entries,
    lifecycle,
    mending,
    offences,
    preparing,
    seeding,
)
from ladders.formats.base import BadField
from ladders.models import Entry, Event, Fixture
from tests.ladders.stateful import plans
from tests.ladders.stateful.world import Broken, World
from tests.worker import work

WHY = "It was mended."
WRONG: tuple[dict[str, object], ...] = (
    {"format": "league", "division": 0},
    {"format": "league", "division": 1},
    {"format": "league", "matches": 0},
    {"format": "score", "target": 0},
    {"format": "round-robin", "at_once": 99},
    {"format": "score", "code": "DK", "pace": "turns"},
    {"format": "swiss", "code": "DK", "pace": "split"},
    {"format": "swiss", "code": "DK", "pace": "turns", "options": {"scoring": "wrong"}},
    {"format": "knockout", "options": {"scoring": "wrong"}},
    {"format": "knockout", "round_days": 0},
    {"format": "knockout", "pace": "turns", "clock": "live"},
    {"format": "arena"},
    {"format": "arena", "pace": "turns", "clock": "live", "weekend": [], "minutes": 29},
)
"""Terms on which no event can be played."""


def correct(world: World) -> bool:
    """A match that is over gets another result, and others were absent."""
    fixture = _fixture(world, over=True)
    if fixture is None:
        return False
    worth = [world.choose.randint(1, 3) for _ in fixture.seats]
    places = [1 + sum(other > mine for other in worth) for mine in worth]
    absent = [seat for seat in fixture.seats if world.choose.random() < 0.2]
    mending.correct(fixture.pk, places, absent, world.director(), WHY)
    world.corrected[fixture.pk] = set(absent)
    world.discounted.discard(fixture.pk)
    return True


def reopen(world: World) -> bool:
    """A match that somebody decided goes on."""
    decided = Match.objects.filter(event__in=world.events, adjudicated=True, pace=Pace.TURNS)
    fixture = _fixture(world, over=True, match_id__in=decided.filter(status="finished").values("pk"))
    if fixture is None:
        return False
    mending.reopen(fixture.pk, world.director(), WHY)
    world.decided.discard(fixture.match_id or 0)
    _forget(world, fixture)
    return True


def replay(world: World) -> bool:
    """A match is taken back, running or over, and played again."""
    fixture = _fixture(world, over=world.choose.random() < 0.7)
    if fixture is None:
        return False
    mending.void(fixture.pk, world.director(), WHY)
    _forget(world, fixture)
    return True


def discount(world: World) -> bool:
    """A match counts for nobody, running or over."""
    fixture = _fixture(world, over=world.choose.random() < 0.5)
    if fixture is None:
        return False
    mending.discount(fixture.pk, world.director(), WHY)
    world.discounted.add(fixture.pk)
    return True


def extend(world: World) -> bool:
    """A match, or all that run of its round, have longer."""
    fixture = _fixture(world, over=False)
    if fixture is None:
        return False
    whole = world.choose.random() < 0.5
    days = world.choose.randint(1, 5)
    return mending.extend(fixture.pk, days, world.director(), WHY, whole_round=whole) > 0


def _fixture(world: World, *, over: bool, **more: object) -> Fixture | None:
    """Some fixture that a match filled, or fills, of an event that runs or is under review."""
    found = Fixture.objects.filter(
        section__event__in=world.events,
        section__event__status__in=["running", "review"] if over else ["running"],
        result__isnull=not over,
        match_id__isnull=False,
        **more,
    )
    rows = list(found.order_by("-pk")[:12])
    return world.choose.choice(rows) if rows else None


def _forget(world: World, fixture: Fixture) -> None:
    world.corrected.pop(fixture.pk, None)
    world.discounted.discard(fixture.pk)


def reinstate(world: World) -> bool:
    """Somebody who withdrew is put back."""
    out = Entry.objects.filter(
        event__in=world.events, event__status="running", withdrawn_at__isnull=False, disqualified=False
    )
    rows = list(out.order_by("pk"))
    if not rows:
        return False
    entry = world.choose.choice(rows)
    deciding.reinstate(entry.pk, world.director(), WHY)
    world.withdrew.discard(entry.pk)
    return True


def acquit(world: World) -> bool:
    """A disqualification is taken back, while it runs or in its review."""
    return _clear(world, disqualified=True)


def forgive(world: World) -> bool:
    """A warning is taken back."""
    return _clear(world, disqualified=False)


def _clear(world: World, *, disqualified: bool) -> bool:
    live = Entry.objects.filter(event__in=world.events, event__status__in=["running", "review"])
    entry = live.filter(warned=True, disqualified=disqualified).order_by("pk").first()
    if entry is None:
        return False
    offences.clear(entry.pk, world.director(), WHY)
    return True


def resume(world: World) -> bool:
    """A rest ends before its time."""
    resting = [event for event in world.all() if event.status == "running" and event.paused_until]
    if not resting:
        return False
    deciding.resume(world.choose.choice(resting).pk, world.director(), WHY)
    return True


def end_early(world: World) -> bool:
    """An event ends with its tables as they stand."""
    event = world.one("running")
    if event is None:
        return False
    running_ = Fixture.objects.filter(section__event=event, result__isnull=True, match_id__isnull=False)
    world.discounted |= set(running_.values_list("pk", flat=True))
    deciding.end(event.pk, world.director(), WHY)
    world.early.add(event.pk)
    return True


def finish(world: World) -> bool:
    """The table is final before the review is over."""
    event = world.one("review")
    return event is not None and lifecycle.finish(event.pk, world.director())


def seed(world: World) -> bool:
    """The entries are put in order by hand, and how it would begin is looked at."""
    event = world.one("open")
    if event is None:
        return False
    entries = list(event.entries.filter(status=Entry.Status.IN).order_by("pk"))
    world.choose.shuffle(entries)
    preparing.put_in_order(event.pk, entries[: world.choose.randint(0, 4)], world.director(), WHY)
    seeding.preview(event)
    return True


def leagues(world: World) -> list[Event]:
    """Those that are finished and have had no champions yet."""
    finished = [event for event in world.all() if (event.format, event.status) == ("league", "finished")]
    return [event for event in finished if event.pk not in world.crowned]


def crown(world: World) -> bool:
    """The best of a finished league are asked; some come."""
    found = leagues(world)
    if not found:
        return False
    event = found[0]
    world.crowned.add(event.pk)  # where too few are ranked they are too few for ever
    heir = champions.open_champions(event.pk)
    world.events.append(heir.pk)
    world.made["an event"] += 1
    world.made["an event: champions"] += 1
    for entry in _asked(heir):
        if entry.player is not None and world.choose.random() < 0.6:
            entries.enter(heir.pk, entry.player)
    return True


def decline(world: World) -> bool:
    """A champion cannot come, asked or in already: nobody is refused, and too few are no event."""
    heirs = [event for event in world.all() if event.source_id is not None and event.status == "open"]
    entries = [entry for heir in heirs for entry in _asked(heir) if entry.player is not None]
    if not entries:
        return False
    entry = world.choose.choice(entries)
    assert entry.player
    try:
        champions.decline(entry.event_id, entry.player)
    except (BadField, eligibility.MayNotEnter) as error:
        raise Broken(f"{entry} may not decline: {error}") from error
    heir = Event.objects.get(pk=entry.event_id)
    if heir.status == "open" and len(_asked(heir)) < heir.fewest:
        raise Broken(f"{heir} stays open for {len(_asked(heir))}.")
    return True


def _asked(heir: Event) -> list[Entry]:
    """Who is asked among the champions, or comes."""
    asked = heir.entries.select_related("player").filter(status__in=[Entry.Status.INVITED, Entry.Status.IN])
    return list(asked.order_by("pk"))


def wrong_terms(world: World) -> bool:
    """Events are to open on terms on which they cannot be played; one came from before they were checked."""
    old = world.choose.choice(WRONG)
    for wrong in WRONG:
        event = Event.objects.create(name="wrong", **{"code": "BO", "matches": 1, "most": 4, **wrong})
        with suppress(BadField):
            lifecycle.open_entries(event.pk)
            raise Broken(f"An event opens on the terms {wrong}.")
        if wrong is not old:
            event.delete()
            continue
        Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
        world.events.append(event.pk)
        for _ in range(4):
            plans.enter(world, event)
        work()
        event.refresh_from_db()
        if event.status != Event.Status.CANCELLED:
            raise Broken(f"An event on the terms {wrong} is {event.status}: {event.trouble}.")
    return True
