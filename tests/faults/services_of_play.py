"""What players, the clock, staff and events do to matches, for the test of locks."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from django.utils import timezone

from accounts import leaving, outbox
from accounts.models import User
from games.match import clocks, ranking, staff
from games.models import Match, Pulse, Seat
from games.rules.base import Pace
from games.seats import automatch, lobby, waiting
from ladders.events import deciding, engine, entries, postponing, substituting
from ladders.models import Entry, Event, Fixture
from tests.faults.worlds import Maker, Service, World, two
from tests.games.tables import begin, resign
from tests.ladders.events import begun, opened

names = count()


def _event(world: World) -> Event:
    """One match of it runs; the result of the other waits to be taken."""
    event = begun(opened("knockout", "BZ"), list(two(world)))
    runs, over = Match.objects.filter(event=event.pk).order_by("pk")
    resign(over, world.bob)
    world.made["match of the event"] = runs
    return event


def _casual(world: World) -> Match:
    """A match in which somebody's time has run out."""
    return _run_out(begin("BZ", *two(world)))


def _run_out(match: Match) -> Match:
    past = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(match=match, to_move=True).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=past)
    return match


def _over(world: World) -> Match:
    """A match that is over, and rated."""
    match = begin("BZ", *two(world))
    resign(match, world.alice)
    return match


MAKERS: dict[str, Maker] = {
    "event": _event,
    "match": _casual,
    "over": _over,
    "asked": lambda world: lobby.invite(world.bob, [world.alice], "BZ", {}, Pace.TURNS, "main"),
    "seek": lambda world: waiting.seek(world.bob, 2, "BO", {}, Pace.TURNS, "main", private=False),
    "wishes": lambda world: [automatch.wish(player, ["DK"], "main", 1) for player in two(world)],
}


def _outage(world: World) -> None:
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(hours=1)})
    clocks.extend_after_outage()


def _close_round(world: World) -> None:
    Fixture.objects.filter(match_id=world["match of the event"].pk).update(deadline=timezone.now())
    engine.look_after(world["event"].pk)


def _withdraw(world: World) -> None:
    entries.withdraw(Entry.objects.get(event=world["event"], player=world.bob), None, "")


def _take_over(world: World) -> None:
    """Bob's seat, with what runs there, goes to somebody else."""
    carol = User.objects.create(username=f"carol{next(names)}", last_seen=timezone.now())
    Entry.objects.filter(event=world["event"], player=world.bob).update(substitute=carol)
    substituting.accept(world["event"].pk, carol)


def _postpone(world: World) -> None:
    for player in two(world):
        postponing.agree(world["event"].pk, player)


SERVICES: dict[str, Service] = {
    "a match of an event ends": (("event",), lambda world: resign(world["match of the event"], world.alice)),
    "a match ends": (("match",), lambda world: resign(world["match"], world.bob)),
    "time runs out": (("match",), lambda world: clocks.expire(world["match"].pk)),
    "time runs out everywhere": (
        ("match", "event"),
        lambda world: _run_out(world["match of the event"]) and clocks.close_due(),
    ),
    "an outage": (("match",), _outage),
    "a rematch": (("over",), lambda world: lobby.rematch(world["over"].pk, world.alice)),
    "an answer": (("asked",), lambda world: lobby.answer(world["asked"].pk, world.alice, accept=True)),
    "an open match fills": (("seek",), lambda world: waiting.join(world["seek"].pk, world.alice)),
    "a wish": (("wishes",), lambda world: automatch.wish(world.alice, ["DK", "BO"], "main", 2)),
    "wishes are fulfilled": (
        ("wishes",),
        lambda world: automatch._begin("DK", "main", (world.alice.pk, world.bob.pk)),
    ),
    "staff make it void": (("match",), lambda world: staff.void(world["match"].pk, "A test.")),
    "a rating starts anew": (("over",), lambda world: ranking.restart(world.alice, "BZ")),
    "results are taken": (("event",), lambda world: outbox.follow_up("result")),
    "players are told": (("match", "over"), lambda world: outbox.follow_up("match")),
    "an event rests": (("event",), lambda world: deciding.pause(world["event"].pk, 1, world.bob, "A test.")),
    "a round closes": (("event",), _close_round),
    "a player withdraws": (("event",), _withdraw),
    "a seat is taken over": (("event",), _take_over),
    "all agree to postpone": (("event",), _postpone),
    "an account is closed": ((), lambda world: leaving.close(world.alice)),
}
