"""What was chosen of a game's options, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.rules import RULES
from games.rules.base import Option


def unusual(code: str, options: Mapping[str, Any]) -> list[str]:
    """What differs from the usual, a few words each: “scoring alternative”, “without pick-up”."""
    words = []
    for option in RULES[code].options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if isinstance(option.default, bool):
            said = _("with %(option)s") if value else _("without %(option)s")
            words.append(said % {"option": option.title.lower()})
        else:
            words.append(f"{option.title.lower()} {_said(option, value).lower()}")
    return words


def spelled_out(code: str, options: Mapping[str, Any]) -> list[str]:
    """Every option of the game with what was chosen, the usual ones too: “Scoring: Standard”.

    Empty for a game without options.
    """
    return [
        f"{option.title}: {_said(option, options.get(option.name, option.default))}"
        for option in RULES[code].options
    ]


def _said(option: Option, value: object) -> str:
    if option.choices:
        return dict(option.titled).get(str(value), str(value))
    if isinstance(option.default, bool):
        return _("yes") if value else _("no")
    return str(number_format(value, force_grouping=True)) if isinstance(value, int) else str(value)
