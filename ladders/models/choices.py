"""What can be chosen for an event or a ladder."""

from __future__ import annotations

from games.clock import CLOCKS as ALL_CLOCKS
from games.clock import PRESETS
from games.rules.base import Pace
from ladders.formats import EVERY

FORMAT_CHOICES = [(key, form.NAME) for key, form in EVERY.items()]
CLOCKS = [(key, preset.name) for key, preset in PRESETS.items()]
"""Those to choose from; arenas are played by the live one."""
EVENT_CLOCKS = [(key, preset.name) for key, preset in ALL_CLOCKS.items()]
PACES = [
    (Pace.TURNS.value, "turn by turn"),
    (Pace.SPLIT.value, "split: each plays their own card"),
    (Pace.DUPLICATE.value, "duplicate: split, and everybody gets the same dice"),
]
