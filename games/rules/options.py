"""The options of a match as they were given, made complete and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base import BadOptions, Option
from games.said import gettext as _


def clean(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, str | int | bool]:
    """Complete `given` with the defaults of the options of a game, which is named in what is refused.

    Raises BadOptions on an unknown name or a bad value; a number is a whole one, and no yes or no.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise BadOptions(_("%(game)s has no option “%(name)s”.") % {"game": game, "name": name})
        if not _fits(known[name], value):
            raise BadOptions(
                _("“%(value)s” does not fit the option “%(label)s” of %(game)s.")
                % {"value": value, "label": known[name].title, "game": game}
            )
    return {name: given.get(name, option.default) for name, option in known.items()}


def _fits(option: Option, value: object) -> bool:
    if option.choices:
        return value in [choice for choice, _ in option.choices]
    if isinstance(option.default, bool):
        return isinstance(value, bool)
    return type(value) is int and option.low <= value <= option.high
