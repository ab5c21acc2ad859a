"""What of a description would break programs that go by an earlier one.

Operations and what they answer may grow; nothing of them goes or changes its kind, nothing more is asked of
who sends, and no operation wants another scope. What is marked as deprecated may go (docs/api.md says when).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Told = dict[str, Any]


def changes(before: Told, now: Told) -> list[str]:
    """Each of them in a few words; none where every program of before goes on."""
    return [*_operations(before, now), *_shapes(before, now)]


def _operations(before: Told, now: Told) -> Iterator[str]:
    for path, methods in before["paths"].items():
        for method, old in methods.items():
            name = f"{method.upper()} {path}"
            new = now["paths"].get(path, {}).get(method)
            if new is None:
                if not old.get("deprecated"):
                    yield f"{name} is gone"
                continue
            if new["x-scope"] != old["x-scope"]:
                yield f"{name} asks for another scope: {new['x-scope']}, not {old['x-scope']}"
            if {} in old["security"] and {} not in new["security"]:
                yield f"{name} asks for a token now"
            if new["operationId"] != old["operationId"]:
                yield f"{name} is called {new['operationId']} now, not {old['operationId']}"
            yield from _parameters(name, old, new)
            yield from _answers(name, old, new)


def _parameters(name: str, old: Told, new: Told) -> Iterator[str]:
    were = {(one["in"], one["name"]): one for one in old["parameters"]}
    are = {(one["in"], one["name"]): one for one in new["parameters"]}
    for key in were.keys() - are.keys():
        yield f"{name} takes no {key[1]} any more"
    for key, one in are.items():
        if one["required"] and not were.get(key, {}).get("required"):
            yield f"{name} asks for {key[1]}"
    if new.get("requestBody") != old.get("requestBody"):
        yield f"{name} takes something else"


def _answers(name: str, old: Told, new: Told) -> Iterator[str]:
    for status, answer in old["responses"].items():
        if status.startswith("2") and new["responses"].get(status, {}).get("content") != answer.get(
            "content"
        ):
            yield f"{name} answers {status} with something else"


def _shapes(before: Told, now: Told) -> Iterator[str]:
    shapes = now["components"]["schemas"]
    for name, old in before["components"]["schemas"].items():
        new = shapes.get(name)
        if new is None:
            continue  # whoever uses it says so
        for key, one in old.get("properties", {}).items():
            if key not in new.get("properties", {}):
                if not one.get("deprecated"):
                    yield f"{name}.{key} is gone"
            elif _kind(new["properties"][key]) != _kind(one):
                yield f"{name}.{key} is of another kind"
        if old.get("additionalProperties") is False:  # it is sent
            for key in sorted(set(new.get("required", [])) - set(old.get("required", []))):
                yield f"{name} asks for {key}"


def _kind(shape: Told) -> Any:
    """What a value may be, without what is said about it."""
    said = {"description", "examples", "title", "default", "deprecated"}
    return {
        key: [_kind(one) for one in value] if key == "anyOf" else value
        for key, value in shape.items()
        if key not in said
    }
