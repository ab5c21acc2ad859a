"""The lessons: one for every game, and for each way to score Dice 10000. Each is a line in this register."""

from __future__ import annotations

from games.lessons.base import Lesson
from games.lessons.boat import BO
from games.lessons.boatzee import BX, BZ
from games.lessons.columns import BD, BT, DG
from games.lessons.pig import PG
from games.lessons.ten_thousand import DK, DK_ALTERNATIVE

LESSONS: dict[str, Lesson] = {
    lesson.slug: lesson for lesson in (BZ, BX, BD, BT, DG, BO, DK, DK_ALTERNATIVE, PG)
}
"""By the name in their address, in the order in which they are offered."""


def of_game(code: str) -> list[Lesson]:
    """The lessons of a game."""
    return [lesson for lesson in LESSONS.values() if lesson.code == code]
