"""What stands above a table besides the game and the names."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from accounts.figures import written
from games import options
from games.models import Match


def words(match: Match, day: date | None) -> tuple[str, ...]:
    """What is unusual about the match, a few words each; `day` is the day whose dice it has."""
    found = tuple(options.unusual(match.code, match.options))
    if day is not None:
        found = (*found, _("the daily of %(day)s") % {"day": written(day, "j F Y")})
    return (*found, _("with choices taken back")) if match.taken_back else found
