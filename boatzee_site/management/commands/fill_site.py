"""Fill an empty site with many players and matches, to see how it behaves when it has grown."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from tqdm import tqdm

from accounts.models import User
from dicepool import pool
from games.match import play
from games.models import Match, Move, Seat
from games.rules.base import Pace
from games.seats import lobby

BLOCK = 20_000
EACH_RUNNING, EACH_FINISHED = 4, 40
"""Matches of one active player. Each is for two."""
NOBODY = "!"


class Command(BaseCommand):
    """Load players, running matches and finished ones by COPY. Finished ones have no moves."""

    help = "Fill an empty site with many players and matches: for benchmarks, never for a real site."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--players", type=int, default=3_000_000)
        parser.add_argument("--active", type=int, default=100_000, help="players who have matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load everything in one transaction, then let Postgres count it."""
        players, active = options["players"], min(options["active"], options["players"])
        if active % 2:
            raise CommandError("The active players are paired: give an even number.")
        if User.objects.filter(username="Sample-1").exists():
            raise CommandError("This site was filled already.")
        if pool.level() < 1000:
            raise CommandError("There are too few dice: refill the pool first.")
        quiet = options["verbosity"] == 0
        running, finished = _samples()
        with transaction.atomic():
            first = _next("accounts_user")
            _copy("accounts_user", USER, _users(first, players), players, quiet=quiet)
            _raise("accounts_user", first + players)
            _matches(first, active, running, finished, quiet=quiet)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _samples() -> tuple[Match, Match]:
    """A match that runs and one that is over, played for real, from which the others are copied."""
    two = [User.objects.create_user(f"Sample-{number}", f"sample{number}@example.org") for number in (1, 2)]
    made = []
    for _ in range(2):
        match = lobby.invite(two[0], [two[1]], "BZ", {}, Pace.TURNS, "main")
        made.append(lobby.answer(match.pk, two[1], accept=True))
    over = made[1]
    choose = random.Random(1)  # noqa: S311  (which legal move a sample makes)
    while not over.over:
        seat = Seat.objects.select_related("player").get(match=over, to_move=True)
        assert seat.player
        wanted = choose.choice(over.rules.moves(over.table, seat.index))
        over = play.move(over.pk, seat.player, over.version, wanted)
    return made[0], over


USER = (
    *("id", "password", "is_superuser", "username", "email", "is_staff", "is_active", "date_joined"),
    *("time_zone", "robot", "days_off", "spend_holiday", "hide_rating", "last_seen"),
)
SYLLABLES = ("ba", "do", "fi", "ga", "ke", "lu", "mi", "no", "pe", "ra", "si", "tu", "wo", "za")


def _users(first: int, players: int) -> Iterator[tuple[Any, ...]]:
    now = datetime.now(UTC)
    choose = random.Random(1)  # noqa: S311  (names)
    for number in range(players):
        name = "".join(choose.choices(SYLLABLES, k=3)) + str(number)
        joined = now - timedelta(minutes=number % 1_000_000)
        yield (
            *(first + number, NOBODY, "f", name, f"{name}@example.org", "f", "t", joined),
            *("UTC", "", "{}", "f", "f", joined),
        )


MATCH = (
    *("id", "code", "rules_version", "options", "pace", "clock", "rated", "status", "state", "version"),
    *("starter", "deadline", "due", "adjudicated", "reason", "link", "created_at", "started_at", "ended_at"),
)
SEAT = (
    *("id", "match_id", "index", "player_id", "accepted", "to_move", "deadline", "bank", "moves"),
    *("total", "place", "zone", "days_off", "since"),
)
MOVE = ("id", "match_id", "number", "seat", "kind", "keep", "box", "dice", "serials", "at")
RATING = ("id", "player_id", "code", "kind", "mean", "deviation", "volatility", "matches", "at")
POINT = ("player_id", "match_id", "code", "kind", "before", "mean", "deviation", "taken_back", "at")


