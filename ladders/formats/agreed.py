"""What is agreed before an event opens, checked whole: no setting may break a format later."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ladders.formats.base import BadField, Format, Settings
from ladders.formats.field import check_field, sizes

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "matches": "the number of matches",
        "division": "the most players in a division",
        "moving": "the number who change divisions",
        "target": "the target",
        "at_once": "the most matches at once",
        "minutes": "its length in minutes",
    }
)


def check_settings(form: Format, settings: Settings, seats: int, entrants: int | None = None) -> None:
    """Raise BadField unless the format can run with these settings to its end.

    `seats` is the most players the game takes; `entrants` how many begin, where that is known.
    """
    for name, allowed in form.SETTINGS.items():
        value: int = getattr(settings, name)
        if value not in allowed:
            least, most = allowed[0], allowed[-1]
            raise BadField(f"{form.NAME}: {WORDS[name]} is {least:,} to {most:,}, not {value:,}.")
    if "division" in form.SETTINGS:
        _check_divisions(form, settings, seats, entrants)
    if entrants is not None:
        check_field(form, entrants, seats)


def _check_divisions(form: Format, settings: Settings, seats: int, entrants: int | None) -> None:
    if settings.division > seats:
        raise BadField(f"{form.NAME}: the game is for {seats} at most, so is a division.")
    if settings.moving >= settings.division:
        raise BadField(f"{form.NAME}: fewer must change divisions than a division has players.")
    if entrants and min(sizes(entrants, -(-entrants // settings.division))) < 2 <= entrants:
        raise BadField(f"{form.NAME}: divisions of {settings.division} would leave one player alone.")
