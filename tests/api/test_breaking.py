"""What breaks programs, in a description of two operations: one that is sent something, one that answers."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from boatzee_site.api.breaking import changes, promise

Shape = dict[str, Any]
TEXT, NUMBER, NOTHING = {"type": "string"}, {"type": "integer"}, {"type": "null"}
OBJECT = {"type": "object", "properties": {"a": TEXT, "b": NUMBER}, "required": ["a"]}


def described(sent: Shape, answered: Shape, **shapes: Shape) -> dict[str, Any]:
    """Something is asked for by `sent`, in the address and as what is sent, and `answered`."""
    parameter = {"in": "query", "name": "of", "required": False, "schema": sent, "description": "Of what."}
    body = {"required": True, "content": {"application/json": {"schema": sent}}}
    answer = {"200": {"description": "OK", "content": {"application/json": {"schema": answered}}}}
    common: dict[str, Any] = {"x-scope": "read", "security": [{"token": ["read"]}, {}], "summary": "Said"}
    ask = {**deepcopy(common), "operationId": "ask", "parameters": [parameter], "responses": {"204": {}}}
    tell = {
        **common,
        "operationId": "tell",
        "parameters": [],
        "requestBody": body,
        "responses": {**answer, "404": {}},
    }
    return {"paths": {"/ask": {"get": ask}, "/tell": {"post": tell}}, "components": {"schemas": shapes}}


def told(before: Shape, now: Shape) -> tuple[list[str], list[str]]:
    """What is said of a change where it is sent, and where it is answered."""
    sent = changes(described(before, TEXT), described(now, TEXT))
    answered = changes(described(TEXT, before), described(TEXT, now))
    assert sent[: len(sent) // 2] == [
        one.replace("POST /tell takes", "GET /ask takes of") for one in sent[len(sent) // 2 :]
    ]
    return [one.partition(" takes")[2] for one in sent[len(sent) // 2 :]], [
        one.partition(" answers")[2] for one in answered
    ]


def enum(*words: str) -> Shape:
    return {"type": "string", "enum": list(words)}


def any_of(*shapes: Shape) -> Shape:
    return {"anyOf": list(shapes)}


def having(**properties: Shape) -> Shape:
    return {**OBJECT, "properties": properties}


OTHER = " is of another kind"


@pytest.mark.parametrize(
    ("before", "now", "sent", "answered"),
    [
        (TEXT, TEXT, [], []),
        (TEXT, {**TEXT, "description": "Said otherwise.", "examples": ["x"], "default": "y"}, [], []),
        (TEXT, NUMBER, [OTHER], [OTHER]),
        (NUMBER, {"type": "number"}, [], [OTHER]),
        ({"type": "number"}, NUMBER, [OTHER], []),
        (TEXT, {**TEXT, "format": "date"}, [OTHER], []),
        ({**TEXT, "format": "date"}, TEXT, [], [OTHER]),
        (TEXT, any_of(TEXT, NOTHING), [], [OTHER]),
        (any_of(TEXT, NOTHING), TEXT, [OTHER], []),
        (any_of(TEXT, NOTHING), any_of(NOTHING, TEXT), [], []),
        (any_of(TEXT, NOTHING), any_of(NUMBER, NOTHING), [OTHER], [OTHER]),
        (enum("a", "b"), enum("b", "a", "c"), [], []),
        (enum("a", "b"), enum("a"), [" takes fewer words"], []),
        (enum("a", "b"), TEXT, [], [" is no word of a list any more"]),
        (TEXT, enum("a"), [" takes fewer words"], []),
        ({"type": "string", "const": "a"}, enum("a", "b"), [], []),
        ({**TEXT, "maxLength": 5}, {**TEXT, "maxLength": 4}, [" is bounded: maxLength 4"], []),
        ({**TEXT, "maxLength": 5}, {**TEXT, "maxLength": 6}, [], []),
        (TEXT, {**TEXT, "maxLength": 4}, [" is bounded: maxLength 4"], []),
        ({**NUMBER, "minimum": 0}, {**NUMBER, "minimum": 1}, [" is bounded: minimum 1"], []),
        ({**NUMBER, "minimum": 1}, NUMBER, [], []),
        (TEXT, {**TEXT, "pattern": "^a$"}, [" is of another pattern"], []),
        ({**TEXT, "pattern": "^a$"}, TEXT, [], []),
        ({"type": "array", "items": TEXT}, {"type": "array", "items": NUMBER}, [OTHER], [OTHER]),
        (
            {"type": "object", "additionalProperties": TEXT},
            {"type": "object", "additionalProperties": NUMBER},
            [OTHER],
            [OTHER],
        ),
        (OBJECT, {**OBJECT, "required": ["a", "b"]}, [" asks for b"], []),
        (OBJECT, {**OBJECT, "required": []}, [], [".a may be missing"]),
        (OBJECT, having(a=TEXT), [".b is gone"], [".b is gone"]),
        (having(a=TEXT, b={**NUMBER, "deprecated": True}), having(a=TEXT), [], []),
        (OBJECT, having(a=TEXT, b=NUMBER, c=NUMBER), [], []),
        (OBJECT, having(a=TEXT, b=TEXT), [f".b{OTHER}"], [f".b{OTHER}"]),
        (having(a=OBJECT), having(a=having(a=TEXT)), [".a.b is gone"], [".a.b is gone"]),
    ],
)
def test_a_shape_may_grow_the_one_way(
    before: Shape, now: Shape, sent: list[str], answered: list[str]
) -> None:
    assert told(before, now) == (sent, answered)


def test_what_is_named_is_looked_into_wherever_it_stands() -> None:
    named = {"$ref": "#/components/schemas/Line"}
    line = having(a=TEXT, next=any_of(named, NOTHING))  # of itself, too
    narrower = having(a=TEXT, next=any_of(named, NOTHING), b={**TEXT, "maxLength": 3})
    sends = described(TEXT, {"type": "array", "items": named}, Line=line)
    assert changes(sends, deepcopy(sends)) == []
    gone = described(TEXT, {"type": "array", "items": named}, Line=having(next=any_of(named, NOTHING)))
    assert changes(sends, gone) == ["Line.a is gone"]
    assert changes(sends, described(TEXT, {"type": "array", "items": named}, Line=narrower)) == []
    other = {"$ref": "#/components/schemas/Row"}
    renamed = described(
        TEXT, {"type": "array", "items": other}, Row=having(a=TEXT, next=any_of(other, NOTHING))
    )
    assert changes(sends, renamed) == []
    plain = described(TEXT, {"type": "array", "items": having(a=TEXT, next=TEXT)})
    assert changes(sends, plain) == [f"POST /tell answers.next{OTHER}"]


Change = Callable[[dict[str, Any], dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda paths, _tell: paths.pop("/ask"), ["GET /ask is gone"]),
        (
            lambda _paths, tell: tell.update({"x-scope": "play"}),
            ["POST /tell asks for another scope: play, not read"],
        ),
        (lambda _paths, tell: tell["security"].pop(), ["POST /tell asks for a token now"]),
        (lambda _paths, tell: tell.update(operationId="say"), ["POST /tell is called say now, not tell"]),
        (lambda _paths, tell: tell.pop("requestBody"), ["POST /tell takes no body any more"]),
        (
            lambda paths, _tell: paths["/ask"]["get"].update(requestBody={"required": True, "content": {}}),
            ["GET /ask asks for a body"],
        ),
        (
            lambda paths, _tell: paths["/ask"]["get"]["parameters"].pop(),
            ["GET /ask takes no of any more"],
        ),
        (
            lambda paths, _tell: paths["/ask"]["get"]["parameters"][0].update(required=True),
            ["GET /ask asks for of"],
        ),
        (
            lambda _paths, tell: tell["parameters"].append(
                {"in": "query", "name": "new", "required": True, "schema": TEXT}
            ),
            ["POST /tell asks for new"],
        ),
        (
            lambda _paths, tell: tell["parameters"].append(
                {"in": "query", "name": "new", "required": False, "schema": TEXT}
            ),
            [],
        ),
        (lambda _paths, tell: tell["responses"].pop("404"), []),
        (lambda _paths, tell: tell["responses"].update({"201": {}}), []),
        (
            lambda _paths, tell: tell["responses"].update(
                {"200": {"content": {"text/plain": {"schema": TEXT}}}}
            ),
            ["POST /tell answers 200 with something else"],
        ),
        (lambda _paths, tell: tell["responses"].pop("200"), ["POST /tell answers 200 with something else"]),
        (
            lambda paths, _tell: paths["/ask"]["get"]["responses"].update({"204": {"content": {"a/b": {}}}}),
            ["GET /ask answers 204 with something else"],
        ),
        (lambda paths, _tell: paths.update({"/new": paths["/ask"]}), []),
    ],
)
def test_an_operation_stays_as_it_is(change: Change, said: list[str]) -> None:
    before = described(TEXT, TEXT)
    now = deepcopy(before)
    change(now["paths"], now["paths"]["/tell"]["post"])
    assert changes(before, now) == said


def test_what_is_deprecated_may_go() -> None:
    before = described(TEXT, TEXT)
    before["paths"]["/ask"]["get"]["deprecated"] = True
    now = deepcopy(before)
    del now["paths"]["/ask"]
    assert changes(before, now) == []


def test_a_promise_is_all_but_words() -> None:
    shape = having(description={**TEXT, "description": "Said.", "deprecated": True}, title=TEXT)
    kept = promise(described(TEXT, TEXT, Line={**shape, "title": "Line", "description": "A line."}))
    assert kept["components"]["schemas"]["Line"] == {
        "type": "object",
        "properties": {"description": {"type": "string", "deprecated": True}, "title": TEXT},
        "required": ["a"],
    }
    assert "summary" not in kept["paths"]["/ask"]["get"]
    assert list(kept["paths"]["/tell"]["post"]["responses"]) == ["200"]
