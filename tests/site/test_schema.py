"""A process of a new release begins only beside a database that was migrated for it."""

from __future__ import annotations

import pytest
from celery.signals import worker_init
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from boatzee_site import schema
from boatzee_site.local import ROOT

pytestmark = pytest.mark.django_db
NEWEST = ("games", "0023_reviews_by_version")


@pytest.fixture(autouse=True)
def _not_looked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_fits", False)
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own transaction is on it


@pytest.fixture
def _older() -> None:
    MigrationRecorder(connection).record_unapplied(*NEWEST)


def test_a_database_with_all_migrations_lacks_none() -> None:
    assert schema.lacking() == []
    schema.at_start()


@pytest.mark.usefixtures("_older")
def test_one_that_is_missing_is_named_and_nothing_starts() -> None:
    assert schema.lacking() == [".".join(NEWEST)]
    for start in (schema.at_start, lambda: worker_init.send(sender=None)):
        with pytest.raises(SystemExit, match=r"lacks .*, games\.0023\w+\. Run `manage\.py migrate` first\.$"):
            start()


def test_a_database_that_was_never_migrated_lacks_all() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE django_migrations RENAME TO elsewhere")
    missing = schema.lacking()
    assert {"games.0001_match", "sessions.0001_initial", "account.0001_initial"} <= set(missing)


@pytest.mark.usefixtures("_older")
@pytest.mark.parametrize("path", ["/health/", "/health/ready"])
def test_health_says_that_it_is_behind_until_it_is_migrated(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 503
    assert "behind" in answer.content.decode()
    MigrationRecorder(connection).record_applied(*NEWEST)
    assert client.get(path).status_code == 200


def test_a_database_of_a_newer_release_is_fine(client: Client) -> None:
    MigrationRecorder(connection).record_applied("games", "9999_of_tomorrow")
    schema.at_start()
    assert client.get("/health/").json()["database"] == "up"


def test_it_is_not_asked_again_once_it_has_all(client: Client) -> None:
    assert not schema.behind()
    MigrationRecorder(connection).record_unapplied(*NEWEST)
    assert not schema.behind()


@pytest.mark.django_db
def test_what_several_migrations_share_is_none_of_them() -> None:
    """Nothing could ever start: it is applied by nobody."""
    assert (ROOT / "games" / "migrations" / "_beside_play.py").exists()
    assert schema.lacking() == []
