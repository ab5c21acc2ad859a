"""No two services ever wait for each other: docs/locks.md, tried pair by pair.

One service is stopped after each lock that it takes; another runs against it until it is through, or waits.
Then the first goes on. Both must end, by themselves or with a refusal that is one of the game's own.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import combinations_with_replacement, count
from queue import SimpleQueue
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts import leaving, outbox
from accounts.models import User
from dicepool import refill
from games.match import clocks, ranking, staff
from games.models import Match, Pulse, Seat
from games.rules.base import Pace
from games.seats import automatch, lobby, waiting
from games.views import refusals
from ladders.events import deciding, engine, entries, postponing, substituting
from ladders.events.views import refusals as event_refusals
from ladders.models import Entry, Event, Fixture
from tests.games.tables import begin
from tests.ladders import clubs
from tests.ladders.clubs import resign
from tests.ladders.events import begun, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

LOCKS = re.compile(r"FOR (NO KEY )?UPDATE|FOR KEY SHARE|advisory_xact_lock|^UPDATE|^DELETE")
TABLE = re.compile(r'"?\b((?:games|accounts|ladders)_\w+)"?')
REFUSED = (*refusals.REFUSED, *event_refusals.REFUSED)
names = count()


@dataclass
class World:
    """Rows that the services want: two players, and of what they play together as much as is needed."""

    alice: User
    bob: User
    made: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.made[name]


def _two(world: World) -> tuple[User, User]:
    return world.alice, world.bob


def _event(world: World) -> Event:
    """One match of it runs; the result of the other waits to be taken."""
    event = begun(opened("knockout", "BZ"), list(_two(world)))
    runs, over = Match.objects.filter(event=event.pk).order_by("pk")
    resign(over, world.bob)
    world.made["match of the event"] = runs
    return event


def _casual(world: World) -> Match:
    """A match in which somebody's time has run out."""
    return _run_out(begin("BZ", *_two(world)))


def _run_out(match: Match) -> Match:
    past = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(match=match, to_move=True).update(deadline=past)
    Match.objects.filter(pk=match.pk).update(deadline=past, due=past)
    return match


def _over(world: World) -> Match:
    """A match that is over, and rated."""
    match = begin("BZ", *_two(world))
    resign(match, world.alice)
    return match


MAKERS: dict[str, Callable[[World], object]] = {
    "event": _event,
    "match": _casual,
    "over": _over,
    "clubs": lambda world: clubs.about_to_meet(*_two(world), names),
    "asked": lambda world: lobby.invite(world.bob, [world.alice], "BZ", {}, Pace.TURNS, "main"),
    "seek": lambda world: waiting.seek(world.bob, 2, "BO", {}, Pace.TURNS, "main", private=False),
    "wishes": lambda world: [automatch.wish(player, ["DK"], "main", 1) for player in _two(world)],
}


def build(*needs: str) -> World:
    """A world of its own for each try: nothing has to be emptied in between."""
    number = next(names)
    alice, bob = User.objects.bulk_create(
        User(username=f"{name}{number}", email=f"{name}{number}@example.org", last_seen=timezone.now())
        for name in ("alice", "bob")
    )
    world = World(alice, bob, {})
    for need in dict.fromkeys(needs):
        world.made[need] = MAKERS[need](world)
    return world


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
    for player in _two(world):
        postponing.agree(world["event"].pk, player)


Service = tuple[tuple[str, ...], Callable[[World], object]]
"""What has to be there for it, and what it does."""
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
    "a club lets somebody in": (("clubs",), lambda world: clubs.let_in(world["clubs"], world.alice)),
    "the line-ups of clubs close": (("clubs",), lambda world: clubs.late(world["clubs"])),
    "an account is closed": ((), lambda world: leaving.close(world.alice)),
}


