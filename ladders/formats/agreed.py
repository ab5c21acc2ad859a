"""What is agreed before an event opens, checked whole: no setting may break a format later."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.said import figure, gettext_noop
from games.said import gettext as _
from ladders.formats.base import BadField, Format, Settings
from ladders.formats.field import check_field, sizes

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "matches": gettext_noop("the number of matches"),
        "division": gettext_noop("the most players in a division"),
        "moving": gettext_noop("the number who change divisions"),
        "target": gettext_noop("the target"),
        "at_once": gettext_noop("the most matches at once"),
        "minutes": gettext_noop("its length in minutes"),
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
            raise BadField(
                _("%(name)s: %(what)s is %(least)s to %(most)s, not %(value)s.")
                % {
                    "name": _(form.NAME),
                    "what": _(WORDS[name]),
                    "least": figure(least),
                    "most": figure(most),
                    "value": figure(value),
                }
            )
    if "division" in form.SETTINGS:
        _check_divisions(form, settings, seats, entrants)
    if entrants is not None:
        check_field(form, entrants, seats)


def _check_divisions(form: Format, settings: Settings, seats: int, entrants: int | None) -> None:
    if settings.division > seats:
        raise BadField(
            _("%(name)s: the game is for %(seats)s at most, so is a division.")
            % {"name": _(form.NAME), "seats": seats}
        )
    if settings.moving >= settings.division:
        raise BadField(
            _("%(name)s: fewer must change divisions than a division has players.") % {"name": _(form.NAME)}
        )
    if entrants and min(sizes(entrants, -(-entrants // settings.division))) < 2 <= entrants:
        raise BadField(
            _("%(name)s: divisions of %(division)s would leave one player alone.")
            % {"name": _(form.NAME), "division": settings.division}
        )
