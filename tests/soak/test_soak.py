"""A bit of `make soak`: a few players in a hurry against the whole site. SOAK_SECONDS says how long."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import aside

SECONDS = float(os.environ.get("SOAK_SECONDS", "10"))
TOOK = 600.0  # seconds until it hangs: a slow machine may play four times as long, and get ready slowly

pytestmark = [
    pytest.mark.faults,
    pytest.mark.xdist_group("soak"),
    pytest.mark.usefixtures("django_db_setup"),  # whose tables it takes
]


@pytest.fixture
def home() -> Iterator[Path]:
    with aside.folder() as made:
        yield made


def test_players_in_a_hurry_meet_no_fault(home: Path, tmp_path: Path) -> None:
    words = ("--players", "8", "--minutes", str(SECONDS / 60), "--logs", str(tmp_path / "logs"))
    assert "moves made" in aside.run(home, TOOK + 4 * SECONDS, "tests.soak", *words)
