"""What a family of games is at the table: one protocol, and the words that all families share.

The rules know what may be done; a table knows how that is shown, said, typed, explained and played by
robots. Pages and organised play ask the table of a game (`games.tables.table_of`), never which family it
is of. A table is pure: states, seats and moves go in, plain values for templates come out; it reads no
database, no clock and no chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from games.rules.base import Dice, Move
from games.said import figure
from games.said import gettext as _

R_contra = TypeVar("R_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class Seated(Protocol):
    """Who sits at a table, as far as a table shows it."""

    @property
    def index(self) -> int:
        """The seat, from 0."""

    @property
    def name(self) -> str:
        """Who sits there."""

    @property
    def place(self) -> int | None:
        """The place at the end, 1 for the first; None while the match runs."""


class Made(Protocol):
    """A move as the log keeps it, with what came of it."""

    @property
    def seat(self) -> int:
        """Whose it was, from 0."""

    @property
    def kind(self) -> str:
        """A value of `games.rules.base.Kind`, or `roll-off`."""

    @property
    def keep(self) -> Sequence[int]:
        """The faces that were kept or set aside."""

    @property
    def box(self) -> str:
        """The box that was scored, else nothing."""

    @property
    def dice(self) -> Sequence[int]:
        """The faces that fell, 1-6; none where nothing was rolled."""

    @property
    def serials(self) -> Sequence[int]:
        """The sets that they came from."""

    @property
    def numbers(self) -> Sequence[str]:
        """For each set the player's own number that turned it, or nothing."""

    @property
    def ordered(self) -> bool:
        """Whether the player's standing orders made it."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table; `kept` dice were kept out of the last roll."""

    face: int
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: the dice as they lay after it, how many of them had been kept, the sets they came from."""

    dice: Dice
    kept: int
    serials: tuple[int, ...]
    numbers: tuple[str, ...] = ()
    """For each set the player's own number that turned it, or nothing; none at all in matches of old."""
    set_aside: Dice = ()
    """What was set aside before this roll, where those dice leave the table."""
    picked_up: bool = False
    ordered: bool = False
    """Whether the player's standing orders rolled."""

    @property
    def unturned(self) -> bool:
        """Whether a set fell as it lay, without a number of the player's."""
        return not all(self.numbers)


@dataclass(slots=True, unsafe_hash=True)
class Turn:
    """What a seat did until play passed on. `number` counts the turns of all seats from 1.

    `end` is the kind of the move that ended it, empty while it goes on and where no move says that it
    ended; `words` is how it ended in words and `box` the box it filled, both as the table says them;
    `ordered`, that standing orders ended it. Once `turns` has told it nothing of it changes, and equal ones
    show the same.
    """

    seat: int
    number: int
    rolls: tuple[Roll, ...] = ()
    end: str = ""
    box: str = ""
    box_label: str = ""
    keep: Dice = ()
    points: int | None = None
    """What it brought or cost, once it is over and if that can be told; only a seat's latest turn says so."""
    words: str = ""
    ordered: bool = False

    @property
    def done(self) -> bool:
        """Whether a move of it says that it is over."""
        return bool(self.end)


@dataclass(frozen=True, slots=True)
class Example:
    """A roll on the page of the rules, and what it scores there by the rules themselves, in points."""

    label: str
    hint: str
    dice: Dice
    points: int


