"""A position by itself, and the short word that stands for it in an address: pure.

A position is what lies on a table that matters for what is best from here: no names, no dice that were rolled
before, nothing of the match that it may come from. Whoever has the word has the position and nothing else. A
word that cannot be read, or says what cannot come about, is refused; of one position there is one word.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from games.positions.cards import CARDS
from games.positions.digits import BadPosition, Reader, Writer
from games.positions.pig import PIG
from games.positions.ten_thousand import TEN_THOUSAND
from games.rules import RULES
from games.rules.base import Rules

__all__ = ["BadPosition", "Position", "alone", "decode", "encode", "options", "same", "word_of"]
LONGEST = 600
"""Letters of a word: ten cards of three columns have fewer."""
R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S")


class Positions(Protocol[R_contra, S]):
    """How the positions of one family of games are told apart, written and read."""

    def options(self, state: S) -> dict[str, Any]:
        """The options of a match in which it may come about."""
        ...

    def normal(self, rules: R_contra, state: S, seat: int) -> S:
        """The same without all that makes no difference from here, the seat being to move. Raises BadPosition
        where there is no word for it.
        """
        ...

    def alone(self, state: S, seat: int) -> S:
        """What of it the seat's best move by points hangs on."""
        ...

    def write(self, rules: R_contra, state: S, to: Writer) -> None:
        """Write a position that is normal. Raises BadPosition where it is out of bounds."""
        ...

    def read(self, rules: R_contra, source: Reader) -> S:
        """Read one."""
        ...

    def check(self, rules: R_contra, state: S) -> None:
        """Raise BadPosition unless what was read can come about."""
        ...

    def same(self, rules: R_contra, one: S, other: S) -> bool:
        """Whether what is best in `one` would help somebody who plays in `other`."""
        ...


FAMILIES: Mapping[str, Positions[Any, Any]] = {"cards": CARDS, "ten_thousand": TEN_THOUSAND, "pig": PIG}
"""By the family of the rules."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game, what lies on its table, and the seat that is to move, from 0."""

    code: str
    state: Any
    seat: int

    @property
    def rules(self) -> Rules[Any]:
        """By which it is played."""
        return RULES[self.code]


def word_of(rules: Rules[Any], state: Any, seat: int | None = None) -> str:
    """The word for what lies on a table before a seat, or before the only one that is to move; nothing where
    there is none, as when somebody has left. Where cards are filled side by side it is of the seat alone.
    """
    acting = rules.to_act(state)
    if seat is None and len(acting) == 1:
        seat = acting[0]
    if seat is None or seat not in acting:
        return ""
    whole = Position(rules.code, state, seat)
    with suppress(BadPosition):
        return encode(whole)
    with suppress(BadPosition):
        return encode(alone(whole))
    return ""


def encode(position: Position) -> str:
    """The word for a position. Raises BadPosition where there is none."""
    rules, family = position.rules, FAMILIES[position.rules.family]
    state = family.normal(rules, position.state, position.seat)
    writer = Writer()
    family.write(rules, state, writer)
    word = rules.code + writer.word()
    decode(word)
    return word


def decode(word: str) -> Position:
    """The position that a word stands for. Raises BadPosition for every word that `encode` would not give."""
    rules = RULES.get(word[:2])
    if rules is None or len(word) > LONGEST:
        raise BadPosition("There is no such game.")
    family, reader = FAMILIES[rules.family], Reader(word[2:])
    state = family.read(rules, reader)
    reader.end()
    family.check(rules, state)
    acting = rules.to_act(state)
    if len(acting) != 1 or not rules.moves(state, acting[0]):
        raise BadPosition("Nobody is to move.")
    if family.normal(rules, state, acting[0]) != state:
        raise BadPosition("There is a shorter way to say it.")
    return Position(rules.code, state, acting[0])


def alone(position: Position) -> Position:
    """What of a position the best move by points hangs on: of score cards the card of whoever is to move."""
    family = FAMILIES[position.rules.family]
    state = family.normal(position.rules, position.state, position.seat)
    left = family.alone(state, position.seat)
    return Position(position.code, left, position.rules.to_act(left)[0])


def options(position: Position) -> dict[str, Any]:
    """The options of a match in which it may come about."""
    return FAMILIES[position.rules.family].options(position.state)


def same(position: Position, code: str, state: Any) -> bool:
    """Whether what is best in a position would help somebody in a match of this game that stands so."""
    family = FAMILIES[position.rules.family]
    return code == position.code and family.same(position.rules, position.state, state)
