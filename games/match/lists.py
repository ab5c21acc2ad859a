"""Matches as lines of a list: a player's own, those that run and the last that are over.

Lists are the pages that people open most, and their lines show little of a match: so they are plain values,
read by statements that stay prepared, and the state of a table, by far its largest column, stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from accounts.models import User
from games.clock import CLOCKS
from games.models import Match
from games.models.match import name_of
from games.rules import RULES
from games.rules.base import APART, Rules
from games.tables import table_of
from statements import Statement

PAGE = 30
"""How many matches that are over a list shows."""
NEVER = datetime.max.replace(tzinfo=UTC)


class Sitter(NamedTuple):
    """A seat of a line, and who sits there; `pinned` and `put_off` are for its own player's eyes."""

    player_id: int | None
    to_move: bool
    accepted: bool
    deadline: datetime | None
    total: int
    turns: int
    acted_at: datetime | None
    latest: Mapping[str, Any]
    pinned: bool
    username: str | None
    guest: bool | None
    robot: str | None
    place: int | None = None
    put_off: bool = False
    waits: int = 0
    """Its place among all seats of a list, in the order in which they wait; 0 in a list of what is over."""

    @property
    def name(self) -> str:
        """As `Seat.name` has it."""
        return name_of(self.username, guest=bool(self.guest))


@dataclass
class Line:
    """A match, as far as a list shows it; `mine` is the seat of the player whose list it is."""

    pk: int
    code: str
    options: dict[str, Any]
    pace: str
    clock: str
    rated: bool
    event: int | None
    ladder: int | None
    status: str
    deadline: datetime | None
    ended_at: datetime | None
    seats: list[Sitter] = field(default_factory=list)
    mine: Sitter | None = None

    @property
    def rules(self) -> Rules[Any]:
        """The rules it is played by."""
        return RULES[self.code]

    @property
    def organised(self) -> bool:
        """As `Match.organised` has it."""
        return self.event is not None or self.ladder is not None

    @property
    def get_clock_display(self) -> str:
        """The name of its clock."""
        return CLOCKS[self.clock].title

    @property
    def people(self) -> bool:
        """Whether anybody but robots plays with the player; a closed account was somebody."""
        return any(not seat.robot for seat in self.seats if seat is not self.mine)

    @cached_property
    def open_seats(self) -> list[Sitter]:
        """The seats whose play the list may tell of: of cards that are hidden the player's own alone."""
        return self.seats if self.pace not in APART else [seat for seat in self.seats if seat is self.mine]

    @cached_property
    def opponents(self) -> list[Sitter]:
        """Those of them who are not the player."""
        return [seat for seat in self.open_seats if seat is not self.mine]

    @property
    def lead(self) -> int | None:
        """By how many points the player is ahead of the best of the others; None where none is to be seen."""
        if self.mine is None or not self.opponents:
            return None
        return self.mine.total - max(seat.total for seat in self.opponents)

    @property
    def place(self) -> int:
        """The player's place by the points so far."""
        return 1 + sum(self.mine is not None and seat.total > self.mine.total for seat in self.opponents)

    @property
    def rounds(self) -> int | None:
        """How many turns everybody has in all; None where the dice decide."""
        return table_of(self.rules).rounds(self.rules)

    @property
    def round(self) -> int:
        """The turn that the player is in, or has played last."""
        return max(1, self.mine.turns + self.mine.to_move) if self.mine else 1

    @property
    def ends(self) -> datetime | None:
        """When the player's clock ends, or, where others are to move, the first that does."""
        return self.mine.deadline if self.mine and self.mine.to_move else self.deadline

    @property
    def target(self) -> int | None:
        """The points that the match is played to; None where it is played by rounds."""
        return self.options.get("target")

    @cached_property
    def mover(self) -> Sitter | None:
        """Who moved last, as far as the list may tell."""
        moved = [(seat.acted_at, place) for place, seat in enumerate(self.open_seats) if seat.acted_at]
        return self.open_seats[max(moved)[1]] if moved else None

    @property
    def box_label(self) -> str:
        """The box that was scored last, as it stands on the card."""
        box = self.mover.latest.get("box", "") if self.mover else ""
        return table_of(self.rules).box_label(self.rules, box) if box else ""


MATCH = (
    "m.id, m.code::text, m.options, m.pace::text, m.clock::text, m.rated, m.event, m.ladder, m.status::text,"
    " m.deadline, m.ended_at"
)
SITTER = """
s.player_id, s.to_move, s.accepted, s.deadline, s.total, s.turns, s.acted_at, s.latest, s.pinned,
u.username::text, u.guest, u.robot::text, s.place"""
SEATED = """
FROM games_match AS m
JOIN games_seat AS s ON s.match_id = m.id
LEFT JOIN accounts_user AS u ON u.id = s.player_id
"""
OF_MATCH = MATCH.count(",") + 1

PUT_OFF = "(s.later IS NOT NULL AND (s.acted_at IS NULL OR s.later > s.acted_at))"
"""Whether the player of a seat put the match off, and has not moved there since."""
AS_THEY_WAIT = (
    f"{PUT_OFF}, CASE WHEN {PUT_OFF} THEN s.later END, s.pinned DESC, s.deadline NULLS LAST, s.match_id"
)
"""The order in which matches wait for who is to move there; what was put off last, as it was put off."""

