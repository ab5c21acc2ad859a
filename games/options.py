"""What was chosen of a game's options, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.figures import figure
from games.rules import RULES
from games.rules.base import Option


def spelled_out(code: str, options: Mapping[str, Any]) -> list[str]:
    """Every option of the game with what was chosen, the usual ones too: “Scoring: Standard”.

    Empty for a game without options.
    """
    return [_line(option, options.get(option.name, option.default)) for option in RULES[code].options]


def unusual(code: str, options: Mapping[str, Any]) -> list[str]:
    """What differs from the usual, likewise: “Scoring: Alternative”, “Pick-up: no”."""
    return [
        _line(option, options[option.name])
        for option in RULES[code].options
        if options.get(option.name, option.default) != option.default
    ]


def _line(option: Option, value: object) -> str:
    return _("%(option)s: %(chosen)s") % {"option": option.title, "chosen": _said(option, value)}


def _said(option: Option, value: object) -> str:
    if option.choices:
        return dict(option.titled).get(str(value), str(value))
    if isinstance(option.default, bool):
        return _("yes") if value else _("no")
    return figure(value) if isinstance(value, int) else str(value)
