"""A site on a Postgres of its own and a real standby from which its public pages are read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import News, User
from boatzee_site.copies import lag
from boatzee_site.copies.leader import LEADER
from boatzee_site.local import socket_dir
from boatzee_site.local.starting import until
from dicepool import refill
from dicepool.models import Day
from dicepool.statistics import Tally
from games.models import Match
from ladders.ladder.views import the_ladder
from ladders.models import Event
from statements.reading import COPY, PRIMARY
from tests import migrated
from tests.conftest import PASSWORD
from tests.faults.clusters import AHEAD, BATCH, OPTIONS, Cluster
from tests.faults.turned import forget, turned
from tests.games.tables import begin, play_out
from tests.ladders import events
from tests.signed_in import session

REDIS = 13
SESSIONS = "django.contrib.sessions.middleware.SessionMiddleware"
WAIT = 30.0
MENDING = "We are mending something: you can look at everything, and play goes on in a moment."
DAY = date(2026, 1, 1)
"""On which dice are said to have been counted."""


def with_copies(middleware: list[str]) -> list[str]:
    """What settings.py makes of the list where DATABASE_REPLICA_URL is set (tests/site/test_copies.py)."""
    at = middleware.index(SESSIONS)
    ours = "boatzee_site.copies.middleware"
    return [*middleware[:at], f"{ours}.Copies", *middleware[at:], f"{ours}.Turned"]


@dataclass
class Pair:
    """The primary, what follows it, and what there is on the site."""

    primary: Cluster
    copy: Cluster
    alice: User
    bob: User
    running: Match
    over: Match
    event: Event

    def pause(self) -> None:
        """The copy stands still from here on, as it is now."""
        self.primary.follow(self.copy)
        self.copy.sql("SELECT pg_wal_replay_pause()")
        until(lambda: self._says("SELECT pg_get_wal_replay_pause_state() = 'paused'"), WAIT, "it goes on")

    def go_on(self) -> None:
        """It follows again, and has all."""
        self.copy.sql("SELECT CASE WHEN pg_is_wal_replay_paused() THEN pg_wal_replay_resume() END")
        self.primary.follow(self.copy)

    def _says(self, sql: str) -> bool:
        with connections[COPY].cursor() as cursor:
            cursor.execute(sql)
            return bool(cursor.fetchone()[0])

    def lose(self) -> None:
        """The primary is gone, and the site has seen it."""
        self.primary.kill()
        until(lambda: LEADER.gone, WAIT, "nobody notices")

    def find(self) -> None:
        """It is back, and the site has seen it; the copy follows again."""
        self.primary.start()
        until(lambda: not LEADER.gone, WAIT, "nobody notices")
        until(followed, WAIT, "the copy does not follow again")

    def reset(self) -> None:
        """All well, as at the start of a process."""
        LEADER.stop()
        connections[PRIMARY].close()
        connections[COPY].close()
        lag._rests_until = 0.0
        self.go_on()
        LEADER.watch()
        until(lag.near_enough, WAIT, "the copy is not used")

    def address(self, view: str) -> str:
        """Where a page of `SHOWN` is."""
        given: dict[str, list[Any]] = {
            "games:player": [self.alice.username],
            "games:replay": [self.over.pk],
            "games:table": [self.running.pk],
            "games:rules_of": ["bo"],
            "guide": ["fair-play"],
            "ladders:explained": ["swiss"],
            "ladders:ladder": ["bo"],
            "ladders:ladder_log": ["bo"],
            "dicepool:batch": [1],
            "dicepool:day": [DAY],
            **{key: [self.event.pk] for key in ("ladders:event", "ladders:tables", "ladders:log")},
        }
        return reverse(view, args=given.get(view, []))


def followed() -> bool:
    """Whether somebody follows the primary."""
    with connections[PRIMARY].cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_replication")
        return bool(cursor.fetchone()[0])


def asked(client: Client, address: str, **headers: str) -> tuple[str, int, int]:
    """The page, and how many queries it cost the primary and the copy."""
    with (
        CaptureQueriesContext(connections[PRIMARY]) as primary,
        CaptureQueriesContext(connections[COPY]) as copy,
    ):
        answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode(), len(primary), len(copy)


def publish(title: str) -> None:
    """News of this title."""
    News.objects.create(title=title, text="Something is new.", published_at=timezone.now())


def signed_in(player: User) -> Client:
    """A browser in which the player signed in."""
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = session(player)
    return client


@contextlib.contextmanager
def pair(home: Path) -> Iterator[Pair]:
    """Both running, and Django turned to them. What was laid in this folder before goes on there."""
    laid = (home / "copy").exists()
    of_it = {
        "DICE_BATCH": BATCH,
        "DICE_AHEAD": AHEAD,
        "DICE_HIGH_WATER": 2 * BATCH,
        "DICE_LOG": home / "log",
        "MIDDLEWARE": with_copies(settings.MIDDLEWARE),
        "DATABASE_ROUTERS": ["boatzee_site.copies.router.Router"],
    }
    primary = Cluster(home / "site")
    with override_settings(**of_it), turned(home / "memory", REDIS):
        primary.start()
        made = _found(primary) if laid else _laid(primary)
        made.copy.postgres.settings = {**OPTIONS, "wal_retrieve_retry_interval": "100ms"}
        made.copy.start_following()
        try:
            with _second(made.copy):
                yield made
        finally:
            made.copy.stop()
            primary.stop()


@contextlib.contextmanager
def _second(copy: Cluster) -> Iterator[None]:
    """Django knows the copy as settings.py would have it."""
    first: dict[str, Any] = connections.settings[PRIMARY]
    options = {**first["OPTIONS"], "connect_timeout": 2}
    options["options"] = f"{options['options']} -c default_transaction_read_only=on"
    connections.settings[COPY] = {**first, "HOST": str(socket_dir(copy.home)), "OPTIONS": options}
    try:
        yield
    finally:
        LEADER.stop()
        connections[COPY].close()
        del connections[COPY], connections.settings[COPY]


def _laid(primary: Cluster) -> Pair:
    migrated.migrate()
    forget()  # an earlier pair of the same name
    refill.add_sets(BATCH, "test")
    alice, bob = (
        User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("alice", "bob")
    )
    running, over = begin("PG", alice, bob), play_out(begin("PG", alice, bob))
    event = events.begun(events.opened("swiss", "BO"), [alice, bob])
    the_ladder("bo")
    Day.objects.create(date=DAY, counts=Tally().dump(), total=Tally().dump())
    return Pair(primary, primary.standby("copy"), alice, bob, running, over, event)


def _found(primary: Cluster) -> Pair:
    alice, bob = (User.objects.get(username=name) for name in ("alice", "bob"))
    running, over = Match.objects.order_by("pk")[:2]
    copy = Cluster(primary.home.with_name("copy"))
    return Pair(primary, copy, alice, bob, running, over, Event.objects.get())
