"""Whole numbers below known bounds, one after the other, as one short word: digits of a mixed base.

Each number is written with the bound that it stays below, and read with the same. So nothing is wasted, every
word that can be read is read in one way only, and a word that says too much or too little is refused.
"""

from __future__ import annotations

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""What may stand in an address as it is, 64 of them."""
_VALUES = {letter: value for value, letter in enumerate(LETTERS)}


class BadPosition(ValueError):
    """This is no position: it cannot be read, cannot come about, or nobody is to move in it."""


class Writer:
    """Gathers numbers, and says them as a word."""

    def __init__(self) -> None:
        self._put: list[tuple[int, int]] = []

    def put(self, value: int, below: int) -> None:
        """One more number. Raises BadPosition where it does not stay below its bound."""
        if not 0 <= value < below:
            raise BadPosition(f"{value} is not below {below}.")
        self._put.append((value, below))

    def word(self) -> str:
        """All of them, what was put first being found first."""
        number = 0
        for value, below in reversed(self._put):
            number = number * below + value
        letters = []
        while number:
            number, digit = divmod(number, len(LETTERS))
            letters.append(LETTERS[digit])
        return "".join(reversed(letters)) or LETTERS[0]


class Reader:
    """Reads the numbers of a word again, in their order."""

    def __init__(self, word: str) -> None:
        """Raises BadPosition where a letter is none of ours, or where it begins with a needless nought."""
        if not word or any(letter not in _VALUES for letter in word):
            raise BadPosition("There is a letter that stands for nothing.")
        if word[0] == LETTERS[0] and len(word) > 1:
            raise BadPosition("It begins with a nought.")
        self._left = 0
        for letter in word:
            self._left = self._left * len(LETTERS) + _VALUES[letter]

    def take(self, below: int) -> int:
        """The next number."""
        self._left, value = divmod(self._left, below)
        return value

    def end(self) -> None:
        """Raises BadPosition where more was said than was read."""
        if self._left:
            raise BadPosition("It says more than a position has.")
