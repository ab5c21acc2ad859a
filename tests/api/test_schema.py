"""Schemathesis tries the description, a few examples of each operation; SCHEMA_EXAMPLES tries more."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts import limits
from accounts.limits import Budget, Rate
from accounts.models import User
from boatzee_site.api import openapi
from dicepool import refill
from tests.api import trying
from tests.api.asking import ask
from tests.games.tables import begin
from tests.long import sample

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "3"))


SPARSE = 20
"""One of so many operations is tried in every run."""


def some() -> list[str]:
    """The names of a few operations, from all over the description."""
    paths = json.loads(openapi.file().read_text())["paths"]
    names = [operation["operationId"] for methods in paths.values() for operation in methods.values()]
    return names[::SPARSE]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("only", sample([some(), []], some()), ids=["some", "all"])
def test_nothing_breaks_and_nothing_is_said_that_is_not_described(
    live_server: LiveServer,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    only: list[str],
) -> None:
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(10**9, 60)))
    refill.add_sets(4000, "tests")
    for code in ("BZ", "DK", "PG"):
        begin(code, alice, bob)
    monkeypatch.setattr(limits, "BUDGETS", {name: Budget("", ()) for name in limits.BUDGETS})
    done = trying.tried(live_server.url, ask(alice).secret, EXAMPLES, tmp_path, only=only)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
