"""The description that is kept: it is what the code says, and nothing in it breaks who goes by it."""

from __future__ import annotations

import json
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


def test_a_change_that_breaks_programs_is_seen(told: dict[str, Any]) -> None:
    assert breaking.changes(told, told) == []
    gone = deepcopy(told)
    del gone["paths"]["/api/v1/me"]
    assert breaking.changes(told, gone) == ["GET /api/v1/me is gone"]
    narrower = deepcopy(told)
    del narrower["components"]["schemas"]["Me"]["properties"]["name"]
    assert breaking.changes(told, narrower) == ["Me.name is gone"]
    asks = deepcopy(told)
    asks["components"]["schemas"]["MoveSent"]["required"].append("box")
    assert breaking.changes(told, asks) == ["MoveSent asks for box"]
    scoped = deepcopy(told)
    scoped["paths"]["/api/v1/me"]["get"]["x-scope"] = "direct"
    assert breaking.changes(told, scoped) == ["GET /api/v1/me asks for another scope: direct, not read"]
    other = deepcopy(told)
    other["components"]["schemas"]["Me"]["properties"]["id"]["type"] = "string"
    assert breaking.changes(told, other) == ["Me.id is of another kind"]
    more = deepcopy(told)
    more["components"]["schemas"]["Me"]["properties"]["new"] = {"type": "string", "description": "New."}
    assert breaking.changes(told, more) == []


def test_the_file_is_not_written_where_that_would_break_programs(
    told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "openapi.json"
    before = deepcopy(told)
    before["paths"]["/api/v1/gone"] = before["paths"]["/api/v1/me"]
    kept.write_text(json.dumps(before))
    monkeypatch.setattr(openapi, "file", lambda: kept)
    with pytest.raises(CommandError, match="GET /api/v1/gone is gone"):
        call_command("openapi")
    assert json.loads(kept.read_text()) == before
    call_command("openapi", "--break")
    assert kept.read_text() == openapi.written(api)
