"""Tests of a group run in one worker: what is made once for them is made once."""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.xdist_group("groups")


def test_a_group_is_kept_together(request: pytest.FixtureRequest) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        pytest.skip("All tests run in one process.")
    assert request.node.nodeid.endswith("@groups"), "pytest-xdist sends tests by the ends of their names"
