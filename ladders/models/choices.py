"""What can be chosen for an event or a ladder."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.clock import CLOCKS as ALL_CLOCKS
from games.clock import PRESETS
from games.rules.base import Pace
from ladders.formats import EVERY

FORMAT_CHOICES = [(key, gettext_lazy(form.NAME)) for key, form in EVERY.items()]
CLOCKS = [(key, gettext_lazy(preset.name)) for key, preset in PRESETS.items()]
"""Those to choose from; arenas are played by the live one."""
EVENT_CLOCKS = [(key, gettext_lazy(preset.name)) for key, preset in ALL_CLOCKS.items()]
PACES = [
    (Pace.TURNS.value, gettext_lazy("turn by turn")),
    (Pace.SPLIT.value, gettext_lazy("split: each plays their own card")),
    (Pace.DUPLICATE.value, gettext_lazy("duplicate: split, and everybody gets the same dice")),
]
