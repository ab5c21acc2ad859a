"""What everybody is answered about events, ladders, the dice, messages and notices: rows_events.py has it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from accounts import notices
from accounts.models import User
from accounts.models.notices import Notice
from accounts.scopes import SCOPES
from dicepool import guard, log, tree
from games.models import Move
from ladders.clubs import announcing as of_clubs
from ladders.events import announcing, teams
from ladders.formats import league
from ladders.ladder import climbing
from ladders.models import Event, Fixture, Ladder
from tests.api.alike import differs
from tests.api.asking import Program, ask
from tests.api.rows import ROLES, Row
from tests.api.rows_events import ROWS
from tests.api.test_who_may import filled, operations
from tests.games.tables import begin
from tests.ladders import clubs
from tests.ladders.events import begun, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NOWHERE = "https://hooks.invalid/in"
"""Nobody is there: no name below .invalid is anybody's (RFC 2606)."""


@pytest.fixture
def cast(alice: User, bob: User, carol: User) -> dict[str, User]:
    """Who is who."""
    soon = timezone.now() + timedelta(days=1)
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    barred = User.objects.create_user("erin", barred_until=soon)
    suspended = User.objects.create_user("frank", suspended_until=soon)
    User.objects.update(last_seen=timezone.now())
    return {"alice": alice, "bob": bob, "carol": carol, "barred": barred, "suspended": suspended}


@pytest.fixture
def world(cast: dict[str, User], ladder_of_two: Ladder) -> dict[str, int | str]:
    """What the rows name."""
    alice, bob, carol = cast["alice"], cast["bob"], cast["carol"]
    event = begun(opened("league", organiser=carol), [alice, bob])
    notices.tell([alice], "news", "hm", "Hm", "/")
    guard.admit()
    log.seal()
    tree.keep_up()
    rolled = Move.objects.filter(match=begin("BZ", alice, bob), kind=Move.ROLL_OFF).order_by("pk")[0]
    User.objects.create_user("dave", last_seen=timezone.now())
    team_event = opened("team", organiser=carol)
    team = teams.make_team(team_event.pk, alice, "The Reds", [bob])
    other = Ladder.objects.create(code="BZ")
    for player in (alice, bob):
        climbing.join(other.pk, player)
    announcing.choose(event, carol, NOWHERE, "plain")
    club = clubs.club(carol)
    of_clubs.choose(club.pk, carol, NOWHERE, "plain")
    return {
        "club": club.slug,
        "event": event.pk,
        "teams": team_event.pk,
        "team": team.pk,
        "open": opened("league", organiser=carol).pk,
        "draft": Event.objects.create(name="Hm", format="league", code="BO", organiser=carol).pk,
        "fixture": Fixture.objects.filter(section__event=event).order_by("pk")[0].pk,
        "ladder": ladder_of_two.pk,
        "other": other.pk,
        "challenge": climbing.challenge(other.pk, bob, alice).pk,
        "notice": Notice.objects.get(player=alice, key="hm").pk,
        "serial": rolled.serials[0],
    }


@pytest.fixture
def ladder_of_two(cast: dict[str, User]) -> Ladder:
    """Alice above bob."""
    ladder = Ladder.objects.create(code="BO")
    for name in ("alice", "bob"):
        climbing.join(ladder.pk, cast[name])
    return ladder


def test_who_is_answered_what(world: dict[str, int | str], cast: dict[str, User]) -> None:
    """All rows in one test: a world takes long to make, and is as it was after each of them."""
    known = operations()
    wrong = {}
    for row in ROWS:
        there = {**world, "ladder": world["other"]} if "{challenge}" in row.path else world
        given = {role: _asked(row, role, known[row.operation]["x-scope"], there, cast) for role in ROLES}
        if given != row.expected():
            wrong[str(row)] = (given, row.expected())
    assert not wrong


def test_no_answer_hangs_on_a_language(world: dict[str, int | str], cast: dict[str, User]) -> None:
    told = []
    for row in ROWS:
        there = {**world, "ladder": world["other"]} if "{challenge}" in row.path else world
        sent, path = filled(row.sent, there), row.path.format(**there)
        told += [differs(ask(cast[name]), row, path, sent) for name in ("alice", "carol")]
    assert not "\n".join(filter(None, told))


def test_tables_have_their_columns_by_english_names(world: dict[str, int | str]) -> None:
    told = ask(None).get(f"events/{world['event']}/standings", accept_language="de").json()
    assert list(told["tables"][0]["lines"][0]["values"]) == [column.name for column in league.COLUMNS]


def _asked(row: Row, role: str, scope: str, world: dict[str, int | str], cast: dict[str, User]) -> int:
    """The status of the answer. What was done is undone."""
    with transaction.atomic():
        program = _program(role, scope, cast)
        answer = program.send(row.method, row.path.format(**world), filled(row.sent, world))
        transaction.set_rollback(True)
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["detail"]
    status: int = answer.status_code
    return status


def _program(role: str, scope: str, cast: dict[str, User]) -> Program:
    if role == "nobody":
        return ask(None)
    if role == "unscoped":
        return ask(cast["alice"], " ".join(name for name in SCOPES if name != scope))
    return ask(cast[role], scope)
