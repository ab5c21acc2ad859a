"""A world for events: its clock, its dice, its players, and what has been done in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from unittest import mock

from django.conf import settings
from django.db import connection
from django.db.models import Min
from django.test import override_settings
from django.utils import timezone

from accounts.live import channels
from accounts.models import User
from dicepool import pool
from games.match import clocks, notices
from games.match import wake as games_wake
from games.models import Match, Pulse
from ladders.events import rounds, wake
from ladders.formats import FORMATS
from ladders.models import Event, Fixture, Section
from tests.dicepool.seeded import Seeded
from tests.worker import work

START = datetime(2100, 1, 4, 12, tzinfo=UTC)
TICK = timedelta(milliseconds=1)
"""So far apart are two moments that are asked for: nothing happens at the same time as another."""
AROUND = timedelta(seconds=1)
WRITING = ("INSERT", "UPDATE", "DELETE")
TABLES = re.compile(r'"ladders_(?:entry|fixture|section|member|place)"')
"""What lines of tables are made of."""
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
    among: tuple[str, ...] = tuple(sorted(FORMATS))
    """The formats of its events."""
    clock: Clock = field(default_factory=Clock)
    players: list[User] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    troubled: set[int] = field(default_factory=set)
    """Events in which something was broken on purpose."""
    poisoned: set[int] = field(default_factory=set)
    """Events whose sections cannot be brought to date, until they are healed."""
    decided: set[int] = field(default_factory=set)
    """Matches that a director decided."""
    corrected: dict[int, set[int]] = field(default_factory=dict)
    """Fixtures whose result was corrected, each with the entries that were said to be absent."""
    discounted: set[int] = field(default_factory=set)
    """Fixtures that count for nobody."""
    early: set[int] = field(default_factory=set)
    """Events that were ended with something left to play."""
    agreeing: set[int] = field(default_factory=set)
    """Events that somebody who plays there agreed to end."""
    crowned: set[int] = field(default_factory=set)
    """Leagues whose champions were asked."""
    withdrew: set[int] = field(default_factory=set)
    """Entries that left of their own will, and were not put back."""
    made: Counter[str] = field(default_factory=Counter)
    trail: list[str] = field(default_factory=list)
    leads: User | None = None
    known: list[Event] | None = None
    """The events, until something of one is written."""
    written: bool = True
    """Whether anything at all was written since it was looked at."""
    counted: bool = False
    """Whether the tables were compared with the results since anything was written that they are made of."""
    dry: bool = False

    def __post_init__(self) -> None:
        self.dice = Seeded(random.Random(self.choose.random()))
        self.holidays = self.choose.random() < 0.15

    def draw(self, n: int, labels: Sequence[bytes] | None = None, owner: bytes = b"") -> list[pool.Drawn]:
        """The next sets: seeded, since a failure is to be repeated; raises PoolEmpty while it is dry."""
        if self.dry:
            raise pool.PoolEmpty
        return self.dice.draw(n, labels, owner)

    def reserve(
        self, wanted: Sequence[pool.Wanted], owner: bytes, shown: Sequence[pool.Shown] = ()
    ) -> list[pool.Reserved]:
        """The same, without opening them."""
        if self.dry:
            raise pool.PoolEmpty
        return self.dice.reserve(wanted, owner, shown)

    def player(self) -> User:
        """Somebody new."""
        name = f"player-{next(NUMBERS)}"
        player = User.objects.create(
            username=name,
            email=f"{name}@example.org",
            last_seen=self.clock(),
            spend_holiday=self.holidays and self.choose.random() < 0.3,
        )
        self.players.append(player)
        return player

    def forms(self, count: int) -> list[str]:
        """So many formats, leagues more often: of them come champions."""
        return self.choose.choices(self.among, [1 + (form == "league") for form in self.among], k=count)

    def director(self) -> User:
        """Who decides, and plays nowhere."""
        if self.leads is None:
            self.leads = User.objects.create(username=f"director-{next(NUMBERS)}", is_staff=True)
        return self.leads

    def all(self) -> list[Event]:
        """The events as they are now."""
        if self.known is None or len(self.known) != len(self.events):
            self.known = list(Event.objects.filter(pk__in=self.events).order_by("pk"))
        return self.known

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
        for event in self.all():
            found += {
                "open": [event.begins_at],
                "running": [event.paused_until],
                "review": [event.review_until],
            }.get(event.status, [])
        running = [event.pk for event in self.all() if event.status == "running"]
        open_ = Fixture.objects.filter(section__event__in=running, result__isnull=True, deadline__gt=now)
        found.append(open_.aggregate(first=Min("deadline"))["first"])
        waking = Section.objects.filter(event__in=running, over=False, wakes_at__gt=now)
        found.append(waking.aggregate(first=Min("wakes_at"))["first"])
        due = Match.objects.filter(event__in=self.events, due__gt=now)
        found.append(due.aggregate(first=Min("due"))["first"])
        return min((moment for moment in found if moment is not None and moment > now), default=None)

    def pass_until(self, moment: datetime) -> None:
        """The time passes at once, and the site was there all the while."""
        self.clock.now = max(self.clock.now, moment)
        Pulse.objects.update_or_create(pk=1, defaults={"at": self.clock.now})
        clocks.keep_time()

    @contextmanager
    def here(self) -> Iterator[None]:
        """The world's clock and dice; nothing is sent, for nobody listens."""

        def advance(section: Section, real: Any = rounds.advance) -> None:
            if section.event_id in self.poisoned:
                raise ZeroDivisionError("It was poisoned.")
            real(section)

        patches: tuple[tuple[Any, str, Any], ...] = (
            (timezone, "now", self.clock),
            (pool, "draw", self.draw),
            (pool, "reserve", self.reserve),
            (pool, "unseal", self.dice.unseal),
            (rounds, "advance", advance),
            (wake, "event", mock.Mock()),
            (games_wake, "results", mock.Mock()),
            (games_wake, "robots", mock.Mock()),
            (channels, "publish", mock.Mock()),
            (notices, "note", mock.Mock()),
        )
        with ExitStack() as stack:
            for module, name, instead in patches:
                stack.enter_context(mock.patch.object(module, name, instead))
            stack.enter_context(override_settings(OUTBOX={"result": settings.OUTBOX["result"]}))
            stack.enter_context(connection.execute_wrapper(self._watch))
            Pulse.objects.update_or_create(pk=1, defaults={"at": self.clock.now})
            yield

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(WRITING):
            self.written = True
            if TABLES.search(sql):
                self.counted = False
            if '"ladders_event"' in sql:
                self.known = None
        return execute(sql, params, many, context)
