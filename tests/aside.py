"""Programs that tests run apart from themselves, beside servers of their own in a folder of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boatzee_site.local import ROOT
from tests import migrated

PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"


@contextmanager
def folder() -> Iterator[Path]:
    """A folder, for as long as this lasts.

    Not pytest's own: as root, Postgres runs as somebody else, who cannot walk into that.
    """
    made = Path(tempfile.mkdtemp(prefix="boatzee-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made)


def run(home: Path, seconds: float, program: str, *words: str) -> str:
    """A program of the tests, such as `tests.soak`, to its end. Returns what it printed.

    Its servers and queues are its own: the other tests' worker must not take its tasks. Raises AssertionError
    with all that it said where it fails, and subprocess.TimeoutExpired.
    """
    kept = {"PATH": os.environ["PATH"], "HOME": str(home), "STATICFILES": PLAIN, "BOATZEE_VAR": str(home)}
    kept |= migrated.known()
    done = subprocess.run(
        [sys.executable, "-m", "boatzee_site.local.services", sys.executable, "-m", program, *words],
        env=kept,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
