"""Without a copy of the database nothing of it is there; with one, settings are as they should be."""

from __future__ import annotations

import json
import os
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache.backends.db import BaseDatabaseCache

from accounts.models import News
from boatzee_site.copies import leader, middleware
from boatzee_site.copies.pages import COPIED, SHOWN
from boatzee_site.copies.router import Router
from games.models import Match
from statements import reading
from tests.faults.copied import with_copies
from tests.site.test_settings import PRODUCTION, start
from tests.site.walk import addresses

WHAT = """
import json, sys
import boatzee_site.wsgi
from django.conf import settings
from django.db import router
print(json.dumps({
    "middleware": settings.MIDDLEWARE,
    "databases": settings.DATABASES,
    "routers": len(router.routers),
    "loaded": [name for name in sys.modules if name.startswith("boatzee_site.copies")],
}, default=str))
"""
COPY = "postgres://boatzee:x@copies:5433/boatzee?application_name=pages"


def told(**given: str) -> dict[str, object]:
    done = start(WHAT, **{**PRODUCTION, **given})
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("given", [{}, {"DATABASE_REPLICA_URL": ""}])
def test_without_a_copy_nothing_of_it_is_there(given: dict[str, str]) -> None:
    found = told(**given)
    assert found["middleware"] == settings.MIDDLEWARE
    assert list(found["databases"]) == ["default"]  # type: ignore[call-overload]
    assert found["routers"] == 0
    assert found["loaded"] == []


@pytest.mark.parametrize("pooler", ["", "1"])
def test_a_copy_is_bounded_as_the_primary_and_takes_nothing(pooler: str) -> None:
    found = told(DATABASE_REPLICA_URL=COPY, DATABASE_POOLER=pooler)
    assert found["middleware"] == with_copies(settings.MIDDLEWARE)
    assert found["routers"] == 1
    databases: dict[str, dict[str, object]] = found["databases"]  # type: ignore[assignment]
    first, copy = databases["default"], databases["replica"]
    assert (copy["HOST"], copy["PORT"], copy["CONN_MAX_AGE"]) == ("copies", 5433, first["CONN_MAX_AGE"])
    of_first: dict[str, object] = first["OPTIONS"]  # type: ignore[assignment]
    of_copy: dict[str, object] = copy["OPTIONS"]  # type: ignore[assignment]
    assert of_copy["application_name"] == "pages"
    greeting = of_first.get("options")
    assert bool(greeting) != bool(pooler)
    if greeting:
        assert of_copy["options"] == f"{greeting} -c default_transaction_read_only=on"
    assert of_copy["tcp_user_timeout"] == of_first["tcp_user_timeout"]


READ_ONLY = """
import django; django.setup()
from django.db import connections
for name in ("default", "replica"):
    with connections[name].cursor() as cursor:
        cursor.execute("SHOW default_transaction_read_only")
        [read_only] = cursor.fetchone()
        cursor.execute("SHOW lock_timeout")
        print(read_only, *cursor.fetchone())
"""


@pytest.mark.parametrize("pooler", ["0", "1"])
def test_its_sessions_read_alone_with_and_without_a_pooler(pooler: str) -> None:
    one = settings.DATABASES["default"]
    address = f"postgres://{one['USER']}@{one['HOST'].replace('/', '%2F')}/boatzee"
    given = {name: value for name, value in os.environ.items() if name != "STATEMENT_SECONDS"}
    done = start(READ_ONLY, **given, DATABASE_POOLER=pooler, DATABASE_REPLICA_URL=address)
    assert done.stdout.splitlines() == ["off 10s", "on 10s"], done.stderr


def test_every_page_that_may_be_old_is_one() -> None:
    assert {one.name for one in addresses.addresses().values()} >= SHOWN
    assert COPIED < SHOWN


def test_who_somebody_is_and_what_was_counted_is_asked_of_the_primary() -> None:
    router = Router()
    counted = BaseDatabaseCache("cache", {}).cache_model_class
    with reading.apart():
        reading.turn_to_copy()
        assert router.db_for_read(News) == router.db_for_read(Match) == reading.COPY
        assert router.db_for_read(Session) == router.db_for_read(counted) == reading.PRIMARY
        assert router.db_for_write(News) == reading.PRIMARY
    assert router.db_for_read(News) == reading.PRIMARY
    assert not router.allow_migrate(reading.COPY, "games")
    assert router.allow_migrate(reading.PRIMARY, "games")


class TestHowOldACopyMayBe:
    def knowing(self, *looks: tuple[float, int]) -> leader.Leader:
        made = leader.Leader()
        made._looks.extend(looks)
        return made

    @pytest.mark.parametrize(
        ("replayed", "now", "mending"),
        [(300, True, True), (200, True, True), (199, False, True), (150, False, True), (149, False, False)],
    )
    def test_it_must_have_what_was_written_some_seconds_ago(
        self, monkeypatch: pytest.MonkeyPatch, replayed: int, now: bool, mending: bool
    ) -> None:
        # Looks at 10, 15.5 and 18 s; it is 19.5 s, so that 15.5 s is just near enough
        known = self.knowing((10.0, 100), (14.5, 150), (15.5, 200), (18.0, 300))
        at(monkeypatch, 19.5)
        assert known.covers(replayed, mending=False) is now
        # The primary was seen last at 18 s: 14 s and later is near enough
        assert known.covers(replayed, mending=True) is mending

    def test_nobody_knows_before_the_first_look(self) -> None:
        assert not leader.Leader().covers(10**9, mending=True)

    @pytest.mark.parametrize(("since", "gone"), [(None, False), (-0.1, False), (0.1, True)])
    def test_one_that_does_not_answer_is_gone(
        self, monkeypatch: pytest.MonkeyPatch, since: float | None, gone: bool
    ) -> None:
        known = leader.Leader()
        at(monkeypatch, 10.0)
        known._since = None if since is None else 10.0 - leader.PATIENCE - since
        assert known.gone is gone


def at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """It is so late."""
    monkeypatch.setattr(leader, "time", SimpleNamespace(monotonic=lambda: seconds))


def test_the_pin_outlasts_it() -> None:
    assert middleware.PINNED >= 2 * leader.MOST
    assert leader.LOOKS * leader.EVERY > leader.MOST