UNFINISHED = Statement(
    "matches of a player that are not over",
    f"""
SELECT {MATCH}, {SITTER}, {PUT_OFF}, row_number() OVER (ORDER BY {AS_THEY_WAIT})
{SEATED}
WHERE m.id IN (SELECT match_id FROM games_seat WHERE player_id = $1::bigint)
AND m.status IN ('{Match.Status.INVITING}', '{Match.Status.RUNNING}')
ORDER BY m.id, s.index
""",  # noqa: S608  (constants)
    reads=True,
)
FINISHED = Statement(
    "the last matches of a player that are over",
    f"""
SELECT {MATCH}, {SITTER}
{SEATED}
WHERE m.id IN (
  SELECT over.id FROM games_seat AS mine JOIN games_match AS over ON over.id = mine.match_id
  WHERE mine.player_id = $1::bigint AND over.status IN ('{Match.Status.FINISHED}', '{Match.Status.VOID}')
  ORDER BY over.ended_at DESC, over.id DESC
  LIMIT $2::int
)
ORDER BY m.ended_at DESC, m.id DESC, s.index
""",  # noqa: S608  (constants)
    reads=True,
)

NAMED = Statement(
    "matches by their keys",
    f"""
SELECT {MATCH}, {SITTER}
{SEATED}
WHERE m.id = ANY($1::bigint[])
ORDER BY m.id, s.index
""",
    reads=True,
)
PAGED = Statement(
    "matches of a player by the number in which they were made",
    f"""
SELECT {MATCH}, {SITTER}
{SEATED}
WHERE m.id IN (
  SELECT mine.match_id FROM games_seat AS mine JOIN games_match AS one ON one.id = mine.match_id
  WHERE mine.player_id = $1::bigint AND mine.match_id < $2::bigint AND one.status::text = ANY($3::text[])
  AND (NOT $5::bool OR mine.to_move OR one.status = '{Match.Status.INVITING}' AND NOT mine.accepted)
  ORDER BY mine.match_id DESC
  LIMIT $4::int
)
ORDER BY m.id DESC, s.index
""",  # noqa: S608  (constants)
    reads=True,
)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A player's matches that are not over, by what they ask of the player.

    `my_turn` has the nearest deadline of the player's own first, `others_turn` the nearest of the match, both
    behind what is pinned; `asked` and `made`, invitations to the player and by the player, have the latest.
    """

    my_turn: list[Line]
    others_turn: list[Line]
    asked: list[Line]
    made: list[Line]

    @property
    def next(self) -> Line | None:
        """Where the player is to move next, the first of `queries.waiting_for`."""
        return min(self.my_turn, key=lambda line: line.mine.waits if line.mine else 0, default=None)


def urgency(line: Line) -> tuple[object, ...]:
    """What comes first in a list: pinned, not put off, the nearest deadline, the match begun first."""
    mine = line.mine
    if mine is None:
        return (True, False, line.deadline or NEVER, line.pk)
    return (not mine.pinned, mine.to_move and mine.put_off, line.ends or NEVER, line.pk)


def unfinished(player: User) -> Unfinished:
    """All the player's matches that are not over. One query."""
    lines = _lines(UNFINISHED.rows(player.pk), player)
    running = [line for line in lines if line.status == Match.Status.RUNNING]
    inviting = [line for line in reversed(lines) if line.status == Match.Status.INVITING]
    mine = [line for line in running if line.mine and line.mine.to_move]
    others = [line for line in running if line.mine and not line.mine.to_move]
    return Unfinished(
        my_turn=sorted(mine, key=urgency),
        others_turn=sorted(others, key=urgency),
        asked=[line for line in inviting if line.mine and not line.mine.accepted],
        made=[line for line in inviting if line.mine and line.mine.accepted],
    )


def finished(player: User) -> list[Line]:
    """The player's last matches that are over, void ones among them, the latest first. One query."""
    return _lines(FINISHED.rows(player.pk, PAGE), player)


def paged(
    player: User, statuses: Sequence[str], before: int, most: int, *, my_turn: bool = False
) -> list[Line]:
    """The player's matches in these states with a lower number than `before`, so many at most, the latest
    made first; of `my_turn` those alone that wait for the player's move or answer. One query.
    """
    return _lines(PAGED.rows(player.pk, before, list(statuses), most, my_turn), player)


def named(keys: Sequence[int], player: User | None) -> list[Line]:
    """These matches in this order, whether or not the player sits there; what is gone is left out. One query,
    or none.
    """
    found = {line.pk: line for line in _lines(NAMED.rows(list(keys)), player)} if keys else {}
    return [found[key] for key in keys if key in found]


def _lines(rows: Iterable[Sequence[Any]], player: User | None) -> list[Line]:
    """A line for each match, whose rows, one a seat, follow one another."""
    found = []
    for _pk, seats in groupby(rows, itemgetter(0)):
        line: Line | None = None
        for row in seats:
            line = line or Line(*row[:OF_MATCH])
            sitter = Sitter(*row[OF_MATCH:])
            line.seats.append(sitter)
            if player is not None and sitter.player_id == player.pk:
                line.mine = sitter
        if line is not None:
            found.append(line)
    return found
