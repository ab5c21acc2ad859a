"""Every operation, as everybody: rows.py has the answers."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.scopes import SCOPES
from boatzee_site.api.operations import api
from games.match import play
from games.models import Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby
from tests.api import rows_games, rows_keeping
from tests.api.alike import differs
from tests.api.asking import Program, ask
from tests.api.rows import ROLES, Row
from tests.api.rows import ROWS as FIRST
from tests.api.rows_events import ROWS as ELSEWHERE
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
ROWS = (*FIRST, *rows_games.ROWS, *rows_keeping.ROWS)


@cache
def operations() -> dict[str, dict[str, Any]]:
    """Every operation by its name."""
    told = api.get_openapi_schema()
    return {
        operation["operationId"]: {**operation, "method": method.upper()}
        for methods in told["paths"].values()
        for method, operation in methods.items()
    }


def test_every_operation_has_a_row_and_no_row_outlives_its_operation() -> None:
    assert {row.operation for row in (*ROWS, *ELSEWHERE)} == set(operations())


def test_every_row_says_what_everybody_gets() -> None:
    for row in (*ROWS, *ELSEWHERE):
        assert set(row.expected()) == set(ROLES), row


@pytest.fixture
def world(alice: User, bob: User) -> dict[str, Any]:
    """What the rows name."""
    players, options = [alice, bob], RULES["BZ"].clean_options({})
    match = lobby.lay(players, "BZ", options, Pace.TURNS, "main", accepted=players, starter=0)
    match = play.start(match.pk)
    dave = User.objects.create_user("dave", unwatched=True)
    unwatched = begin("BZ", alice, bob, dave)
    invitation = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    return {
        "match": match.pk,
        "version": match.version,
        "unwatched": unwatched.pk,
        "invitation": invitation.pk,
    }


@pytest.fixture
def cast(alice: User, bob: User, carol: User) -> dict[str, User]:
    """Who is who."""
    soon = timezone.now() + timedelta(days=1)
    barred = User.objects.create_user("erin", barred_until=soon)
    suspended = User.objects.create_user("frank", suspended_until=soon)
    return {"alice": alice, "bob": bob, "carol": carol, "barred": barred, "suspended": suspended}


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_who_is_answered_what(
    row: Row, world: dict[str, Any], cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All roles in one world: what one of them changes there is taken back before the next. What a program
    reads hangs on no language.
    """
    for name, make in {**rows_games.MADE, **rows_keeping.MADE}.items():
        if f"{{{name}}}" in row.path:
            world[name] = make(cast["alice"], cast["bob"])
    for role in ROLES:
        with transaction.atomic():
            _must_be_answered(row, role, world, cast)
            transaction.set_rollback(True)
    monkeypatch.setattr(play, "_roll_off", lambda match, seats: 0)  # it takes as long as they are level
    for name in ("alice", "bob"):
        assert not differs(ask(cast[name]), row, row.path.format(**world), filled(row.sent, world))


def _must_be_answered(row: Row, role: str, world: dict[str, Any], cast: dict[str, User]) -> None:
    scope = operations()[row.operation]["x-scope"]
    answer = _program(role, scope, cast).send(row.method, row.path.format(**world), filled(row.sent, world))
    assert answer.status_code == row.expected()[role], (role, answer.content)
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json", role
    if role in {"nobody", "unscoped", "suspended"} and answer.status_code != 200:
        assert Match.objects.get(pk=world["match"]).version == world["version"], role


def _program(role: str, scope: str, cast: dict[str, User]) -> Program:
    if role == "nobody":
        return ask(None)
    if role == "unscoped":
        return ask(cast["alice"], " ".join(name for name in SCOPES if name != scope))
    return ask(cast[role], scope)


def filled(sent: dict[str, Any] | None, world: dict[str, Any]) -> dict[str, Any] | None:
    """What is sent, with the numbers that it names."""
    if sent is None:
        return None
    return {
        name: world[value.strip("{}")] if isinstance(value, str) and value.startswith("{") else value
        for name, value in sent.items()
    }
