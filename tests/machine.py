"""What a test does where the machine lacks what it needs."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacks(what: str) -> NoReturn:
    """Skip the test, or fail where REQUIRE_BROWSER says that everything must be there.

    `what` is a sentence that says what is lacking, and what to install.
    """
    if os.environ.get("REQUIRE_BROWSER") == "1":
        pytest.fail(what)
    pytest.skip(what)
