"""Choices as bytes, each in as few bits as it is likely (asymmetric numeral systems, on whole numbers).

A choice takes some of the equal parts of a whole. What is likely is learnt while it is written, and in the
same way while it is read, so nothing of it is kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

BLOCK = 256
"""So many choices are the digits of one number: one of all of them would take the longer the longer it is."""
STEP = 16


class Part(NamedTuple):
    """Where the parts of a choice begin, how many they are, and of how many."""

    begins: int
    parts: int
    whole: int


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


class Reader:
    """Takes choices out again, in the order in which they were given."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = iter(numbers)
        self.number, self.left = 0, 0

    def where(self, whole: int) -> int:
        """In which part of the whole the next choice lies. Raises ValueError where there is none."""
        if not self.left:
            if self.number:
                raise ValueError("This is no block of choices.")
            self.number, self.left = next(self.numbers, 0), BLOCK
        return self.number % whole

    def take(self, begins: int, parts: int, whole: int) -> None:
        """Go on behind the choice that was found there."""
        number, where = divmod(self.number, whole)
        self.number = number * parts + where - begins
        self.left -= 1

    def even(self, whole: int) -> int:
        """One of so many choices that are alike."""
        found = self.where(whole)
        self.number //= whole
        self.left -= 1
        return found


class Model:
    """How likely each of so many choices is, by how often it was made."""

    __slots__ = ("sizes",)

    def __init__(self, choices: int) -> None:
        self.sizes = [1] * choices

    def part(self, choice: int) -> Part:
        """Where this choice lies; it is likelier from now on. Raises IndexError."""
        found = Part(sum(self.sizes[:choice]), self.sizes[choice], sum(self.sizes))
        self.sizes[choice] += STEP
        return found

    def read(self, reader: Reader) -> int:
        """The next choice."""
        sizes = self.sizes
        ends = list(accumulate(sizes))
        whole = ends[-1]
        choice = bisect_right(ends, reader.where(whole))
        size = sizes[choice]
        reader.take(ends[choice] - size, size, whole)
        sizes[choice] = size + STEP
        return choice
