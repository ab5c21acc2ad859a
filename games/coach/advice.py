"""The advisor of a game, from the tables that lie on this machine.

Pages never build tables: they find them, or say that they are not ready yet and ask the worker for them.
What is imported here brings numpy along only when somebody is advised.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.conf import settings

from games.match import wake
from games.rules.base import Rules

if TYPE_CHECKING:
    from games.analysis.base import Advisor

_known: dict[tuple[str, str], Advisor[Any, Any]] = {}
"""By folder and game: what this process has opened."""


PAUSE = 60.0
"""Seconds for which a process that called for tables does not call again."""
_called = -PAUSE


class NotReady(Exception):
    """The tables of this game are not on this machine yet; the worker was asked to build them."""


def advisor(rules: Rules[Any]) -> Advisor[Any, Any]:
    """Who knows this game. Raises NotReady while its tables are missing, and LookupError if nobody can know
    it."""
    from games.analysis import advisors, store  # noqa: PLC0415  (numpy, which few pages need)

    key = str(settings.ANALYSIS_DIR), rules.code
    if key not in _known:
        try:
            _known[key] = advisors.advisor_of(rules, settings.ANALYSIS_DIR)
        except store.Unusable as error:
            _call()
            raise NotReady(str(error)) from error
    return _known[key]


def _call() -> None:
    """Have the worker called for, now and then: whoever asks meanwhile asks for the same."""
    global _called  # noqa: PLW0603
    if time.monotonic() - _called > PAUSE:
        _called = time.monotonic()
        wake.tables()


def forget() -> None:
    """Open all tables anew when they are asked for next, and call for those that are missing."""
    global _called  # noqa: PLW0603
    _known.clear()
    _called = -PAUSE


def build() -> None:
    """Build what is missing, in the worker; where somebody is building already, leave it to them."""
    from games.coach import building  # noqa: PLC0415  (numpy)

    if not settings.ANALYSIS_BUILD:
        return
    with suppress(building.Busy):
        building.build(settings.ANALYSIS_DIR, lambda name, done: None, wait=False)
