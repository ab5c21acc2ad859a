"""A world for events: its clock, its dice, its players, and what has been done in it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from unittest import mock

from django.utils import timezone

from accounts.models import User
from dicepool import pool
from games import live, timeouts
from games import wake as games_wake
from games.models import Match, Pulse
from ladders import rounds, wake
from ladders.models import Event, Fixture, Group
from tests.worker import work

START = datetime(2100, 1, 4, 12, tzinfo=UTC)
TICK = timedelta(milliseconds=1)
"""So far apart are two moments that are asked for: nothing happens at the same time as another."""
AROUND = timedelta(seconds=1)
NUMBERS = count()
"""Of players, in one process."""


class Broken(AssertionError):
    """Something that must always hold does not."""


class Killed(BaseException):
    """The worker is killed here."""


class Clock:
    """Says what time it is; it goes on with every look."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += TICK
        return self.now


@dataclass
class World:
    """What there is. `choose` makes every choice, and seeds the dice, so that a seed says it all."""

    choose: random.Random
    clock: Clock = field(default_factory=Clock)
    players: list[User] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    troubled: set[int] = field(default_factory=set)
    """Events in which something was broken on purpose."""
    poisoned: set[int] = field(default_factory=set)
    """Events whose groups cannot be brought to date, until they are healed."""
    decided: set[int] = field(default_factory=set)
    """Matches that a director decided."""
    made: Counter[str] = field(default_factory=Counter)
    trail: list[str] = field(default_factory=list)
    dry: bool = False
    serial: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.choose.random())

    def draw(self, n: int) -> list[pool.Drawn]:
        """The next sets: seeded, since a failure is to be repeated; raises PoolEmpty while it is dry."""
        if self.dry:
            raise pool.PoolEmpty
        drawn = []
        for _ in range(n):
            self.serial += 1
            drawn.append(pool.Drawn(self.serial, tuple(self.dice.randint(1, 6) for _ in range(5))))
        return drawn

    def player(self) -> User:
        """Somebody new."""
        name = f"player-{next(NUMBERS)}"
        player = User.objects.create(username=name, email=f"{name}@example.org", last_seen=self.clock())
        player.spend_holiday = self.choose.random() < 0.15
        player.save(update_fields=["spend_holiday"])
        self.players.append(player)
        return player

    def all(self) -> list[Event]:
        """The events as they are now."""
        return list(Event.objects.filter(pk__in=self.events).order_by("pk"))

    def one(self, *status: str) -> Event | None:
        """Some event in one of these states."""
        found = [event for event in self.all() if event.status in status]
        return self.choose.choice(found) if found else None

    def running(self, event: Event | None) -> list[Match]:
        """The matches of it that run."""
        if event is None:
            return []
        return list(Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).order_by("pk"))

    def heal(self) -> None:
        """Mend what was broken on purpose: the next look finds it whole."""
        self.dry = False
        self.poisoned.clear()
        Event.objects.filter(pk__in=self.troubled).update(options={}, look_at=None)
        work()
        self.troubled.clear()

    def next_moment(self) -> datetime | None:
        """When something happens by itself, the first such moment after now."""
        now = self.clock.now
        found: list[datetime | None] = []
        for name in ("begins_at", "paused_until", "review_until"):
            status = {"begins_at": "open", "paused_until": "running", "review_until": "review"}[name]
            rows = Event.objects.filter(**{"pk__in": self.events, "status": status, f"{name}__gt": now})
            found += [rows.order_by(name).values_list(name, flat=True).first()]
        open_ = Fixture.objects.filter(
            group__event__in=self.events,
            group__event__status="running",
            result__isnull=True,
            deadline__gt=now,
        )
        found += [open_.order_by("deadline").values_list("deadline", flat=True).first()]
        due = Match.objects.filter(event__in=self.events, due__gt=now).order_by("due")
        found += [due.values_list("due", flat=True).first()]
        return min((moment for moment in found if moment is not None), default=None)

    def pass_until(self, moment: datetime) -> None:
        """The time passes at once, and the site was there all the while."""
        self.clock.now = max(self.clock.now, moment)
        Pulse.objects.update_or_create(pk=1, defaults={"at": self.clock.now})
        timeouts.keep_time()

    @contextmanager
    def here(self) -> Iterator[None]:
        """The world's clock and dice; nothing is sent, for nobody listens."""

        def advance(group: Group, real: Any = rounds.advance) -> None:
            if group.event_id in self.poisoned:
                raise ZeroDivisionError("It was poisoned.")
            real(group)

        patches: tuple[tuple[Any, str, Any], ...] = (
            (timezone, "now", self.clock),
            (pool, "draw", self.draw),
            (rounds, "advance", advance),
            (wake, "event", mock.Mock()),
            (games_wake, "results", mock.Mock()),
            (games_wake, "robots", mock.Mock()),
            (live, "publish", mock.Mock()),
        )
        with ExitStack() as stack:
            for module, name, instead in patches:
                stack.enter_context(mock.patch.object(module, name, instead))
            Pulse.objects.update_or_create(pk=1, defaults={"at": self.clock.now})
            yield
