"""What of a description programs go by, and what of a later one would break them.

Operations and what they answer may grow; nothing of them goes or changes its kind, nothing more is asked of
who sends, and no operation wants another scope. What is marked as deprecated may go (docs/api.md says when).

Shapes are compared by what they hold, wherever they are named: what is sent may be of more kinds than
before, what is answered of fewer. Lists of words alone may grow in both, for programs pass over words that
they do not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Told = Mapping[str, Any]
SCHEMAS = "#/components/schemas/"
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
SAID = frozenset({"description", "examples", "example", "title", "summary", "tags", "default"})


def promise(told: Told) -> dict[str, Any]:
    """What of a description programs go by: all but its words, and but what is refused."""
    kept: dict[str, Any] = _without_words({"paths": told["paths"], "components": {"schemas": {}}})
    for methods in kept["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            operation["responses"] = {code: answers[code] for code in answers if code.startswith("2")}
    shapes = told["components"]["schemas"]
    kept["components"]["schemas"] = {name: _without_words(shapes[name]) for name in shapes}
    return kept


def _without_words(value: Any) -> Any:
    """The same without what is said for people; what properties are called is no such word."""
    if isinstance(value, list):
        return [_without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: {name: _without_words(one) for name, one in inner.items()}
        if key == "properties"
        else _without_words(inner)
        for key, inner in value.items()
        if key not in SAID
    }


def changes(before: Told, now: Told) -> list[str]:
    """Each of them in a few words; none where every program of before goes on."""
    sent, answered = _Sent(before, now), _Answered(before, now)
    return [
        one
        for path, methods in before["paths"].items()
        for method, old in methods.items()
        for one in _operation(
            f"{method.upper()} {path}", old, now["paths"].get(path, {}).get(method), sent, answered
        )
    ]


def _operation(name: str, old: Told, new: Told | None, sent: _Sent, answered: _Answered) -> Iterator[str]:
    if new is None:
        if not old.get("deprecated"):
            yield f"{name} is gone"
        return
    if new["x-scope"] != old["x-scope"]:
        yield f"{name} asks for another scope: {new['x-scope']}, not {old['x-scope']}"
    if {} in old["security"] and {} not in new["security"]:
        yield f"{name} asks for a token now"
    if new["operationId"] != old["operationId"]:
        yield f"{name} is called {new['operationId']} now, not {old['operationId']}"
    yield from _parameters(name, old, new, sent)
    yield from _body(name, old, new, sent)
    for status, answer in old["responses"].items():
        if not status.startswith("2"):
            continue
        for media, content in answer.get("content", {None: None}).items():
            found = new["responses"].get(status, {}).get("content", {None: None})
            if media not in found:
                yield f"{name} answers {status} with something else"
            elif media is not None:
                yield from answered.changes(f"{name} answers", content["schema"], found[media]["schema"])


def _parameters(name: str, old: Told, new: Told, sent: _Sent) -> Iterator[str]:
    were = {(one["in"], one["name"]): one for one in old["parameters"]}
    are = {(one["in"], one["name"]): one for one in new["parameters"]}
    for key in sorted(were.keys() - are.keys()):
        if not were[key].get("deprecated"):
            yield f"{name} takes no {key[1]} any more"
    for key, one in are.items():
        if one.get("required") and not were.get(key, {}).get("required"):
            yield f"{name} asks for {key[1]}"
        if key in were:
            yield from sent.changes(f"{name} takes {key[1]}", were[key]["schema"], one["schema"])


def _body(name: str, old: Told, new: Told, sent: _Sent) -> Iterator[str]:
    was, now = old.get("requestBody"), new.get("requestBody")
    if now is None:
        if was is not None:
            yield f"{name} takes no body any more"
        return
    if now.get("required") and not (was or {}).get("required"):
        yield f"{name} asks for a body"
    for media, content in (was or {"content": {}})["content"].items():
        if media not in now["content"]:
            yield f"{name} takes no {media} any more"
        else:
            yield from sent.changes(f"{name} takes", content["schema"], now["content"][media]["schema"])


class _Compared:
    """Two descriptions, of whose shapes each pair is looked at once."""

    def __init__(self, before: Told, now: Told) -> None:
        self._before, self._now = before["components"]["schemas"], now["components"]["schemas"]
        self._seen: set[tuple[str, str]] = set()

    def changes(self, where: str, old: Told, new: Told) -> Iterator[str]:
        """What breaks of the one shape in the other, each where it is."""
        names = tuple(str(one.get("$ref", "")).removeprefix(SCHEMAS) for one in (old, new))
        if all(names):
            if (names[0], names[1]) in self._seen:
                return
            self._seen.add((names[0], names[1]))
            where = names[1]
        old = self._before[names[0]] if names[0] else old
        new = self._now[names[1]] if names[1] else new
        if "anyOf" in old or "anyOf" in new:
            yield from self._choices(where, old.get("anyOf", [old]), new.get("anyOf", [new]))
        else:
            yield from self._plain(where, old, new)

    def _choices(self, where: str, old: list[Told], new: list[Told]) -> Iterator[str]:
        """Every kind of the narrower has one in the wider."""
        narrow, wide = self._narrow_and_wide(old, new)
        for one in narrow:
            found = [self._tried(where, *self._narrow_and_wide(one, other)) for other in wide]
            if all(found):
                yield min(found, key=len)[0]

    def _tried(self, where: str, old: Told, new: Told) -> list[str]:
        kept = set(self._seen)
        found = list(self.changes(where, old, new))
        if found:
            self._seen = kept  # it is no match: what it holds is looked at again where it is one
        return found

    def _narrow_and_wide(self, old: Any, new: Any) -> tuple[Any, Any]:
        """Which of the two may hold no more than the other, first; applied again it gives both back."""
        raise NotImplementedError

    def _plain(self, where: str, old: Told, new: Told) -> Iterator[str]:
        narrow, wide = self._narrow_and_wide(old, new)
        if not _may_be(narrow.get("type"), wide.get("type")) or wide.get("format") not in {
            None,
            narrow.get("format"),
        }:
            yield f"{where} is of another kind"
            return
        yield from self._words(where, old, new)
        if "items" in old and "items" in new:
            yield from self.changes(where, old["items"], new["items"])
        was, now = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(was, dict) and isinstance(now, dict):
            yield from self.changes(where, was, now)
        yield from self._properties(where, old, new)

    def _words(self, where: str, old: Told, new: Told) -> Iterator[str]:
        raise NotImplementedError

    def _properties(self, where: str, old: Told, new: Told) -> Iterator[str]:
        are = new.get("properties", {})
        for key, one in old.get("properties", {}).items():
            if key in are:
                yield from self.changes(f"{where}.{key}", one, are[key])
            elif not one.get("deprecated"):
                yield f"{where}.{key} is gone"


class _Sent(_Compared):
    """What is sent: whatever fitted before has to fit now."""

    def _narrow_and_wide(self, old: Any, new: Any) -> tuple[Any, Any]:
        return old, new

    def _words(self, where: str, old: Told, new: Told) -> Iterator[str]:
        words = _listed(new)
        if words is not None and not (_listed(old) or {None}) <= words:
            yield f"{where} takes fewer words"
        if new.get("pattern") not in {None, old.get("pattern")}:
            yield f"{where} is of another pattern"
        for key in (*LEAST, *MOST):
            was, bound = old.get(key), new.get(key)
            if bound is not None and (was is None or (bound > was if key in LEAST else bound < was)):
                yield f"{where} is bounded: {key} {bound}"

    def _properties(self, where: str, old: Told, new: Told) -> Iterator[str]:
        yield from super()._properties(where, old, new)
        for key in sorted(set(new.get("required", [])) - set(old.get("required", []))):
            yield f"{where} asks for {key}"


class _Answered(_Compared):
    """What is answered: whoever read it before has to understand it now."""

    def _narrow_and_wide(self, old: Any, new: Any) -> tuple[Any, Any]:
        return new, old

    def _words(self, where: str, old: Told, new: Told) -> Iterator[str]:
        if _listed(old) is not None and _listed(new) is None:
            yield f"{where} is no word of a list any more"

    def _properties(self, where: str, old: Told, new: Told) -> Iterator[str]:
        yield from super()._properties(where, old, new)
        are = new.get("properties", {})
        for key in sorted(set(old.get("required", [])) & are.keys() - set(new.get("required", []))):
            yield f"{where}.{key} may be missing"


def _listed(shape: Told) -> frozenset[Any] | None:
    """The words that it may be, where they are listed."""
    words = shape.get("enum", [shape["const"]] if "const" in shape else None)
    return None if words is None else frozenset(words)


def _may_be(narrow: Any, wide: Any) -> bool:
    return wide is None or narrow == wide or (narrow, wide) == ("integer", "number")
