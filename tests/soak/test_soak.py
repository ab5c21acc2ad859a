"""A bit of `make soak`: a few players in a hurry against the whole site. SOAK_SECONDS says how long."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from boatzee_site.local import ROOT

SECONDS = float(os.environ.get("SOAK_SECONDS", "10"))
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
TOOK = 600.0  # seconds until it hangs: a slow machine may play four times as long, and get ready slowly

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("soak")]


@pytest.fixture
def home() -> Iterator[Path]:
    # Not pytest's own folder: as root, Postgres runs as somebody else, who cannot walk into that.
    folder = Path(tempfile.mkdtemp(prefix="boatzee-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_players_in_a_hurry_meet_no_fault(home: Path, tmp_path: Path) -> None:
    # Servers and queues of its own: the other tests' worker must not take its tasks.
    kept = {"PATH": os.environ["PATH"], "HOME": str(home), "STATICFILES": PLAIN, "BOATZEE_VAR": str(home)}
    soak = [sys.executable, "-m", "tests.soak", "--players", "8", "--minutes", str(SECONDS / 60)]
    done = subprocess.run(
        [sys.executable, "-m", "boatzee_site.local.services", *soak, "--logs", str(tmp_path / "logs")],
        env=kept,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=TOOK + 4 * SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "moves made" in done.stdout
