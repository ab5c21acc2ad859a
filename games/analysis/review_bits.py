"""Whole numbers as bits: in columns, each with the code that makes it shortest.

A number from 0 on, in the code of order k (“Exp-Golomb”, ITU-T H.264, 9.1): to it 2ᵏ is added, and before
what comes of that, in binary, stand as many zeros as it has digits beyond k + 1. So small numbers take few
bits, none has a bound, and a column says its order in four bits before its numbers. Numbers of either sign
are doubled, those below zero as their opposite doubled less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

ORDER_BITS = 4
ORDERS = range(1 << ORDER_BITS)


class Unreadable(ValueError):
    """These bytes are no review in this format."""


@dataclass(slots=True)
class Writer:
    """Bits one after the other, as "0" and "1"."""

    found: list[str] = field(default_factory=list)

    def count(self, number: int) -> None:
        """One number from 0 on, mostly small."""
        self.found.append(_code(number, 0))

    def column(self, numbers: Sequence[int]) -> None:
        """Numbers from 0 on; the reader must know how many. Raises ValueError on one below 0."""
        if numbers:
            order = min(ORDERS, key=lambda order: sum(_length(number, order) for number in numbers))
            self.found.append(f"{order:0{ORDER_BITS}b}")
            self.found += (_code(number, order) for number in numbers)

    def signed(self, numbers: Sequence[int]) -> None:
        """The same of numbers of either sign."""
        self.column([number * 2 if number >= 0 else -number * 2 - 1 for number in numbers])

    def marks(self, marks: Sequence[bool], usual: Sequence[bool]) -> None:
        """A bit each, or only that all are as usual."""
        self.found.append("1" if list(marks) == list(usual) else "0" + "".join("01"[one] for one in marks))

    def bytes(self) -> bytes:
        """All that was written; zeros fill the last byte."""
        bits = "".join(self.found)
        length = -(-len(bits) // 8)
        return int(bits.ljust(length * 8, "0") or "0", 2).to_bytes(length)


class Reader:
    """What a Writer has written, in the same order. Everything raises Unreadable where it ends too soon."""

    def __init__(self, packed: bytes) -> None:
        self.bits = f"{int.from_bytes(packed):0{len(packed) * 8}b}" if packed else ""
        self.at = 0

    def count(self) -> int:
        """As in Writer.count."""
        return self._number(0)

    def column(self, count: int) -> list[int]:
        """So many numbers."""
        order = int(self._take(ORDER_BITS), 2) if count else 0
        return [self._number(order) for _ in range(count)]

    def signed(self, count: int) -> list[int]:
        """So many numbers of either sign."""
        return [-(number + 1 >> 1) if number & 1 else number >> 1 for number in self.column(count)]

    def marks(self, usual: Sequence[bool]) -> list[bool]:
        """As many marks as are usual."""
        if self._take(1) == "1":
            return list(usual)
        return [bit == "1" for bit in self._take(len(usual))]

    def _number(self, order: int) -> int:
        one = self.bits.find("1", self.at)
        if one < 0:
            raise Unreadable("It ends too soon.")
        more = one - self.at
        self.at = one
        return int(self._take(more + order + 1), 2) - (1 << order)

    def _take(self, count: int) -> str:
        found = self.bits[self.at : self.at + count]
        if len(found) < count:
            raise Unreadable("It ends too soon.")
        self.at += count
        return found


def _length(number: int, order: int) -> int:
    return 2 * (number + (1 << order)).bit_length() - 1 - order


def _code(number: int, order: int) -> str:
    if number < 0:
        raise ValueError(f"{number} is below 0.")
    bits = f"{number + (1 << order):b}"
    return "0" * (len(bits) - 1 - order) + bits