def _matches(first: int, active: int, running: Match, finished: Match, *, quiet: bool) -> None:
    """Matches between neighbours at growing distances, so that everybody meets many others."""
    pairs = [(number, step) for step in range(1, EACH_RUNNING // 2 + 1) for number in range(active)]
    begin = _next("games_match")
    _lay(running, begin, [_pair(first, active, *pair) for pair in pairs], quiet=quiet)
    over = [(number, step) for step in range(1, EACH_FINISHED // 2 + 1) for number in range(active)]
    _lay(finished, begin + len(pairs), [_pair(first, active, *pair) for pair in over], quiet=quiet)
    now = datetime.now(UTC)
    start = _next("games_rating")
    rows = (
        (start + number, first + number, "BZ", "duel", 1200 + number % 700, 60, 0.06, EACH_FINISHED, now)
        for number in range(active)
    )
    _copy("games_rating", RATING, rows, active, quiet=quiet)
    _raise("games_rating", start + active)


def _pair(first: int, active: int, number: int, step: int) -> tuple[int, int]:
    return first + number, first + (number + step) % active


def _lay(sample: Match, begin: int, pairs: list[tuple[int, int]], *, quiet: bool) -> None:
    """As many copies of a match as there are pairs, with its seats, and its moves while it runs."""
    seats = list(sample.seats.order_by("index"))
    now = datetime.now(UTC)
    deadline = now + timedelta(days=2) if sample.deadline else None
    state, options = json.dumps(sample.state), json.dumps(sample.options)
    matches = (
        (
            *(begin + number, sample.code, sample.rules_version, options, sample.pace, sample.clock, "t"),
            *(sample.status, state, sample.version, sample.starter, deadline, deadline, "f", "", ""),
            *(now, now, now - timedelta(seconds=number) if sample.ended_at else None),
        )
        for number in range(len(pairs))
    )
    _copy("games_match", MATCH, matches, len(pairs), quiet=quiet)
    _raise("games_match", begin + len(pairs))
    start = _next("games_seat")
    rows = (
        (
            *(start + 2 * number + seat.index, begin + number, seat.index, pair[seat.index], "t"),
            *("t" if seat.to_move else "f", deadline if seat.to_move else None, "2 days", seat.moves),
            *(seat.total, seat.place, "UTC", "{}", seat.since),
        )
        for number, pair in enumerate(pairs)
        for seat in seats
    )
    _copy("games_seat", SEAT, rows, 2 * len(pairs), quiet=quiet)
    _raise("games_seat", start + 2 * len(pairs))
    if sample.status == Match.Status.RUNNING:
        _copy_moves(sample, begin, len(pairs), quiet=quiet)
    else:
        _copy_points(begin, pairs, quiet=quiet)


def _copy_moves(sample: Match, begin: int, count: int, *, quiet: bool) -> None:
    moves = list(Move.objects.filter(match=sample).order_by("number"))
    start, now = _next("games_move"), datetime.now(UTC)
    rows = (
        (
            *(start + number * len(moves) + place, begin + number, move.number, move.seat, move.kind),
            *(_array(move.keep), move.box, _array(move.dice), _array(move.serials), now),
        )
        for number in range(count)
        for place, move in enumerate(moves)
    )
    _copy("games_move", MOVE, rows, count * len(moves), quiet=quiet)
    _raise("games_move", start + count * len(moves))


def _copy_points(begin: int, pairs: list[tuple[int, int]], *, quiet: bool) -> None:
    now = datetime.now(UTC)
    rows = (
        (
            *(player, begin + number, "BZ", "duel"),
            *(1500 + number % 90, 1500 + number % 97, 60, "f", now - timedelta(seconds=number)),
        )
        for number, pair in enumerate(pairs)
        for player in pair
    )
    _copy("games_ratingpoint", POINT, rows, 2 * len(pairs), quiet=quiet)


def _array(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _copy(
    table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]], count: int, *, quiet: bool
) -> None:
    names = ", ".join(f'"{name}"' for name in columns)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy,
        tqdm(total=count, desc=table, unit="rows", disable=quiet) as bar,
    ):
        block: list[str] = []
        for row in rows:
            block.append("\t".join("\\N" if value is None else str(value) for value in row) + "\n")
            if len(block) == BLOCK:
                copy.write("".join(block))
                bar.update(len(block))
                block.clear()
        copy.write("".join(block))
        bar.update(len(block))


def _next(table: str) -> int:
    """The key that comes after all that the table has had."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        found: int = cursor.fetchone()[0]
    return found


def _raise(table: str, key: int) -> None:
    """Let the table's keys go on from here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, key])
