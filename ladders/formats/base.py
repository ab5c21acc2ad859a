"""The contract that every format keeps, and the words they share.

A format is a module of pure functions over an `Event`: its entrants, the fixtures made so far and
the results so far. Instants and roll-offs are handed in. Whoever holds an event can ask what is to
be played now (`next_fixtures`), how it stands (`standings`), who must roll off (`roll_offs`), whether
it is `over`, who goes on to a next stage (`advance`), and when to ask again though nothing happened
(`wakes`). Fixtures, once made, are facts: they are stored and handed in again, so that a later
withdrawal or a corrected result never re-pairs a round.

Roll-offs: a die belongs to the entrant who threw it and to the round of the tie it was thrown for, or
to round 0 where the table's ranks are rolled for. Nobody is in two ties of a round, so that says all.
`roll_offs` asks for one die each of those who lack one, again and again until nobody is level; whoever
holds the event throws until it asks for no more.

A league plays in divisions, a round robin in sections: both are sections here. `sections` splits the field;
from then on every section is an Event of its own, and no question about it needs to read the other sections.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import wraps
from typing import Any, NamedTuple, Protocol, TypeVar, cast

Reckoned = TypeVar("Reckoned")
AFTER_ALL = datetime.max.replace(tzinfo=UTC)


class BadField(ValueError):
    """A field or settings that the format cannot run. The message is one sentence that can be shown."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is agreed before the start. Each format reads what concerns it and leaves the rest."""

    matches: int = 10
    """League: how many matches the division plays."""
    division: int = 10
    """League: the most entrants in a division, at most what the game seats."""
    moving: int = 2
    """League: how many go up and down between neighbouring divisions when the season ends."""
    target: int = 5000
    """Score and team tournaments: the grand total that makes a round the last, in points."""
    at_once: int = 0
    """Round robin: the most matches an entrant is given at once; 0 is no limit."""
    minutes: int = 60
    """Arena: how long it lasts."""
    unit: int = 3
    """Duplicate teams: the difference that brings the first match point. It follows from the game."""


class Die(NamedTuple):
    """A die of a roll-off, 1 to 6: for a tie of this round, or for the table's ranks where it is 0."""

    round: int
    value: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team that began with `members` players, in an event.

    `seed` is unique in the event, 1 is the strongest. `withdrawn_at` is when the entrant withdrew or
    was disqualified; None again once it is put back. Whoever is `disqualified` has no rank, now or
    later, but what it finished stands. `missing` are the members who left the team, 0-based in its order.
    `roll_off` holds its dice of the roll-offs so far, in order. Who is `resting` is given no match for now.
    """

    id: int
    seed: int
    withdrawn_at: datetime | None = None
    members: int = 1
    roll_off: tuple[Die, ...] = ()
    disqualified: bool = False
    missing: frozenset[int] = frozenset()
    resting: bool = False

    @property
    def left_at(self) -> datetime | None:
        """From when on it plays no more: a disqualification during the review is after all matches."""
        return self.withdrawn_at or (AFTER_ALL if self.disqualified else None)

    def dice(self, round_: int) -> tuple[int, ...]:
        """What it threw for a tie of this round, or for the table where it is 0."""
        return tuple(die.value for die in self.roll_off if die.round == round_)


@dataclass(frozen=True, slots=True)
class RollOff:
    """Who throws one die each now, for a tie of this round or for the table's ranks where it is 0.

    Usually those who are level; one alone catches up with dice that the other has thrown already.
    """

    entrants: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played, or a bye when it has one seat only.

    `pairing` numbers what belongs together in a round (a tie, a pair), `leg` the matches in it; all
    count from 1. `seats` are entrants in seat order; `starts` is one of them, or None for a roll-off;
    a split match has no start and ignores it. `members[i]` says which member of `seats[i]` plays, 0-based
    in the team's order.
    """

    stage: int
    section: int
    round: int
    pairing: int
    leg: int
    seats: tuple[int, ...]
    starts: int | None = None
    members: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """What names the fixture in its event, for ever."""
        return f"{self.stage}.{self.section}.{self.round}.{self.pairing}.{self.leg}"

    @property
    def bye(self) -> bool:
        """Whether there is nobody to play against."""
        return len(self.seats) == 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a fixture's match ended: for each seat its place (1 is first, equals share) and its total.

    `at` is when it ended. `absent` are the entrants who had not finished it (rules.md, "Absent"): they
    score nothing, whatever their places and totals say. `timed_out` are those who lost by the clock, who
    may be absent too. A match that nobody played by the round's deadline has all its seats absent. With
    `for_nobody` staff decided that it counts for nobody: nobody scores, and nobody was absent.
    """

    places: tuple[int, ...]
    totals: tuple[int, ...]
    at: datetime
    absent: frozenset[int] = frozenset()
    timed_out: frozenset[int] = frozenset()
    for_nobody: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """A section in one stage of an event as it stands: all that a format knows. Results go by fixture key.

    A format that lasts for a set time is told when it is `now`, and from when on it makes no more matches;
    one that pairs round by round what is `arranged` for the next: two who meet, or one that has the bye.
    Raises ValueError when a result has no fixture, or not one place and total for each of its seats.
    """

    entrants: tuple[Entrant, ...]
    settings: Settings = Settings()
    fixtures: tuple[Fixture, ...] = ()
    results: Mapping[str, Result] = field(default_factory=dict)
    stage: int = 1
    section: int = 1
    now: datetime | None = None
    until: datetime | None = None
    arranged: tuple[tuple[int, ...], ...] = ()
    known: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was reckoned of it: see `once`."""

    def __post_init__(self) -> None:
        seats = {fixture.key: fixture.seats for fixture in self.fixtures}
        if len(seats) < len(self.fixtures):
            raise ValueError("Two fixtures have the same key.")
        for key, result in self.results.items():
            if key not in seats:
                raise ValueError(f"No fixture {key} was made, but it has a result.")
            if not len(seats[key]) == len(result.places) == len(result.totals):
                raise ValueError(f"The result of {key} does not fit its seats.")


