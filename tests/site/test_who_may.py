"""Every address, as everybody, by looking and by sending: who gets what, and what is changed by it.

The expected answers stand in tests/site/walk/rows_*.py, one line an address; a new address without a line
fails here. All of it happens in one world and one transaction, and each request is rolled back.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff

import pytest
from django.db import transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from boatzee_site import asgi, health, heartbeats
from dicepool import tasks
from tests.site.walk import addresses, hidden_play, rows_api, secrets
from tests.site.walk.nasty import changes_of, queries_of, spoilt_paths
from tests.site.walk.row import PLAYERS, Row
from tests.site.walk.rows import BY_NAME, ROWS
from tests.site.walk.steps import Step, Walker
from tests.site.walk.world import ROLES, build
from tests.worker import work

pytestmark = [pytest.mark.django_db]

WITHOUT_TOKEN = {"notices_off": 200, "dicepool:cosign": 400, "status": 405, **rows_api.WITHOUT_TOKEN}
"""Where programs post, and what they get: mail programs to an address whose signature is leave enough
(RFC 8058), witnesses a note that carries theirs; the form of the row carries none. Programs bring tokens of
another kind. The status of the site is told before anything is read of the request."""
FOREIGN = ("account_", "mfa_", "usersessions_", "admin")
"""Pages of others: Django's and allauth's answer to methods that nobody uses as they like."""
OURS = {"account_settings", "account_close"}
MANY = 6
"""Forms at one door that are many."""
WALKS = 2
"""How many go at the same time, each through a world of its own."""
NAMES = [
    pytest.param(name, marks=pytest.mark.xdist_group(f"who may {number % WALKS}"))
    for number, name in enumerate(BY_NAME)
]
TRIED = [
    one if number % 4 == 0 else pytest.param(*one.values, marks=[*one.marks, pytest.mark.long])
    for number, one in enumerate(NAMES)
]
"""Where nonsense is tried: at one of four in every run, at the others with all that takes long."""
Worlds = list[dict[str, dict[str, hidden_play.Told]]]
"""What everybody is told, by role and address."""
FIRST, SECOND = (pytest.mark.xdist_group(f"who may {number}") for number in range(WALKS))


@pytest.fixture(scope="module")
def walker(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Walker]:
    """In the world, which is gone when the last has walked through it."""
    hasher = override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        ACCOUNT_REAUTHENTICATION_TIMEOUT=86400,  # however slow the machine is
    )
    logging.disable(logging.CRITICAL)  # refusals by the thousand
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), hasher, transaction.atomic():
        patch.setattr(tasks.top_up, "delay", lambda **given: None)
        patch.setattr(heartbeats, "tell_of", lambda parts: None)
        yield Walker(build())
        transaction.set_rollback(True)
    logging.disable(logging.NOTSET)


def test_every_address_has_a_row() -> None:
    missing = [address for name, address in addresses.addresses().items() if name not in BY_NAME]
    assert not missing, "\n".join(
        [
            "Who may see and do what here? Add a row to tests/site/walk/rows_*.py for each of",
            *(f"  {one.name}  (/{one.route})" for one in missing),
            'such as Row("name", "words for its arguments", get="in, 200 players", post="in, 405 players"),',
            "and to the world in tests/site/walk/things*.py what its arguments name.",
        ]
    )


def test_no_row_outlives_its_address() -> None:
    assert set(BY_NAME) <= set(addresses.addresses())


@FIRST
def test_no_row_names_a_table_that_is_gone(walker: Walker) -> None:
    named = {table for row in ROWS for table in {*row.written, *row.reads.split()}} - {"*"}
    gone = named - walker.before.keys()
    assert not gone


@FIRST
@pytest.mark.parametrize("path", [health.PATH, health.READY])
def test_health_is_told_to_everybody_alike(walker: Walker, path: str) -> None:
    steps = [walker.ask(path, role, method) for role in ROLES for method in ("GET", "POST")]
    assert {(step.answer, step.changed) for step in steps} == {(200, frozenset())}
    parts = {frozenset(json.loads(step.response.content)) for step in steps}
    assert len(parts) == 1


@pytest.mark.parametrize("name", NAMES)
def test_each_role_is_answered_as_the_table_says(walker: Walker, name: str) -> None:
    wrong = []
    looked_at = set()
    for row in BY_NAME[name]:
        if row.at not in looked_at:
            wrong += [line for role in ROLES for line in look(walker, row, role)]
        looked_at.add(row.at)
        wrong += [line for role in ROLES for line in send(walker, row, role)]
    assert not wrong, "\n".join(wrong)


def look(walker: Walker, row: Row, role: str) -> Iterator[str]:
    """What is wrong with one cell of looking."""
    step, expected = walker.go(row, role, "GET"), row.expected("GET")[role]
    if step.answer != expected:
        yield step.told(expected)
    if not step.changed <= set(row.reads.split()):
        yield step.told("no change by looking, or a row whose `reads` lists it")
    kept = "public" in step.response.get("Cache-Control", "")
    if role in walker.world.people and kept and not row.public:
        yield step.told("an answer that no shared cache keeps, or a row that is `public`")


def send(walker: Walker, row: Row, role: str) -> Iterator[str]:
    """What is wrong with one cell of sending."""
    step, expected = walker.go(row, role, "POST"), row.expected("POST")[role]
    if expected == "signed-out" and step.answer == "in":
        step = replace(step, done=True)
    elif step.answer != expected:
        yield step.told(expected)
    yield from misdone(row, step)
    if step.done and not step.changed and not row.is_idle(role):
        yield step.told(f"{expected}, and a change")


def misdone(row: Row, step: Step) -> Iterator[str]:
    """What was changed that may not be: anything by a refusal, or tables that the row does not list."""
    changed = step.changed - set(row.reads.split())
    if not step.done and changed:
        yield step.told("nothing changed by what is refused")
    elif changed - row.written and row.writes != "*":
        yield step.told(f"no change but to {row.writes or 'nothing'}")


@pytest.mark.parametrize("name", NAMES)
def test_a_form_without_a_token_is_refused(walker: Walker, name: str) -> None:
    row = BY_NAME[name][0]
    path = addresses.address_of(walker.world, row)
    step = walker.ask(path, "superuser", "POST", walker.form_of(row), guarded=True)
    if name in WITHOUT_TOKEN:
        assert step.answer == WITHOUT_TOKEN[name], step.told(WITHOUT_TOKEN[name])
    else:
        assert step.answer == 403, step.told(403)
        assert not step.changed, step.told(403)


@FIRST
@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_do_nothing(walker: Walker, method: str) -> None:
    wrong = []
    for name, rows in BY_NAME.items():
        path = addresses.address_of(walker.world, rows[0])
        foreign = name.startswith(FOREIGN) and name not in OURS
        step = walker.ask(path, "superuser", method, guarded=foreign)
        if step.answer not in ({403, 405} if foreign else {405}) or step.changed:
            wrong.append(step.told("403 or 405, and no change"))
    assert not wrong, "\n".join(wrong)


@FIRST
def test_what_is_hidden_looks_like_what_is_not_there(walker: Walker) -> None:
    wrong = []
    for hidden, missing in secrets.pairs(walker.world):
        for role in ("anonymous", "stranger"):
            for method in ("GET", "POST"):
                steps = [
                    walker.ask(path, role, method, {} if method == "POST" else None)
                    for path in (hidden, missing)
                ]
                seen, unseen = (secrets.masked(step.response, step.path) for step in steps)
                if seen != unseen:
                    wrong.append(f"{steps[0].told('the same as ' + missing)}; there {steps[1].answer}")
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="module")
def worlds(walker: Walker) -> Worlds:
    """Two worlds that differ in nothing but what the owner plays on hidden cards; and one beside the first in
    which what nobody has rolled of the daily fell otherwise.
    """
    with transaction.atomic():
        work()
        now = timezone.now()
        found = [hidden_play.told(walker, ROWS, turns, now) for turns in (1, 11)]
        found.append(hidden_play.told(walker, ROWS, 1, now, unrolled=True))
        transaction.set_rollback(True)
    return found


@SECOND
@pytest.mark.parametrize("role", [role for role in hidden_play.ROLES if role != "owner"])
def test_a_hidden_card_tells_the_others_nothing(worlds: Worlds, role: str) -> None:
    differ = _differ(worlds[0][role], worlds[1][role])
    assert not differ, "\n".join([f"{role} can tell from these how the owner has played:", *differ])


@SECOND
@pytest.mark.parametrize("role", hidden_play.ROLES)
def test_what_nobody_has_rolled_of_the_daily_tells_nobody_anything(
    worlds: Worlds, role: str, walker: Walker
) -> None:
    one, other = worlds[0][role], worlds[2][role]
    if role == "owner":  # whose receipts of other dice tell at which moment each was taken
        own = f"/matches/{walker.world.keys[hidden_play.DAILY]}/"
        one, other = (
            {at: told for at, told in all_.items() if own in at or "daily" in at} for all_ in (one, other)
        )
        assert len(one) > 10
    differ = _differ(one, other)
    assert not differ, "\n".join([f"{role} can tell from these how the dice will fall:", *differ])


def _differ(one: dict[str, hidden_play.Told], other: dict[str, hidden_play.Told]) -> list[str]:
    assert one.keys() == other.keys()
    return [
        "\n".join([where, *unified_diff(_lines(told), _lines(other[where]), n=0)])
        for where, told in one.items()
        if told != other[where]
    ]


@SECOND
def test_who_plays_a_hidden_card_sees_and_hears_it(worlds: Worlds, walker: Walker) -> None:
    one, other = (world["owner"] for world in worlds[:2])
    differ = {where for where, told in one.items() if told != other[where]}
    for key in hidden_play.HIDDEN:
        table = reverse("games:table", args=[walker.world.keys[key]])
        assert {table, f"stream of {table}"} <= differ, "so the comparison above can fail"


def _lines(told: hidden_play.Told) -> list[str]:
    return "\n".join(map(str, told)).splitlines()


@pytest.mark.parametrize(
    "name", [one for one in TRIED if any(row.form for row in BY_NAME[str(one.values[0])])]
)
def test_nonsense_in_a_field_changes_nothing_and_breaks_nothing(walker: Walker, name: str) -> None:
    wrong = []
    for row in BY_NAME[name]:
        may = [role for role, answer in row.expected("POST").items() if answer in {200, 302}]
        role = next((role for role in may if role in PLAYERS or role == "guest"), may[0] if may else "owner")
        for said, form in changes_of(walker.form_of(row), few=len(BY_NAME[name]) > MANY):
            step = walker.ask(addresses.address_of(walker.world, row), role, "POST", form)
            found = [*misdone(row, step)] or ([step.told("less than 500")] if step.broken else [])
            wrong += [f"{line}, with {said}" for line in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", TRIED)
def test_nonsense_in_an_address_breaks_nothing(walker: Walker, name: str) -> None:
    wrong = []
    admins = name.startswith("admin:")
    for row in BY_NAME[name][:1]:
        if admins and not name.endswith("_change"):
            break  # Django reads the keys of all pages of a model in the same place
        for path in spoilt_paths(walker.world, row):
            wrong += [
                step.told("less than 500")
                for method in (("GET",) if admins else ("GET", "POST"))
                for step in [walker.ask(path, "superuser", method, {} if method == "POST" else None)]
                if step.broken
            ]
    for row in BY_NAME[name]:
        for query in queries_of(row):
            path = addresses.address_of(walker.world, row)
            step = walker.ask(f"{path}?{query}", "superuser", "GET")
            wrong += [step.told("less than 500")] if step.broken else []
    assert not wrong, "\n".join(wrong)


def test_the_stream_process_has_a_door_for_pages_two_for_programs_and_a_bell() -> None:
    assert {getattr(route, "path", "") for route in asgi.application.routes} == {
        "/events",
        "/events-{part:int}",
        "/health/",
        "/api/v1/stream",  # for programs: tests/api/test_streams.py
        "/api/v1/matches/{match:int}/stream",
    }
    for route in asgi.application.routes:
        # Those for programs take what the operation takes, which refuses the rest.
        assert (getattr(route, "methods", None) or set()) <= {"GET", "HEAD"}
