"""The contract that every game keeps, and the words they share.

A game is a set of pure functions over an immutable state: time, dice and seeds are arguments,
nothing here reads a clock, a database or a random source. Whoever holds a state can ask who may
act (`to_act`), what they may do (`moves`), how many dice a move takes (`dice_wanted`), what each
box would score (`preview`), what a viewer may see (`view`), and whether it is over (`result`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from games.said import gettext, pgettext

Dice = tuple[int, ...]
"""Faces 1-6 in the order in which they lie on the table."""

Options = Mapping[str, str | int | bool]
"""A match's options by name, complete and checked (`Rules.clean_options`)."""


class Pace(StrEnum):
    """How turns of different players relate (rules.md, "Pace of a match")."""

    TURNS = "turns"
    SPLIT = "split"
    DUPLICATE = "duplicate"

    @property
    def apart(self) -> bool:
        """Whether everybody plays their own card by themselves, unseen by the others."""
        return self in APART


APART = frozenset({Pace.SPLIT, Pace.DUPLICATE})
"""The paces at which everybody does."""


class Kind(StrEnum):
    """What a move does. Values are the words of the record and of typed moves."""

    ROLL = "roll"
    SCORE = "score"
    BANK = "bank"
    PICK_UP = "pick-up"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    TAKE_BACK = "take-back"
    """Of the log alone, no move of any rules: the table goes back (games/replay.py)."""


@dataclass(frozen=True, slots=True)
class Move:
    """One permanent act of a seat.

    `keep` holds faces, not positions: the dice kept out of this roll (score cards) or set aside
    from it (Dice 10000, where it goes with both `roll` and `bank`). It is sorted, so equal moves
    compare equal. `box` is a box id such as `fives` or, with several columns, `fives-2`; of a take-back it is
    how many moves of its own the seat takes back.
    """

    kind: Kind
    keep: Dice = ()
    box: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "keep", tuple(sorted(self.keep)))


class IllegalMove(Exception):
    """The rules refuse the move. The message is one sentence fit to be shown to the player."""


class BadOptions(ValueError):
    """The options, pace or number of players do not fit the game. The message can be shown."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice made when a match is made, described well enough to build a form from it.

    `choices` (value, label) for a choice; `low` and `high` for a whole number; neither for a
    yes-or-no.
    """

    name: str
    label: str
    default: str | int | bool
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    help: str = ""

    @property
    def title(self) -> str:
        """Its label in the reader's language."""
        return pgettext("option", self.label)

    @property
    def told(self) -> str:
        """What more there is to say of it, likewise."""
        return gettext(self.help) if self.help else ""

    @property
    def titled(self) -> tuple[tuple[str, str], ...]:
        """The choices with their labels, likewise."""
        return tuple((value, pgettext("option", label)) for value, label in self.choices)


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: for every seat its place (1 is first, equal places are shared) and total."""

    places: tuple[int, ...]
    totals: tuple[int, ...]


S = TypeVar("S")


class Rules(Protocol[S]):
    """One kind of game. `S` is its own frozen state; only the game looks inside."""

    code: str
    """What players see and records store: two capitals, such as BZ."""
    family: str
    """Which table it is played at, such as `cards`: a key of `games.tables.TABLES`."""
    keeping: str
    """The record's word before the dice of a move: `keep` or `set aside`."""
    version: int
    """Scoring under a version never changes; a changed rule is a new version."""
    dice: int
    """How many dice a full roll has with the usual options; with others it takes no more sets."""
    min_players: int
    """1 where solo practice is allowed, else 2."""
    max_players: int
    paces: tuple[Pace, ...]
    options: tuple[Option, ...]

    @property
    def name(self) -> str:
        """What it is called, in the reader's language."""
        ...

    @property
    def columns(self) -> int:
        """How many columns a card has, 1 without cards: with more, split matches and rounds last longer."""
        ...

    def clean_options(self, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """Complete `given` with defaults. Raises BadOptions on an unknown name or a bad value."""
        ...

    def start(self, players: int, options: Options, pace: Pace, starter: int) -> S:
        """The state before the first move. `starter` is a seat, 0-based; cards apart and solo ignore it.

        Raises BadOptions when the number of players or the pace does not fit.
        """
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may move now: one under `turns`, else all unfinished, none at the end."""
        ...

    def moves(self, state: S, seat: int) -> tuple[Move, ...]:
        """Every legal move of the seat except resigning and timing out; empty when it may not act."""
        ...

    def dice_wanted(self, state: S, seat: int, move: Move) -> int:
        """How many dice the move takes, 0 for none. Raises IllegalMove, always before any dice are drawn."""
        ...

    def play(self, state: S, seat: int, move: Move, dice: Dice) -> S:
        """The state after the move. `dice` are exactly as many as `dice_wanted` said.

        Raises IllegalMove, also when the dice are too many, too few or no faces.
        """
        ...

    def preview(self, state: S, seat: int) -> dict[str, int]:
        """What each box the seat may take now would add to its card, multiplied as the card shows it."""
        ...

    def totals(self, state: S) -> tuple[int, ...]:
        """The present total of every seat, in points."""
        ...

    def result(self, state: S) -> Result | None:
        """Places and totals when the match is over, else None."""
        ...

    def unfinished(self, state: S) -> tuple[int, ...]:
        """The seats that have still something to play, or had when the match was ended before its time."""
        ...

    def view(self, state: S, viewer: int | None) -> S:
        """The state with everything stripped that the viewer (a seat, or None for a stranger) may not see."""
        ...

    def hidden(self, state: S, viewer: int | None) -> tuple[int, ...]:
        """The seats whose card, dice and moves `view` strips for this viewer."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON values."""
        ...

    def load(self, stored: Mapping[str, Any]) -> S:
        """The state that `dump` stored: `load(json(dump(s))) == s`."""
        ...


def roll_off(contenders: Sequence[int], dice: Sequence[int]) -> tuple[int, ...]:
    """Who is still in after one round of the roll-off: the seats that rolled highest.

    `dice[i]` is the one die of `contenders[i]`. A single seat left is the starter; more roll again
    (rules.md, "Who starts").
    """
    best = max(dice)
    return tuple(seat for seat, die in zip(contenders, dice, strict=True) if die == best)


def placed(ranking: Sequence[tuple[int, ...]], totals: Sequence[int]) -> Result:
    """A Result from seats grouped best first; seats in one group share the place (1, 2, 2, 4 ...)."""
    places = [0] * len(totals)
    place = 1
    for group in ranking:
        for seat in group:
            places[seat] = place
        place += len(group)
    return Result(tuple(places), tuple(totals))