class Hand(threading.Thread):
    """Does what it is given, one thing after the other, on a connection of its own: a new one for each of
    them, with all that it has to learn of the tables, would take more time than what it is for.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.given: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while act := self.given.get():
            act()
        connection.close()


@dataclass
class Actor:
    """A service in another's hand, that can be stopped after a lock."""

    hand: Hand
    act: Callable[[], object]
    stop_after: int | None = None
    pid: int = 0
    locks: int = 0
    wrong: str = ""
    started: threading.Event = field(default_factory=threading.Event)
    stopped: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    through: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.hand.given.put(self._run)

    def _run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self.pid = cursor.fetchone()[0]
            self.started.set()
            with connection.execute_wrapper(self._watch):
                self.act()
        except REFUSED:
            pass
        except Exception as error:  # noqa: BLE001  (whatever it is, the test tells of it)
            self.wrong = f"{type(error).__name__}: {error}"
            connection.close()
        finally:
            self.stopped.set()
            self.through.set()

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if LOCKS.search(sql):
            self.locks += 1
            if self.locks == self.stop_after:
                self.stopped.set()
                self.go_on.wait(20)
        return answer

    def waits(self) -> bool:
        """Whether it waits for somebody's lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self.pid])
            return bool(cursor.fetchone()[0])

    @property
    def over(self) -> bool:
        """Whether it is through."""
        return self.through.is_set()


def meet(
    first: Callable[[], object], second: Callable[[], object], after: int, hands: list[Hand]
) -> list[Actor]:
    """The first stopped after so many locks, the second through or waiting, then both to the end.

    A hand that hangs is replaced by a new one.
    """
    one = Actor(hands[0], first, after)
    assert one.stopped.wait(20)
    other = Actor(hands[1], second)
    assert other.started.wait(20)
    until = time.monotonic() + 20
    while not other.through.wait(0.01) and not other.waits() and time.monotonic() < until:
        pass  # asking oftener takes the time that the two need
    one.go_on.set()
    for place, actor in enumerate((one, other)):
        if not actor.through.wait(20):
            hands[place] = Hand()
    return [one, other]


@pytest.fixture
def hands(transactional_db: None) -> Iterator[list[Hand]]:
    """Two, whose connections end with the test."""
    found = [Hand(), Hand()]
    yield found
    for hand in found:
        hand.given.put(None)
        hand.join(20)


def locked(service: Service) -> list[frozenset[str]]:
    """The tables of the locks that a service takes when nobody is in its way, in their order."""
    needs, act = service
    world, found = build(*needs), []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if LOCKS.search(sql):
            found.append(frozenset(TABLE.findall(sql)) or frozenset({"advisory"}))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        act(world)
    return found


def stops(mine: list[frozenset[str]], theirs: list[frozenset[str]]) -> list[int]:
    """After which of my locks they could come to wait for me: the first of each table that they want.

    At the commit everybody may want accounts: foreign keys are checked there. Where there are many, the one
    with the least in hand and one in the middle; with EVERY_STOP=1 all of them.
    """
    wanted = frozenset[str]({"accounts_user"}).union(*theirs)
    first = {tables & wanted: at for at, tables in reversed(list(enumerate(mine, 1))) if tables & wanted}
    found = sorted(first.values())
    few = {found[0], found[len(found) // 2]} if found else set()
    return found if os.environ.get("EVERY_STOP") == "1" else sorted(few)


def test_no_two_wait_for_each_other(hands: list[Hand]) -> None:
    refill.add_sets(20_000, "tests")
    tables = {name: locked(service) for name, service in SERVICES.items()}
    assert [name for name, found in tables.items() if not found] == [], "each of them locks something"
    wrong = []
    for (name, (needs, act)), (against, (more, other)) in combinations_with_replacement(SERVICES.items(), 2):
        for after in stops(tables[name], tables[against]):
            world = build(*needs, *more)
            for actor in meet(partial(act, world), partial(other, world), after, hands):
                if actor.wrong or not actor.over:
                    how = actor.wrong or "it hangs"
                    wrong.append(f"{name}, stopped after lock {after}, and {against}: {how}")
    assert wrong == []
