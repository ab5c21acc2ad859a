"""Each process of the tests has a Valkey of its own, loaded as a plugin before Django reads its settings.

What one says to open pages, how many streams it has open and what lies in its queues is nothing to another:
players and matches have the same numbers in all of them. Servers that whoever starts the tests has named are
used as they are.
"""

from __future__ import annotations

import os
from pathlib import Path

from boatzee_site import local
from boatzee_site.local.valkey import Valkey

WORKER, HOME = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get("BOATZEE_VAR")


def _begin(home: Path) -> Valkey:
    server = Valkey(home, durable=False)
    server.start()
    os.environ["REDIS_URL"] = local.redis_url(home)
    return server


OWN = _begin(Path(HOME) / WORKER) if WORKER and HOME else None


def pytest_unconfigure() -> None:
    """The run is over."""
    if OWN is not None:
        OWN.stop()