class Table(Protocol[R_contra, S_contra]):
    """One family of games at the table, for its own class of rules (`R_contra`) and their state (`S_contra`).

    Besides what stands here a family has two kinds of templates: `games/tables/<family>.html`, which
    extends `_frame.html` there and shows what `lay` gives, and for each of its games
    `games/rules/<code>.html`, which extends `_frame.html` there and shows what `examples` gives.

    A `view` is a state as `Rules.view` stripped it for the one who looks. Seats count from 0 and are in the
    order of play. No method raises where the rules and the view belong together.
    """

    family: str
    """The `family` of its rules, and the name of its template."""
    board: str
    """The template of what lies beside the dice, as a replay shows it with what `lay` gives."""
    sheet: str
    """The template of a finished match on paper, with what `lay` gives; empty where none is printed."""
    pad: str
    """The template of an empty sheet for dice of one's own, with what `examples` and `blank` give."""
    example: str
    """A move that can be typed, for the list of keys."""
    synonyms: Mapping[str, str]
    """Whole moves as they may be typed besides the record's words, in small letters: `{"hold": "bank"}`."""
    keeps_dice: bool
    """Whether dice that a roll leaves out stay on the table, to be seen with those rolled."""
    banks: bool
    """Whether a turn gathers points that are banked."""
    decimals: int
    """Digits behind the point with which points on average are told: none where they are counted by tens."""

    def lay(
        self,
        rules: R_contra,
        view: S_contra,
        seats: Sequence[Seated],
        viewer: int | None,
        acting: int | None,
        last: Mapping[int, Turn],
    ) -> dict[str, Any]:
        """What the templates of the family show, by the names they know it by.

        `viewer` is the seat that looks and comes first, None for a stranger; `acting` the seat whose dice
        lie on the felt, None for nobody's; `last` the latest turn of each seat that has begun one.
        """
        ...

    def instruction(self, rules: R_contra, view: S_contra, seat: int) -> str:
        """What the seat, which is to move, can do now, in one sentence."""
        ...

    def to_beat(self, view: S_contra, seat: int) -> int:
        """The highest total of the others that a bank of this seat comes too late to pass later on; 0 where
        there is none, so before a last round, and where nothing is banked.
        """
        ...

    def begins_turn(self, move: Made) -> bool:
        """Whether the move can only be the first of a turn, whatever came before it."""
        ...

    def ends_turn(self, move: Made) -> bool:
        """Whether the move was the last of its turn, as far as it tells by itself and its dice."""
        ...

    def gained(self, rules: R_contra, view: S_contra, turn: Turn) -> int | None:
        """The points that a turn brought its seat, or that its end cost; None where unknown.

        It is the latest turn of its seat in the match whose state the view is of.
        """
        ...

    def end_words(self, turn: Turn) -> str:
        """How a turn ended, after the name of its player: “banked 350”, or “scored 24 in Fours”.

        Empty when there is nothing to say. Without the turn's `points` it says nothing of them: “banked”,
        “scored Fours”. Also asked of a turn without an `end`: what it says then is shown once play has passed
        on.
        """
        ...

    def box_label(self, rules: R_contra, box: str) -> str:
        """A box id in the words of the card, with its column where there are several."""
        ...

    def simple(self, rules: R_contra, view: S_contra, seat: int) -> Move:
        """A legal move of simple sense for the seat, which is to move. Always the same for the same view."""
        ...

    def strong(self, rules: R_contra, view: S_contra, seat: int) -> Move:
        """The best move that a few milliseconds find for the seat. Always the same for the same view."""
        ...

    def line(self, rules: R_contra) -> str:
        """The game in one sentence, for the list of all rules."""
        ...

    def examples(self, rules: R_contra) -> dict[str, Any]:
        """What the page of the game's rules shows besides the rules, by the names its template knows."""
        ...

    def blank(self, rules: R_contra) -> dict[str, Any]:
        """What an empty sheet shows besides the examples: `players`, how many find room on a page side by
        side, and what else its template knows.
        """
        ...

    def turns_of_two(self, rules: R_contra) -> int:
        """About how many turns a match of two takes, those of both together: it tells how long one lasts."""
        ...

    def risk(self, rules: R_contra, view: S_contra, move: Move) -> tuple[int, float] | None:
        """How many dice a legal move rolls, and how likely they are to lose the turn, from 0 to 1; None where
        that is plain, or no roll can lose it.
        """
        ...

    def rounds(self, rules: R_contra) -> int | None:
        """How many turns each seat has in a whole match; None where the dice decide."""
        ...


def own_first(seats: Sequence[Seated], viewer: int | None) -> list[int]:
    """The seats in the order in which a table shows them: the viewer's first, then in order of play."""
    return sorted(range(len(seats)), key=lambda index: (index != viewer, index))


def banked(turn: Turn) -> str:
    """The end of a turn that was banked, in the words of every table that has a bank."""
    return _("banked") if turn.points is None else _("banked %(points)s") % {"points": figure(turn.points)}


def left_or_late(turn: Turn) -> str:
    """The end of a turn in the words of every table: who leaves, and who lets the time run out."""
    return {"resign": _("resigned"), "timeout": _("ran out of time")}.get(turn.end, "")
