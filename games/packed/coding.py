"""Choices as bytes, each in as few bits as it is likely (asymmetric numeral systems, on whole numbers).

A choice takes some of the equal parts of a whole. What is likely is learnt while it is written, and in the
same way while it is read, so nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import NamedTuple, Protocol

BLOCK = 512
"""So many choices are the digits of one number: one of all of them would take the longer the longer it is."""
STEP = 16


class Part(NamedTuple):
    """Where the parts of a choice begin, how many they are, and of how many."""

    begins: int
    parts: int
    whole: int


class Coder(Protocol):
    """Writes choices, or reads them: whoever says in which order they come says it once for both.

    What is read is not known before; whatever is given for it is not looked at.
    """

    def learnt(self, model: Model, choice: int) -> int:
        """One of the choices of a model."""
        ...

    def even(self, whole: int, choice: int) -> int:
        """One of so many choices that are alike."""
        ...


def pick(coder: Coder, whole: int, choice: int) -> int:
    """One of so many that are alike; where there is but one nothing is said."""
    return coder.even(whole, choice) if whole > 1 else 0


def bits(choices: Iterable[Part]) -> float:
    """How many bits these take."""
    return sum(log2(whole / parts) for _, parts, whole in choices)


def numbers_of(choices: Sequence[Part]) -> list[int]:
    """A number for each block of choices. The last goes in first, for what went in last comes out first."""
    found = []
    for at in range(0, len(choices), BLOCK):
        number = 0
        for begins, parts, whole in reversed(choices[at : at + BLOCK]):
            number, left = divmod(number, parts)
            number = number * whole + begins + left
        found.append(number)
    return found


class Writer:
    """Takes down what is chosen."""

    def __init__(self) -> None:
        self.choices: list[Part] = []

    def learnt(self, model: Model, choice: int) -> int:
        """One of the choices of a model, which is likelier from now on."""
        self.choices.append(model.part(choice))
        return choice

    def even(self, whole: int, choice: int) -> int:
        """One of so many choices that are alike."""
        self.choices.append(Part(choice, 1, whole))
        return choice


class Reader:
    """Takes choices out again, in the order in which they were given."""

    def __init__(self, numbers: Iterable[int], block: int = BLOCK) -> None:
        self.numbers = iter(numbers)
        self.number, self.left, self.block = 0, 0, block

    def part(self, whole: int) -> int:
        """In which part of the whole the next choice lies. Where it takes several, whoever asks puts back
        into the number which of them it was. Raises ValueError where there is no choice.
        """
        if not self.left:
            if self.number:
                raise ValueError("This is no block of choices.")
            self.number, self.left = next(self.numbers, 0), self.block
        self.left -= 1
        self.number, found = divmod(self.number, whole)
        return found

    def learnt(self, model: Model, _choice: int = 0) -> int:
        """The next one, of a model."""
        return model.read(self)

    def even(self, whole: int, _choice: int = 0) -> int:
        """The next one, of so many that are alike."""
        return self.part(whole)


class Model:
    """How likely each of so many choices is, by how often it was made."""

    __slots__ = ("sizes", "whole")

    def __init__(self, choices: int) -> None:
        self.sizes = [1] * choices
        self.whole = choices

    def part(self, choice: int) -> Part:
        """Where this choice lies; it is likelier from now on. Raises IndexError."""
        found = Part(sum(self.sizes[:choice]), self.sizes[choice], self.whole)
        self.sizes[choice] += STEP
        self.whole += STEP
        return found

    def read(self, reader: Reader) -> int:
        """The next choice."""
        sizes = self.sizes
        where = reader.part(self.whole)
        begins = choice = 0
        size = sizes[0]
        while where >= begins + size:
            begins += size
            choice += 1
            size = sizes[choice]
        reader.number = reader.number * size + where - begins
        sizes[choice] = size + STEP
        self.whole += STEP
        return choice
