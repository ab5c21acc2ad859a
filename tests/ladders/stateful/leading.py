"""What directors and staff do, and what befalls the site."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from datetime import timedelta
from typing import Any
from unittest import mock

from games.match import clocks, play, staff
from ladders.events import (
    beginning,
    deadlines,
    deciding,
    engine,
    lifecycle,
    mending,
    offences,
    results,
    rounds,
)
from ladders.models import Entry, Event, Fixture
from tests.ladders.stateful import playing
from tests.ladders.stateful.world import AROUND, Broken, Killed, World
from tests.worker import work

WHY = "It was decided."
POINTS: tuple[tuple[Any, str], ...] = (
    (beginning, "_begin"),
    (deadlines, "_close"),
    (rounds, "_lay"),
    (beginning, "_leave_out"),
    (rounds, "_next_stage"),
    (rounds, "_write"),
    (rounds, "advance"),
    (beginning, "begin_match"),
    (rounds, "begin_stage"),
    (results, "settle"),
    (play, "start"),
    (play, "roll_off_outside"),
    (play, "adjudicate"),
)
"""Where the worker can be killed, besides between two steps of the engine: before or after any of these."""


def start(world: World) -> bool:
    """A director begins an event."""
    event = world.one("open")
    if event is None or (event.begins_at is not None and world.choose.random() < 0.6):
        return False
    if world.choose.random() < 0.8:  # whoever was asked says yes
        event.entries.filter(status=Entry.Status.IN).update(confirmed=True)
    lifecycle.start(event.pk)
    return True


def void(world: World) -> bool:
    """A match is taken back."""
    match = playing.a_match(world)
    if match is None:
        return False
    staff.void(match.pk, WHY)
    return True


def decide(world: World) -> bool:
    """A match is decided."""
    match = playing.a_match(world)
    fixture = Fixture.objects.filter(match_id=match.pk).first() if match else None
    if match is None or fixture is None:
        return False
    worth = [world.choose.randint(1, 3) for _ in fixture.seats]
    places = [1 + sum(other > mine for other in worth) for mine in worth]
    mending.adjudicate(fixture.pk, places, world.director(), WHY)
    world.decided.add(match.pk)
    return True


def warn(world: World) -> bool:
    """A first offence."""
    return _record_offence(world, "running", at_once=False)


def disqualify(world: World) -> bool:
    """Abuse, while it runs."""
    return _record_offence(world, "running", at_once=True)


def disqualify_in_review(world: World) -> bool:
    """Abuse, found when all is played."""
    return _record_offence(world, "review", at_once=True)


def _record_offence(world: World, status: str, *, at_once: bool) -> bool:
    event = world.one(status)
    entries = list(event.entries.filter(status="in", disqualified=False).order_by("pk")) if event else []
    if not entries:
        return False
    offences.record_offence(world.choose.choice(entries).pk, world.director(), WHY, at_once=at_once)
    return True


def pause(world: World) -> bool:
    """An event rests for some days."""
    event = world.one("running")
    if event is None or event.paused_until:
        return False
    deciding.pause(event.pk, world.choose.randint(1, 4), world.director(), WHY)
    return True


def rest(world: World) -> bool:
    """The rest is over."""
    ends = [event.paused_until for event in world.all() if event.status == "running" and event.paused_until]
    if not ends:
        return False
    world.pass_until(min(ends) + AROUND)
    return True


def call_off(world: World) -> bool:
    """An event is called off."""
    event = world.one("running", "open")
    if event is None or world.choose.random() < 0.5:
        return False
    lifecycle.cancel(event.pk, None, WHY)
    return True


def outage(world: World) -> bool:
    """The site is silent for hours, and every deadline moves."""
    open_ = Fixture.objects.filter(
        section__event__in=world.events, result__isnull=True, deadline__gt=world.clock.now
    )
    before = dict(open_.values_list("pk", "deadline"))
    world.clock.now += timedelta(hours=world.choose.randint(1, 40))
    more = clocks.extend_after_outage()
    clocks.keep_time()
    for pk, deadline in Fixture.objects.filter(pk__in=before).values_list("pk", "deadline"):
        was = before[pk]
        if was is not None and deadline != was + more:
            raise Broken(f"The outage of {more} moved fixture {pk} from {was} to {deadline}.")
    return True


def dry(world: World) -> bool:
    """There are no dice for a while; whoever needs some waits."""
    playing.resign(world)
    world.dry = True
    work()
    world.troubled |= {event.pk for event in world.all() if event.trouble.startswith("PoolEmpty")}
    world.heal()
    return True


def poison(world: World) -> bool:
    """Something in one event fails at every look; the other goes on. It is healed later."""
    event = world.one("running")
    match = world.running(event)[:1]
    if event is None or not match or event.pk in world.troubled:
        return False
    world.troubled.add(event.pk)
    if world.choose.random() < 0.5:
        world.poisoned.add(event.pk)
    else:
        Event.objects.filter(pk=event.pk).update(options={"scoring": "wrong"})
    staff.void(match[0].pk, WHY)
    work()
    event.refresh_from_db()
    rests = event.paused_until is not None and event.paused_until > world.clock.now
    out = Entry.objects.filter(event=event, withdrawn_at__isnull=False).exists()
    if not event.trouble and not rests and not out and event.pk not in world.poisoned:
        raise Broken(f"{event} is poisoned, and nobody noticed.")
    return True


def kill(world: World) -> bool:
    """The worker is killed somewhere in its work, and a new one goes on."""
    world.choose.choice([playing.resign, decide, playing.no_show, void, start_or_not])(world)
    countdown, after = world.choose.randint(1, 16), world.choose.random() < 0.5

    def killing(real: Any) -> Any:
        def there(*given: Any, **more: Any) -> Any:
            nonlocal countdown
            countdown -= 1
            dies = countdown == 0
            if dies and not after:
                raise Killed
            found = real(*given, **more)
            if dies:
                raise Killed
            return found

        return there

    with ExitStack() as stack:
        patch = mock.patch.object(engine, "STEPS", tuple(map(killing, engine.STEPS)))
        stack.enter_context(patch)
        for module, name in POINTS:
            stack.enter_context(mock.patch.object(module, name, killing(getattr(module, name))))
        try:
            work()
        except Killed:
            return True
    return False


def start_or_not(world: World) -> bool:
    """A director begins an event, if there is one to begin."""
    with suppress(Exception):
        return start(world)
    return False
