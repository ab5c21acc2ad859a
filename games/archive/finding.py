"""Searching finished matches, at a cost that does not grow with how many there are.

Whatever is asked for, one index leads: through the matches of the player, of the event, of the game by time
or by points, or through all by time. Each search goes down it from a line that it knows, never by counting
and never past lines that were shown. What the index does not know is asked of each match on the way, LOOKED
of them at most: where few fit, a page may be short, and says that there is more to look through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.archive.seeing import SEEN
from games.match import lists
from games.match.lists import Line
from games.models import Match
from statements import reading

PAGE = 30
LOOKED = 600
"""How many matches of its index one search looks at."""
TOTAL, CARD = "total", "card"
OF_WORDS = "plainto_tsquery('simple', %(words)s)"
KEY = re.compile(r"[0-9]{1,17}")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty is not asked. Days are those of the visitor, the last included.

    `players` are one or two by their keys, the index goes by the first. `points` says of what `least` and
    `most` are: the total or the best card, of the first player if there is one, else the best at the table.
    """

    players: tuple[int, ...] = ()
    code: str = ""
    event: int | None = None
    ladder: int | None = None
    since: date | None = None
    until: date | None = None
    points: str = TOTAL
    least: int | None = None
    most: int | None = None
    words: str = ""

    @property
    def by_points(self) -> bool:
        """Whether the most points come first, and not what ended last."""
        alone = not (self.players or self.event or self.ladder or self.words)
        return bool(alone and self.code) and not (self.least is None and self.most is None)


@dataclass(frozen=True, slots=True)
class After:
    """The line after which a page begins: what it is sorted by, and its match."""

    value: int
    match: int

    def __str__(self) -> str:
        return f"{self.value}.{self.match}"

    @classmethod
    def read(cls, said: str) -> After | None:
        """What `str` made of one; None for anything else."""
        value, _dot, match = said.partition(".")
        if not (KEY.fullmatch(value.removeprefix("-")) and KEY.fullmatch(match)):
            return None
        return cls(int(value), int(match))


@dataclass(frozen=True, slots=True)
class Found:
    """A page: its lines, and after which the next begins, if there may be more.

    `far` says that it was enough looking for one page, though fewer were found than fit on it.
    """

    lines: Sequence[Line]
    after: After | None
    far: bool


