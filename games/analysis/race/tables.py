"""The tables of winning chances at races as they are built, kept and read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.race import duel_build, pig_chances
from games.analysis.race.duel import PARTS, Duel
from games.analysis.race.pig_chances import TARGETS, PigTable, PigTables
from games.rules.pig.game import PIG
from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.scoring import Scoring

METHOD = 1
"""Another one whenever the same rules would make other tables."""


@dataclass(frozen=True, slots=True)
class DuelTable:
    """The table of matches of one scoring, with pick-ups or without; it serves every target."""

    scoring: Scoring
    pick_up: bool

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"dice-10000-{self.scoring.value}" + ("" if self.pick_up else "-without-pick-up")

    @property
    def version(self) -> str:
        """The method's, and that of the rules."""
        return f"{METHOD}, {DICE_10000.code} {DICE_10000.version}"

    def build(self, progress: Callable[[float], None]) -> dict[str, NDArray[Any]]:
        """The arrays `distances`, `start` and, with pick-ups, `offered` (`duel.Duel`)."""
        found = duel_build.build(self.scoring, pick_up=self.pick_up, progress=progress)
        arrays = {"distances": found.distances, "start": found.start}
        if found.offered is not None:
            arrays["offered"] = np.rint(found.offered.clip(0, 1) * PARTS).astype(np.uint16)
        return arrays

    def duel(self, arrays: Mapping[str, NDArray[Any]]) -> Duel:
        """What `build` made, or was read from its file."""
        return Duel(self.scoring, arrays["distances"], arrays["start"], arrays.get("offered"))


@dataclass(frozen=True, slots=True)
class PigFile:
    """The tables of Pig with one die or two."""

    dice: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"pig-{self.dice}"

    @property
    def version(self) -> str:
        """The method's, and that of the rules."""
        return f"{METHOD}, {PIG.code} {PIG.version}"

    def build(self, progress: Callable[[float], None]) -> dict[str, NDArray[Any]]:
        """The arrays of each `pig_chances.PigTable`, such as `plain-100`."""
        arrays: dict[str, NDArray[Any]] = {}
        targets, done = TARGETS[self.dice], 0.0
        for target in targets:
            part = target**2 / sum(each**2 for each in targets)  # as long as it takes

            def told(share: float, before: float = done, part: float = part) -> None:
                progress(before + share * part)

            table = pig_chances.build(self.dice, target, told)
            arrays |= {f"{field.name}-{target}": getattr(table, field.name) for field in fields(table)}
            done += part
        return arrays

    def tables(self, arrays: Mapping[str, NDArray[Any]]) -> PigTables:
        """What `build` made, or was read from its file."""
        named = [field.name for field in fields(PigTable)]
        return PigTables(
            self.dice,
            {
                target: PigTable(**{name: arrays[f"{name}-{target}"] for name in named})
                for target in TARGETS[self.dice]
            },
        )


DICE_10000_TABLES = tuple(DuelTable(scoring, pick_up) for scoring in Scoring for pick_up in (True, False))
"""All that `dice_10000.Advisor10000` asks for."""
PIG_TABLES = tuple(PigFile(dice) for dice in TARGETS)
"""All that `pig.AdvisorPig` asks for."""
