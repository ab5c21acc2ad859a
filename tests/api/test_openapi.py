"""The description that is kept: it is what the code says, and nothing in it breaks who goes by it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.scopes import SCOPES
from boatzee_site.api import breaking, openapi
from boatzee_site.api.operations import api

METHODS = {"get", "post", "patch", "put", "delete"}


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    found: dict[str, Any] = api.get_openapi_schema()
    return found


def operations(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_file_is_what_the_code_says() -> None:
    assert openapi.file().read_text() == openapi.written(api), "make openapi writes docs/openapi.json anew"


def test_every_operation_says_what_it_is_and_who_may(told: dict[str, Any]) -> None:
    for name, operation in operations(told):
        assert operation["summary"], name
        assert operation["description"], name
        assert operation["tags"], name
        assert operation["x-scope"] in SCOPES, name
        assert {"401", "403", "429", "default"} <= set(operation["responses"]), name


def test_every_field_says_what_it_is(told: dict[str, Any]) -> None:
    silent = [
        f"{name}.{key}"
        for name, shape in told["components"]["schemas"].items()
        for key, one in shape.get("properties", {}).items()
        if not one.get("description") and key != "items"
    ]
    assert not silent


def test_names_of_operations_are_their_own(told: dict[str, Any]) -> None:
    names = [operation["operationId"] for _name, operation in operations(told)]
    assert len(names) == len(set(names))


def test_what_is_promised_is_kept(told: dict[str, Any]) -> None:
    """CI stands by it: what breaks programs cannot be written without rewriting what was promised."""
    promised = openapi.promised_of(openapi.file(openapi.PROMISED).read_text())
    assert breaking.changes(promised, told) == []


def test_what_is_promised_is_kept_as_it_is_written(told: dict[str, Any]) -> None:
    text = openapi.promised(told)
    assert openapi.promised_of(text) == breaking.promise(told)
    assert len(text.splitlines()) == 6 + len(operations(told)) + len(told["components"]["schemas"])
    assert breaking.changes(openapi.promised_of(text), told) == []


def test_the_file_is_not_written_where_that_would_break_programs(
    told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openapi, "file", lambda which=openapi.FILE: tmp_path / which.name)
    (kept, promised) = openapi.file(), openapi.file(openapi.PROMISED)
    before = deepcopy(told)
    before["paths"]["/api/v1/gone"] = before["paths"]["/api/v1/me"]
    promised.write_text(openapi.promised(before))
    with pytest.raises(CommandError, match="GET /api/v1/gone is gone"):
        call_command("openapi", "--promise")
    assert not kept.exists()
    call_command("openapi", "--break")
    assert kept.read_text() == openapi.written(api)
    assert promised.read_text() == openapi.promised(before)
    call_command("openapi", "--promise", "--break")
    assert promised.read_text() == openapi.promised(told)
    call_command("openapi")