def find(wanted: Wanted, viewer: User | None, after: After | None = None) -> Found:
    """Matches that fit and that the viewer may see. Two queries, and one more where they fill no page."""
    asked = _Asked(wanted, viewer, after)
    rows = asked.rows()
    shown = rows[:PAGE]
    more = len(rows) > PAGE
    last = shown[-1] if more else asked.end()
    lines = lists.named([match for match, _value in shown], viewer)
    return Found(lines, asked.after(*last) if last else None, far=last is not None and not more)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One search as SQL: the index that leads (`_led`), and what is asked of each match on the way."""

    wanted: Wanted
    viewer: User | None
    from_: After | None

    def rows(self) -> list[tuple[int, Any]]:
        """Each match that fits with the value that it is sorted by, one more than a page at most."""
        asked = " AND ".join(self._asked())
        words = "JOIN games_archived AS kept ON kept.match_id = led.match" if self._asks_words else ""
        return self._all(
            f"""
            SELECT led.match, led.value FROM ({self._led()} LIMIT {LOOKED}) AS led
            JOIN games_match AS m ON m.id = led.match
            {words}
            WHERE m.status = '{Match.Status.FINISHED}' AND {SEEN} AND {asked}
            ORDER BY led.value DESC, led.match DESC
            LIMIT {PAGE + 1}
            """  # noqa: S608  (constants, and names of columns from this module)
        )

    def end(self) -> tuple[int, Any] | None:
        """The last line that was looked at, where there are more behind it."""
        rows = self._all(f"SELECT match, value FROM ({self._led()} OFFSET {LOOKED - 1} LIMIT 1) AS led")  # noqa: S608
        return rows[0] if rows else None

    def after(self, match: int, value: Any) -> After:
        """Where the next page begins."""
        return After(micros(value) if isinstance(value, datetime) else value, match)

    def _all(self, sql: str) -> list[tuple[int, Any]]:
        with connections[reading.source()].cursor() as cursor:
            cursor.execute(sql, self._given())
            return [(match, value) for match, value in cursor.fetchall()]

    def _led(self) -> str:
        wanted, value = self.wanted, "ended_at"
        match, table = "match_id", "games_archived"
        if wanted.players:
            match, table = "match", "games_archivedseat"
        if wanted.by_points:
            value = wanted.points
        conditions = " AND ".join([*self._leads(), *self._range(value, match)])
        return f"""
            SELECT {match} AS match, {value} AS value, ended_at, total, card FROM {table}
            WHERE {conditions} ORDER BY {value} DESC, {match} DESC
        """  # noqa: S608  (constants, and names of columns from this module)

    def _leads(self) -> Iterator[str]:
        wanted = self.wanted
        if wanted.players:
            yield "player_id = %(player)s"
        elif wanted.event is not None:
            yield "event = %(event)s"
        elif wanted.ladder is not None:
            yield "ladder = %(ladder)s"
        elif wanted.code:
            yield "code = %(code)s"
        if not wanted.players:
            yield "NOT closed"
        if wanted.words and not wanted.players:
            yield f"words @@ {OF_WORDS}"

    def _range(self, value: str, match: str) -> Iterator[str]:
        wanted = self.wanted
        yield f"{value} IS NOT NULL"  # as the index of the best cards has it
        yield from self._points("") if wanted.by_points else self._days()
        if self.from_ is not None:
            yield f"({value}, {match}) < (%(after)s, %(after_match)s)"

    def _days(self) -> Iterator[str]:
        if self.wanted.since is not None:
            yield "ended_at >= %(since)s"
        if self.wanted.until is not None:
            yield "ended_at < %(until)s"

    def _points(self, of: str) -> Iterator[str]:
        if self.wanted.least is not None:
            yield f"{of}{self.wanted.points} >= %(least)s"
        if self.wanted.most is not None:
            yield f"{of}{self.wanted.points} <= %(most)s"

    def _asked(self) -> Iterator[str]:
        """What the index that leads has not asked already."""
        wanted = self.wanted
        yield "true"
        if len(wanted.players) > 1:
            seat = "SELECT id FROM games_seat AS seat WHERE seat.match_id = m.id"
            yield f"({seat} AND seat.player_id = %(other)s) IS NOT NULL"
        if wanted.code:
            yield "m.code = %(code)s"
        if wanted.event is not None:
            yield "m.event = %(event)s"
        if wanted.ladder is not None:
            yield "m.ladder = %(ladder)s"
        if self._asks_words:
            yield f"kept.words @@ {OF_WORDS}"
        if wanted.by_points:
            yield from (f"led.{one}" for one in self._days())
        else:
            yield from self._points("led.")

    @property
    def _asks_words(self) -> bool:
        """Whether words are asked of each match, for the index that leads is a player's."""
        return bool(self.wanted.words and self.wanted.players)

    def _given(self) -> Mapping[str, Any]:
        wanted = self.wanted
        given = {
            "viewer": self.viewer.pk if self.viewer else None,
            "player": wanted.players[0] if wanted.players else None,
            "other": wanted.players[-1] if wanted.players else None,
            "code": wanted.code,
            "event": wanted.event,
            "ladder": wanted.ladder,
            "since": wanted.since and _midnight(wanted.since),
            "until": wanted.until and _midnight(wanted.until + timedelta(days=1)),
            "least": wanted.least,
            "most": wanted.most,
            "words": wanted.words,
        }
        if self.from_ is not None:
            value = self.from_.value
            given["after"] = value if wanted.by_points else EPOCH + timedelta(microseconds=max(value, 0))
            given["after_match"] = self.from_.match
        return given


def micros(moment: datetime) -> int:
    """A moment as a whole number: microseconds since 1970, UTC."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def _midnight(day: date) -> datetime:
    """Where a day of the visitor's begins."""
    return timezone.make_aware(datetime.combine(day, time()))
