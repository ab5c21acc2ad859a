"""How a player wants the table to look and to act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

FELTS = {
    "green": gettext_noop("Green felt"),
    "blue": gettext_noop("Blue felt"),
    "wine": gettext_noop("Wine felt"),
    "slate": gettext_noop("Slate"),
    "walnut": gettext_noop("Walnut"),
}
DICE = {
    "ivory": gettext_noop("Ivory"),
    "white": gettext_noop("White and blue"),
    "black": gettext_noop("Black and ivory"),
    "red": gettext_noop("Red and white"),
    "jade": gettext_noop("Jade and white"),
}
THEMES = {"auto": gettext_noop("As my device"), "light": gettext_noop("Light"), "dark": gettext_noop("Dark")}
SWITCHES: dict[str, bool | None] = {
    "large": False,
    "left": False,
    "auto_roll": False,
    "confirm": True,
    "sounds": None,
    "motion": True,
    "haptics": True,
    "warn": False,
}
"""Each with its default; None is not chosen yet, and is asked for once."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The choices, each with its default where none was made or what was stored is not known any more."""

    felt: str = "green"
    dice: str = "ivory"
    theme: str = "auto"
    large: bool = False
    left: bool = False
    auto_roll: bool = False
    confirm: bool = True
    sounds: bool | None = None
    motion: bool = True
    haptics: bool = True
    warn: bool = False
    """Whether the coach shall speak before a costly move, where it may."""

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Looks:
        """Read what was stored."""
        if not stored:
            return AS_EVER
        known = {"felt": FELTS, "dice": DICE, "theme": THEMES}
        chosen: dict[str, Any] = {
            name: stored[name] for name, values in known.items() if stored.get(name) in values
        }
        chosen |= {name: stored[name] for name in SWITCHES if isinstance(stored.get(name), bool)}
        return cls(**chosen)

    @property
    def classes(self) -> str:
        """The classes of the page's body."""
        found = [f"felt-{self.felt}", f"dice-{self.dice}"]
        found += ["large"] * self.large + ["left"] * self.left
        return " ".join(found)

    @property
    def ways(self) -> str:
        """What the table's script shall do otherwise than it does by default."""
        sounds = {True: ["sounds"], None: ["ask-sounds"], False: []}[self.sounds]
        found = ["auto-roll"] * self.auto_roll + ["at-once"] * (not self.confirm)
        found += ["still"] * (not self.motion) + ["no-haptics"] * (not self.haptics)
        return " ".join(found + sounds)


AS_EVER = Looks()
"""Of who has chosen nothing."""
