"""Tables for these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tabled import tables

SOLVED = ("BZ", "BX", "BO")


@pytest.fixture(scope="session")
def home() -> Path:
    """Where the tables of the solved games lie."""
    return tables(*SOLVED)
