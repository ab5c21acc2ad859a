"""The advisor of a game, from the tables that lie on this machine.

Pages never build tables: they find them, or say that they are not ready yet and ask the worker for them.
What is imported here brings numpy along only when somebody is advised.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
_builder: subprocess.Popen[bytes] | None = None
"""What builds for this process, or did."""


class NotReady(Exception):
    """The tables of this game are not on this machine yet; the worker was asked to build them."""


def advisor(rules: Rules[Any]) -> Advisor[Any, Any]:
    """Who knows this game. Raises NotReady while its tables are missing, and NotAdvised if nobody can."""
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
    """Begin to build what is missing, in a process of its own: it takes minutes, in which the worker goes on.

    Where somebody is building already, it is left to them.
    """
    global _builder  # noqa: PLW0603
    if not settings.ANALYSIS_BUILD or (_builder is not None and _builder.poll() is None):
        return
    _builder = subprocess.Popen(
        [sys.executable, "manage.py", "build_tables", "--aside", "--verbosity", "0"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "ANALYSIS_DIR": str(settings.ANALYSIS_DIR)},
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # whatever ends this task does not end it
    )
