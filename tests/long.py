"""What takes long is left out where all tests are run: `make long` runs it, and so does whoever names it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sample(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """The cases for `parametrize`: those that are kept are tried in every run, the others where all are.

    Of several values the first may stand for the case. Raises ValueError where nothing is called so.
    """
    found, missing = [], list(kept)
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        names = [name for name in kept if name in (case, values[0])]
        missing = [name for name in missing if name not in names]
        found.append(pytest.param(*values, marks=() if names else pytest.mark.long))
    if missing:
        raise ValueError(f"There is no case of {missing}.")
    return found


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a run of all tests the long ones, unless they are asked for; what somebody names is run whole."""
    if config.args != config.getini("testpaths") or "long" in config.option.markexpr:
        return
    kept: list[pytest.Item] = []
    long: list[pytest.Item] = []
    for item in items:
        (long if item.get_closest_marker("long") else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=long)
