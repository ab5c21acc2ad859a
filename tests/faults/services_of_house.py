"""The events that the site keeps open, and robots who take their last places, for the test of locks."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from django.utils import timezone

from accounts.models import User
from ladders.events import engine, entries, house, last_places, lifecycle
from ladders.models import Entry, Event
from tests import robots
from tests.faults.worlds import Maker, Service, World

numbers = count()
BOAT = next(line for line in house.LINES if line.key == "boat")


def _waited(world: World) -> Event:
    """A knock-out of the house that alice entered long ago; each world has one of its own."""
    if not User.objects.exclude(robot="").exists():
        robots.make()
    key = f"boat-{next(numbers)}"
    event = Event.objects.create(name=key, house=key, recurring=True, **BOAT.terms)
    lifecycle.open_entries(event.pk)
    entries.enter(event.pk, world.alice)
    Entry.objects.filter(event=event).update(entered_at=timezone.now() - timedelta(hours=20))
    return event


def _full(world: World) -> Event:
    """The same with robots in it: it is to begin, and to open the next of its line."""
    event = _waited(world)
    assert last_places.fill(event.pk, timezone.now())
    return event


def _missing(world: World) -> None:
    """A line of the house has no event, as if it were new."""
    Event.objects.filter(house="pig").update(house="")


def _withdraw(world: World) -> None:
    entries.withdraw(Entry.objects.get(event=world["waited"], player=world.alice), None, "")


MAKERS: dict[str, Maker] = {"waited": _waited, "full": _full, "missing": _missing}
SERVICES: dict[str, Service] = {
    "the house opens its events": (("missing",), lambda world: house.open_missing()),
    "robots take the last places": (
        ("waited",),
        lambda world: last_places.fill(world["waited"].pk, timezone.now()),
    ),
    "somebody takes a last place": (("waited",), lambda world: entries.enter(world["waited"].pk, world.bob)),
    "who waits for robots withdraws": (("waited",), _withdraw),
    "an event of the house begins": (("full",), lambda world: engine.look_after(world["full"].pk)),
}
