"""Rolls written out for outside tools, as faces or as bits. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicepool.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


DICE_PER_BYTE = 4
FAIR = 5 * 256  # of the 6**4 = 1296 throws of four dice; the last 16 are thrown away


def faces(dice: NDArray[np.uint8]) -> bytes:
    """The dice as characters 1-6, one line of five to a set."""
    lines = np.full((len(dice), 6), ord("\n"), dtype=np.uint8)
    lines[:, :5] = dice + ord("0")
    return lines.tobytes()


def bits(dice: NDArray[np.uint8]) -> bytes:
    """The dice as bytes, each of exactly even chance if the dice are fair: for tools that expect bits.

    Four dice in the order rolled make a number 0-1295 in base 6; 1280 and above is thrown away, and
    the byte is the number modulo 256: every byte has exactly 5 of the 1280 numbers. Dice left over
    at the end, fewer than four, are not used.
    """
    stream = (dice.reshape(-1) - 1).astype(np.uint16)
    groups = stream[: len(stream) // DICE_PER_BYTE * DICE_PER_BYTE].reshape(-1, DICE_PER_BYTE)
    numbers = groups @ np.array([216, 36, 6, 1], dtype=np.uint16)
    return (numbers[numbers < FAIR] % 256).astype(np.uint8).tobytes()
