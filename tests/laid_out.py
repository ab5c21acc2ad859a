"""Static files as production lays them out, once for all that is tried beside the same servers."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def laid_out(otherwise: Path) -> Iterator[tuple[Path, bool]]:
    """Their folder, and whether this one has to lay them there; meanwhile the others wait.

    It lies beside the servers, and `otherwise` here where nobody has said where those are.
    """
    home = os.environ.get("BOATZEE_VAR")
    folder = Path(home) / "laid-out" if home else otherwise
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder, not folder.exists()
