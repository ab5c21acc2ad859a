"""Tables that one process of a run has made are handed on, to databases that have none, and are whole."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from django.db import connection

from boatzee_site import local
from tests import conftest, migrated, mould


@pytest.mark.django_db
def test_a_database_that_has_its_tables_is_not_given_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that fails by chance is tried again, beside what it has left."""
    written = tmp_path / "tables.sql"
    written.write_text("SELECT no_such_thing;")
    monkeypatch.setenv(migrated.TABLES, str(written))
    migrated.migrate()


def test_what_is_written_down_in_part_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pg_dump"
    program.write_text('#!/bin/sh\nwhile [ "$1" != -f ]; do shift; done\necho half > "$2"; exit 1\n')
    program.chmod(0o755)
    monkeypatch.setattr(migrated, "binaries", lambda home: tmp_path)
    monkeypatch.setenv("BOATZEE_VAR", str(tmp_path))
    with pytest.raises(subprocess.CalledProcessError):
        migrated.write_down(tmp_path)
    assert migrated.known() == {}


def test_nothing_is_made_or_written_down_on_a_server_that_somebody_has_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOATZEE_VAR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", local.database_url(tmp_path))
    assert mould.home_of_run() == tmp_path
    monkeypatch.setenv("DATABASE_URL", "postgres://me:secret@127.0.0.1:5433/mine")
    assert mould.home_of_run() is None


@pytest.mark.parametrize("name", ["mine", "test_of_mine"])
def test_the_database_that_the_settings_name_is_not_emptied(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conftest, "OF_THE_SITE", name)
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    assert not conftest.is_for_tests()
    monkeypatch.setitem(connection.settings_dict, "NAME", f"test_{name}")
    assert conftest.is_for_tests()
