"""Schemathesis tries the whole description, a few examples of each operation; SCHEMA_EXAMPLES tries more."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts import limits
from accounts.limits import Budget, Rate
from accounts.models import User
from dicepool import refill
from tests.api import trying
from tests.api.asking import ask
from tests.games.tables import begin

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "3"))


@pytest.mark.django_db(transaction=True)
def test_nothing_breaks_and_nothing_is_said_that_is_not_described(
    live_server: LiveServer, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(10**9, 60)))
    refill.add_sets(4000, "tests")
    for code in ("BZ", "DK", "PG"):
        begin(code, alice, bob)
    monkeypatch.setattr(limits, "BUDGETS", {name: Budget("", ()) for name in limits.BUDGETS})
    done = trying.tried(live_server.url, ask(alice).secret, EXAMPLES, tmp_path)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
