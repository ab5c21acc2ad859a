"""Dice 10000: its tables of winning chances as they are built, kept and read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.race import duel_build
from games.analysis.race.duel import PARTS, Duel
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


TABLES = tuple(DuelTable(scoring, pick_up) for scoring in Scoring for pick_up in (True, False))
"""All that `dice_10000.Advisor10000` asks for."""
