"""A web server that is told to stop says so first: whoever leads requests to it can lead them elsewhere.

gunicorn.conf.py begins it, in the process that all others are forked from, and `/health/` tells.
"""

from __future__ import annotations

import mmap

_flag = mmap.mmap(-1, 1)
"""Memory that a process shares with those forked from it."""


def begin() -> None:
    """This server, with all of its processes, is about to stop."""
    _flag[0] = 1


def has_begun() -> bool:
    """Whether it is."""
    return _flag[0] == 1
