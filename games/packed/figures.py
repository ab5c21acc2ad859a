"""Whole numbers as choices: of how many bits each is, which is learnt, and what is below its highest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.packed.coding import Coder, Model, Writer, bits
from games.packed.log import Unpackable

WIDTHS = 72
"""So many bits a number has at most, and one less."""


def told(coder: Coder, numbers: Sequence[int], about: Sequence[int], keys: Sequence[Hashable]) -> list[int]:
    """Write numbers of either sign, or read so many. Of each is known of about how many bits it is, and what
    else tells that.
    """
    signed = coder.even(2, any(number < 0 for number in numbers))
    raw = [_unsigned(number) for number in numbers] if signed else numbers
    widths = [number.bit_length() - width for number, width in zip(raw, about, strict=True)]
    least = coder.even(2 * WIDTHS, min(widths, default=0) + WIDTHS) - WIDTHS
    most = coder.even(2 * WIDTHS, max(widths, default=0) - least)
    if max((number.bit_length() for number in raw), default=0) >= WIDTHS:
        raise Unpackable("A number is too large.")
    models: dict[Hashable, Model] = {}
    found = []
    for number, wide, expected, key in zip(raw, widths, about, keys, strict=True):
        model = models.get(key)
        if model is None:
            model = models[key] = Model(most + 1)
        width = least + expected + coder.learnt(model, wide - least)
        rest = 1 << max(width - 1, 0)
        told = rest + coder.even(rest, number - rest) if width > 1 else width
        found.append(_signed(told) if signed else told)
    return found


def told_nearer(coder: Coder, numbers: Sequence[int], about: Sequence[int]) -> list[int]:
    """The same, with what is known of them or without, whichever takes less."""
    plain = [0] * len(numbers)
    nearer = isinstance(coder, Writer) and _bits(numbers, about) < _bits(numbers, plain)
    if not coder.even(2, nearer):
        about = plain
    return told(coder, numbers, about, plain)


def _bits(numbers: Sequence[int], about: Sequence[int]) -> float:
    tried = Writer()
    told(tried, numbers, about, [0] * len(numbers))
    return bits(tried.choices)


def _unsigned(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    return number >> 1 if number % 2 == 0 else -(number + 1) // 2
