"""Going through the site as each role: one request at a time, and everything as it was after it."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.client import ClientHandler
from django.urls import reverse

from tests.site.walk.addresses import address_of
from tests.site.walk.page_form import fields
from tests.site.walk.row import Answer, Row
from tests.site.walk.world import World

UNCOUNTED = {
    *("accounts_spent", "cache", "django_session"),
    *("auth_permission", "django_content_type", "django_migrations"),
}
"""Limits are counted and sessions kept whatever the answer is; the others belong to the migrations."""
TAKEN: set[Answer] = {200, 302}
LOOKING = re.compile(
    r"\s*SELECT\s(?!.*(?:\bdicepool_\w+\(|\b(?:INSERT|DELETE)\b|(?<!FOR )(?<!KEY )\bUPDATE\b))"
    "|SAVEPOINT |RELEASE |ROLLBACK ",
    re.DOTALL,
)
"""Statements that surely change no table: they look, and call none of the pool's routines."""
WRITING = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)')
"""Statements that change this table alone: the database has no triggers, and cascades are Django's."""


class Door(RequestFactory):
    """Django's test client without what costs time: it keeps no contexts and follows no cookies."""

    def __init__(self, *, guarded: bool) -> None:
        super().__init__()
        self.handler = ClientHandler(enforce_csrf_checks=guarded)

    def request(self, **given: Any) -> Any:
        """Hand it to the site, rather than make a request of it: that would decode the path already."""
        return self.handler(self._base_environ(**given))  # type: ignore[attr-defined]

    def ask(self, path: str, method: str, sent: Any, session: str | None) -> HttpResponse:
        """Send a form, or an empty body where `sent` is None."""
        self.cookies.clear()
        if session:
            self.cookies[settings.SESSION_COOKIE_NAME] = session
        answer = self.generic(method, path) if sent is None else self.post(path, sent)
        return cast("HttpResponse", answer)


class Walker:
    """Sends requests in a world, each rolled back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.open, self.guarded = Door(guarded=False), Door(guarded=True)
        self.trouble = ""
        got_request_exception.connect(self._note)
        self.pages: dict[str, dict[str, list[str]]] = {}
        self.before = digest(tables())

    def go(self, row: Row, role: str, method: str, form: Mapping[str, Any] | None = None) -> Step:
        """One cell of the table, with the row's own form or another."""
        path = address_of(self.world, row)
        if method != "POST":
            return self.ask(path, role, method)
        return self.ask(path, role, method, self.form_of(row) if form is None else dict(form))

    def form_of(self, row: Row) -> dict[str, Any]:
        """What the row sends: its own fields over those of the page where it says so."""
        own = self.world.form(dict(row.form))
        if not own.pop("from page", False):
            return own
        path = address_of(self.world, row)
        if path not in self.pages:
            page = self.ask(path, "superuser", "GET").response
            self.pages[path] = fields(page.content.decode()) if page.status_code == 200 else {}
        return {**self.pages[path], **own}

    def ask(self, path: str, role: str, method: str, sent: Any = None, *, guarded: bool = False) -> Step:
        """Ask for this address as this role."""
        door = self.guarded if guarded else self.open
        self.trouble = ""
        with transaction.atomic():
            with _watched() as touched:
                response = door.ask(path, method, sent, self.world.sessions.get(role))
            changed = self._changed(touched)
            transaction.set_rollback(True)
        done = answer_of(response) in TAKEN
        return Step(path, role, method, response, changed, done, self.trouble)

    def _note(self, **_: Any) -> None:
        """Keep the exception behind a 500."""
        kind, error, _trace = sys.exc_info()
        self.trouble = f" ({kind.__name__ if kind else ''}: {error})"

    def _changed(self, touched: set[str]) -> frozenset[str]:
        """Which of these tables are not as they were."""
        after = digest(touched)
        return frozenset(table for table in after if after[table] != self.before.get(table))


@dataclass(frozen=True)
class Step:
    """One request and what came of it."""

    path: str
    role: str
    method: str
    response: HttpResponse
    changed: frozenset[str]
    done: bool
    """Whether what was sent was taken, rather than refused or sent to a door."""
    trouble: str
    """The exception behind a 500, if there was one."""

    @property
    def answer(self) -> Answer:
        """The status, or where it leads to in the words of a row."""
        return answer_of(self.response)

    @property
    def broken(self) -> bool:
        """Whether the site failed, or lost patience: nothing here is done twice, so nothing too often."""
        return self.response.status_code >= 500 or self.response.status_code == 429

    def told(self, expected: object) -> str:
        """A line for whoever reads why the test failed."""
        wrote = f", changed {', '.join(sorted(self.changed))}" if self.changed else ""
        return (
            f"{self.method} {self.path} as {self.role}: expected {expected}, "
            f"got {self.answer}{self.trouble}{wrote}"
        )


def answer_of(response: HttpResponse) -> Answer:
    """The status, or where it leads to in the words of a row."""
    status = response.status_code
    if status not in {301, 302}:
        return status
    to = urlsplit(response["Location"]).path
    doors = {reverse("account_login"): "in", reverse("admin:login"): "door"}
    return doors.get(to, "again" if to in _AGAIN else 302)


_AGAIN = {"/accounts/reauthenticate/", "/accounts/2fa/reauthenticate/"}


@contextmanager
def _watched() -> Iterator[set[str]]:
    """The tables that what is executed may change: all of them where a statement does not say which."""
    touched: set[str] = set()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not LOOKING.match(sql):
            found = WRITING.match(sql)
            touched.update([found[1]] if found else tables())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield touched


def digest(of: Collection[str]) -> dict[str, str]:
    """A digest of each of these tables that counts, in one query; but for when players were seen."""
    parts = [_digest(table) for table in tables() if table in of]
    if not parts:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return dict(cursor.fetchall())


@cache
def tables() -> tuple[str, ...]:
    """Every table that counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE relkind IN ('r', 'p') AND nspname = 'public' AND NOT relispartition ORDER BY 1"
        )
        return tuple(row[0] for row in cursor.fetchall() if row[0] not in UNCOUNTED)


def _digest(table: str) -> str:
    return (
        f"SELECT '{table}', md5(coalesce(string_agg(md5(row), '' ORDER BY md5(row)), ''))"
        f' FROM (SELECT {_columns(table)} AS row FROM "{table}" t) rows'
    )


def _columns(table: str) -> str:
    return "(to_jsonb(t) - 'last_seen' - 'browser_language')::text" if table == "accounts_user" else "t::text"
