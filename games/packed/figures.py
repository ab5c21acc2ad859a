"""Whole numbers as choices: of how many bits each is, which is learnt, and what is below its highest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.packed.coding import Coder, Model, Writer, bits
from games.packed.log import Unpackable

WIDTHS = 72
"""So many bits a number has at most, and one less."""


class Figures:
    """Numbers of either sign, told or read a stretch at a time. Of each is known of about how many bits it
    is, and what else tells that.
    """

    def __init__(self, coder: Coder, numbers: Sequence[int], about: Sequence[int]) -> None:
        """All of them, where they are to be told."""
        self.coder = coder
        self.signed = coder.even(2, any(number < 0 for number in numbers))
        raw = [_unsigned(number) for number in numbers] if self.signed else numbers
        widths = [number.bit_length() - width for number, width in zip(raw, about, strict=True)]
        self.least = coder.even(2 * WIDTHS, min(widths, default=0) + WIDTHS) - WIDTHS
        self.most = coder.even(2 * WIDTHS, max(widths, default=0) - self.least)
        if max((number.bit_length() for number in raw), default=0) >= WIDTHS:
            raise Unpackable("A number is too large.")
        self.models: dict[Hashable, Model] = {}

    def told(self, numbers: Sequence[int], about: Sequence[int], keys: Sequence[Hashable]) -> list[int]:
        """Write some of them, or read so many."""
        coder, least, signed = self.coder, self.least, self.signed
        found = []
        for given, expected, key in zip(numbers, about, keys, strict=True):
            number = _unsigned(given) if signed else given
            model = self.models.get(key)
            if model is None:
                model = self.models[key] = Model(self.most + 1)
            least_here = least + expected
            width = least_here + coder.learnt(model, number.bit_length() - least_here)
            rest = 1 << max(width - 1, 0)
            told = rest + coder.even(rest, number - rest) if width > 1 else width
            found.append(_signed(told) if signed else told)
        return found


def told(coder: Coder, numbers: Sequence[int], about: Sequence[int], keys: Sequence[Hashable]) -> list[int]:
    """Write these numbers alone, or read so many."""
    return Figures(coder, numbers, about).told(numbers, about, keys)


def plain(coder: Coder, numbers: Sequence[int]) -> list[int]:
    """The same of numbers of which nothing is known."""
    nothing = [0] * len(numbers)
    return told(coder, numbers, nothing, nothing)


def told_nearer(coder: Coder, numbers: Sequence[int], about: Sequence[int]) -> list[int]:
    """The same, with what is known of them or without, whichever takes less."""
    nothing = [0] * len(numbers)
    return told(coder, numbers, about if is_nearer(coder, numbers, about) else nothing, nothing)


def is_nearer(coder: Coder, numbers: Sequence[int], about: Sequence[int]) -> bool:
    """Whether these take less with what is known of them than without."""
    nearer = isinstance(coder, Writer) and _bits(numbers, about) < _bits(numbers, [0] * len(numbers))
    return bool(coder.even(2, nearer))


def _bits(numbers: Sequence[int], about: Sequence[int]) -> float:
    tried = Writer()
    told(tried, numbers, about, [0] * len(numbers))
    return bits(tried.choices)


def _unsigned(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    return number >> 1 if number % 2 == 0 else -(number + 1) // 2
