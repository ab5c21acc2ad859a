"""The tables of columns, as `games.analysis.store` keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.solo import build
from games.analysis.solo.column import Column, column_of
from games.analysis.store import Progress, Tables
from games.rules.cards.scorecard import Scorecard

METHOD = 1
"""Another one whenever `build` would make other tables of the same rules."""


@dataclass(frozen=True)
class ColumnTable:
    """The table of a column whose bonus counts less than its boxes by a weight (see `column_of`)."""

    rules: Scorecard
    weight: int = 1

    @property
    def name(self) -> str:
        """Such as `bz`, or `bz-3` for the third column of Triple Boatzee."""
        code = self.rules.code.lower()
        return code if self.weight == 1 else f"{code}-{self.weight}"

    @property
    def version(self) -> str:
        """Of the method, and of the rules."""
        return f"{METHOD}.{self.rules.version}"

    @property
    def column(self) -> Column:
        """What is reckoned."""
        return column_of(self.rules, self.weight)

    def build(self, progress: Progress) -> Tables:
        """`mean` and `variance`, as `build.build` says."""
        return build.build(self.column, progress)