def once(reckon: Callable[[Event], Reckoned]) -> Callable[[Event], Reckoned]:
    """Keep with an event what is reckoned of it: all questions of a step need it, and it never changes."""

    @wraps(reckon)
    def kept(event: Event) -> Reckoned:
        if reckon not in event.known:
            event.known[reckon] = reckon(event)
        return cast("Reckoned", event.known[reckon])

    return kept


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break, in the order in which they decide. `fewer` where the smaller value is the better."""

    name: str
    fewer: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. `values` are those of the format's COLUMNS.

    Equal rows share the `rank`. Whoever gave up the position, is disqualified, or whose results are
    annulled, has none and stands below the others.
    """

    rank: int | None
    entrant: int
    played: int
    points: Fraction
    values: tuple[Fraction, ...]


class Format(Protocol):
    """What the module of a format offers. Modules keep this protocol; there are no classes of formats."""

    NAME: str
    FEWEST: int
    """The fewest entrants who can begin."""
    MOST: int | None
    """The most entrants, or None. Where ONE_TABLE holds, also no more than the game seats."""
    TEAMS: bool
    """Whether the entrants are teams."""
    ONE_TABLE: bool
    """Whether all entrants of a section play in one match; else matches are for two."""
    CARDS_ONLY: bool
    """Whether only score-card games will do."""
    SETTINGS: Mapping[str, range]
    """The settings that the format reads, each with what it may be (ladders.formats.agreed)."""
    COLUMNS: tuple[Column, ...]

    def rounds(self, entrants: int, settings: Settings) -> int | None:
        """How many rounds so many entrants play, stages among them; None where only the play will tell."""
        ...

    def sections(self, entrants: Sequence[Entrant], settings: Settings) -> tuple[tuple[Entrant, ...], ...]:
        """The field of a stage split into its sections, in order; each is run as an Event of its own."""
        ...

    def next_fixtures(self, event: Event) -> tuple[Fixture, ...]:
        """What must be made now beyond `event.fixtures`; empty while those wait, and at the end."""
        ...

    def to_play(self, event: Event) -> tuple[Fixture, ...]:
        """The fixtures made whose results the section waits for."""
        ...

    def standings(self, event: Event) -> tuple[Row, ...]:
        """The table as it stands, best first; equal rows in the order of their seeds."""
        ...

    def roll_offs(self, event: Event) -> tuple[RollOff, ...]:
        """Who must throw a die now; to be asked again after every throw, until it is empty."""
        ...

    def over(self, event: Event) -> bool:
        """Whether the section has nothing left to play or to roll for: its table is final."""
        ...

    def advance(self, events: Sequence[Event]) -> tuple[int, ...]:
        """Given all sections of a stage, each over: who plays the next stage. Empty: the event is over."""
        ...

    def wakes(self, event: Event) -> datetime | None:
        """When to ask again although nothing has happened; None where only what happens changes anything."""
        ...
