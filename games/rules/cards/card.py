"""The card of a score-card game: its boxes, what is written in them, and its sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from games.rules.base import Dice
from games.rules.faces import FACES
from games.said import gettext, gettext_noop, pgettext, pgettext_noop


class Section(StrEnum):
    """Which part of the card a box belongs to; the top bonus counts only the top."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Box:
    """One row of the card: how it is named, explained and scored.

    `score` turns a whole roll into points, 0 when it does not qualify; `most` is the highest it
    can return. The top boxes are the first six of a card, in order of their face.
    """

    stem: str
    label: str
    section: Section
    hint: str
    most: int
    score: Callable[[Dice], int]

    @property
    def title(self) -> str:
        """Its label in the reader's language."""
        return pgettext("box", self.label)

    @property
    def told(self) -> str:
        """Its hint, likewise."""
        return gettext(self.hint)


@dataclass(frozen=True, slots=True)
class Card:
    """What one player has written: for each column, for each box, points as shown or None if open.

    `extras` counts extra Boatzees; their points are no box's.
    """

    columns: tuple[tuple[int | None, ...], ...]
    extras: int = 0

    @property
    def full(self) -> bool:
        """Whether no box is open."""
        return all(points is not None for column in self.columns for points in column)

    def fill(self, column: int, row: int, points: int) -> Card:
        """The card with these points written in one box; column and row count from 0."""
        boxes = list(self.columns[column])
        boxes[row] = points
        columns = (*self.columns[:column], tuple(boxes), *self.columns[column + 1 :])
        return replace(self, columns=columns)


@dataclass(frozen=True, slots=True)
class Sums:
    """What stands under one column: sums of the boxes as shown, and the total as it counts.

    `ahead` is how far the filled top boxes are above (or, negative, below) the average that would
    just earn the bonus: three of each face where it takes 63, two where it takes 42.
    """

    top: int
    bonus: int
    bottom: int
    total: int
    ahead: int


TOPS = (
    (pgettext_noop("box", "Ones"), gettext_noop("The sum of the ones")),
    (pgettext_noop("box", "Twos"), gettext_noop("The sum of the twos")),
    (pgettext_noop("box", "Threes"), gettext_noop("The sum of the threes")),
    (pgettext_noop("box", "Fours"), gettext_noop("The sum of the fours")),
    (pgettext_noop("box", "Fives"), gettext_noop("The sum of the fives")),
    (pgettext_noop("box", "Sixes"), gettext_noop("The sum of the sixes")),
)


def top_boxes(dice: int) -> tuple[Box, ...]:
    """The boxes ones to sixes of a game with so many dice."""

    def box(face: int, label: str, hint: str) -> Box:
        def score(roll: Dice) -> int:
            return face * roll.count(face)

        return Box(label.lower(), label, Section.TOP, hint, face * dice, score)

    return tuple(box(face, *words) for face, words in zip(FACES, TOPS, strict=True))


class Layout:
    """How a game's card is printed: its boxes, its columns and what each counts.

    `weights` has a factor for each column. With `shows_weighted` the boxes hold multiplied points
    and the column total is their plain sum; without it they hold plain points and the column total,
    bonus included, is multiplied.
    """

    boxes: tuple[Box, ...]
    weights: tuple[int, ...] = (1,)
    shows_weighted: bool = True
    bonus: int
    bonus_from: int
    extra: int = 0

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.weights)

    def box_id(self, stem: str, column: int) -> str:
        """The id of a box, the column counted from 1: `fives` on a single column, else `fives-2`."""
        return stem if self.columns == 1 else f"{stem}-{column}"

    @cached_property
    def box_ids(self) -> dict[str, tuple[int, int]]:
        """Every box id with its column and row, both from 0, column by column from the top."""
        return {
            self.box_id(box.stem, column + 1): (column, row)
            for column in range(self.columns)
            for row, box in enumerate(self.boxes)
        }

    def blank(self) -> Card:
        """A card with every box open."""
        return Card(tuple((None,) * len(self.boxes) for _ in self.weights))

    def open_boxes(self, card: Card) -> tuple[str, ...]:
        """The ids of the boxes that hold nothing yet."""
        return tuple(box for box, (column, row) in self.box_ids.items() if card.columns[column][row] is None)

    def shown_weight(self, column: int) -> int:
        """The factor by which points are multiplied before they are written in this column (from 0)."""
        return self.weights[column] if self.shows_weighted else 1

    def sums(self, card: Card, column: int) -> Sums:
        """The sums of one column, counted from 0."""
        written = card.columns[column]
        shown = self.shown_weight(column)
        top, bottom = written[: len(FACES)], written[len(FACES) :]
        top_sum = sum(points or 0 for points in top)
        bottom_sum = sum(points or 0 for points in bottom)
        bonus = self.bonus if top_sum >= self.bonus_from * shown else 0
        alike = self.bonus_from // sum(FACES)
        due = sum(alike * face * shown for face, points in zip(FACES, top, strict=True) if points is not None)
        factor = self.weights[column] // shown
        return Sums(top_sum, bonus, bottom_sum, (top_sum + bonus + bottom_sum) * factor, top_sum - due)

    def extra_points(self, card: Card) -> int:
        """The points of all extras on the card."""
        return card.extras * self.extra

    def total(self, card: Card) -> int:
        """The grand total: all columns as they count, bonuses and extras included."""
        columns = sum(self.sums(card, column).total for column in range(self.columns))
        return columns + self.extra_points(card)
