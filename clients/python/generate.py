"""Write the client's types and operations from docs/openapi.json: `make clients`.

The description is our own, so that what it uses of OpenAPI is known; whatever else it comes to hold is
refused here, and not guessed at.
"""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent
PACKAGE = HOME / "boatzee_client"
DESCRIPTION = HOME.parents[1] / "docs" / "openapi.json"
WIDTH = 110
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
NOTICE = "Written by `make clients` from docs/openapi.json: change that."
HEADERS = {"Idempotency-Key": "key", "Last-Event-ID": "last"}
MODULE = "shapes."
SCHEMAS = "#/components/schemas/"

Told = Mapping[str, Any]


class Unknown(Exception):
    """The description holds what this generator does not know."""


def written(description: Told) -> dict[str, str]:
    """The text of each module by its name."""
    return {
        "shapes.py": _formatted("\n".join(_shapes(description))),
        "operations.py": _formatted("\n".join(_operations(description))),
    }


def _formatted(text: str) -> str:
    """As ruff lays it out where no comma asks for lines of its own."""
    ruff = Path(sys.executable).parent / "ruff"
    settings = (
        f"line-length = {WIDTH}",
        'target-version = "py311"',
        "format.skip-magic-trailing-comma = true",
    )
    options = [word for one in settings for word in ("--config", one)]
    command = [str(ruff), "format", "--quiet", "--isolated", *options, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def _shapes(description: Told) -> Iterator[str]:
    yield f'"""What is sent and answered. {NOTICE}"""'
    yield "from __future__ import annotations\n"
    yield "from typing import Any, Literal, NotRequired, TypedDict"
    for name, shape in sorted(description["components"]["schemas"].items()):
        if shape.get("type") != "object" or not name.isidentifier():
            raise Unknown(name)
        yield f"class {name}(TypedDict):"
        yield _said(shape.get("description", f"{name}."))
        for key, one in shape.get("properties", {}).items():
            kind = _kind(one).replace(MODULE, "")
            yield f"    {_name(key)}: {kind if key in shape.get('required', []) else f'NotRequired[{kind}]'}"
            if "description" in one:
                yield _said(one["description"])


def _kind(shape: Told) -> str:
    """How Python calls what a value may be."""
    if "$ref" in shape:
        return MODULE + str(shape["$ref"]).removeprefix(SCHEMAS)
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(_kind(one) for one in shape["anyOf"]))
    if "enum" in shape or "const" in shape:
        words = shape.get("enum", [shape.get("const")])
        return f"Literal[{', '.join(repr(word) for word in words)}]"
    if shape.get("type") == "array":
        return f"list[{_kind(shape['items'])}]"
    if shape.get("type") == "object":
        of = shape.get("additionalProperties")
        return f"dict[str, {_kind(of) if isinstance(of, dict) and of else 'Any'}]"
    if shape.get("type") in PLAIN:
        return PLAIN[shape["type"]]
    if not shape.keys() - {"title", "description", "examples", "default"}:
        return "Any"
    raise Unknown(shape)


def _operations(description: Told) -> Iterator[str]:
    yield f'"""Every operation of the API. {NOTICE}"""'
    yield "from __future__ import annotations\n"
    yield "from collections.abc import Iterator, Sequence"
    yield "from typing import Any, Literal"
    yield "\nfrom boatzee_client import shapes"
    yield "from boatzee_client.asking import Asker, Told"
    yield "class Site(Asker):"
    yield _said("A site of Boatzee, and whose token it is asked with. What it refuses is raised: Refused.")
    for path, methods in sorted(description["paths"].items()):
        for method, operation in methods.items():
            yield from _operation(path, method, operation)


def _operation(path: str, method: str, operation: Told) -> Iterator[str]:
    where = {kind: _parameters(operation, kind) for kind in ("path", "query", "header")}
    taken = ["self", *(f"{_name(one['name'])}: {_kind(one['schema'])}" for one in where["path"])]
    sends = operation.get("requestBody")
    if sends:
        taken.append(f"sent: {_kind(sends['content']['application/json']['schema'])}")
    named = [_named(one) for one in where["query"]]
    named += [f"{HEADERS[one['name']]}: str | None = None" for one in where["header"]]
    if named:
        taken += ["*", *sorted(named, key=lambda one: "=" in one)]
    answers, call = _answer(operation)
    yield f"    def {_name(operation['operationId'])}({', '.join(taken)}) -> {answers}:"
    yield textwrap.indent(_said(_doc(operation)), "    ")
    whole = _path(path)
    query = ", ".join(f'"{one["name"]}": {_name(one["name"])}' for one in where["query"])
    if call == "_ask":
        given = [f'"{method.upper()}"', whole]
        given += [f"query={{{query}}}"] if query else []
        given += ["sent=sent"] if sends else []
        given += ["key=key"] if where["header"] else []
        result = f"self._ask({', '.join(given)})"
        yield f"        {result}" if answers == "None" else f"        answer: {answers} = {result}"
        if answers != "None":
            yield "        return answer"
    else:
        last = ", last" if call == "_told" else ""
        yield f"        return self.{call}({whole}, {{{query}}}{last})"


def _parameters(operation: Told, kind: str) -> list[Told]:
    """Those of one place, none of which is called as what a method has beside them."""
    found = [one for one in operation["parameters"] if one["in"] == kind]
    for one in found:
        if one["name"] in {"self", "sent", *HEADERS.values()}:
            raise Unknown(one["name"])
    return found


def _answer(operation: Told) -> tuple[str, str]:
    """What a method returns, and by which of Asker's it asks."""
    ((_status, answer),) = [pair for pair in operation["responses"].items() if pair[0].startswith("2")]
    if "content" not in answer:
        return "None", "_ask"
    ((media, content),) = answer["content"].items()
    streams = {
        "text/event-stream": ("Iterator[Told]", "_told"),
        "application/x-ndjson": ("Iterator[Any]", "_lines"),
    }
    if media in streams:
        return streams[media]
    if media not in {"application/json", "text/plain"}:
        raise Unknown(media)
    return _kind(content["schema"]), "_ask"


def _named(parameter: Told) -> str:
    kind = _kind(parameter["schema"]).replace("list[", "Sequence[")
    if parameter["required"]:
        return f"{_name(parameter['name'])}: {kind}"
    optional = kind if kind.endswith("| None") else f"{kind} | None"
    return f"{_name(parameter['name'])}: {optional} = None"


def _path(path: str) -> str:
    """The parts of an address, of which those in braces are parameters."""
    parts = [part[1:-1] if part.startswith("{") else f'"{part}"' for part in path.strip("/").split("/")]
    return f"({', '.join(parts)},)"


def _doc(operation: Told) -> str:
    """What it does, what it needs, and when it goes."""
    said = str(operation.get("description") or f"{operation['summary']}.").strip()
    gone = " Deprecated: it will go." if operation.get("deprecated") else ""
    return f"{said} Scope: {operation['x-scope']}.{gone}"


def _said(text: str) -> str:
    """A docstring, as wide as lines are."""
    plain = " ".join(text.replace("\\", "\\\\").replace('"""', "'''").split())
    lines = textwrap.wrap(plain, WIDTH - 15)
    quoted = '"""' + "\n".join(lines) + ('"""' if len(lines) == 1 else '\n"""')
    return textwrap.indent(quoted, "    ")


def _name(name: str) -> str:
    if not name.isidentifier() or keyword.iskeyword(name):
        raise Unknown(name)
    return name


if __name__ == "__main__":
    for module, text in written(json.loads(DESCRIPTION.read_text())).items():
        (PACKAGE / module).write_text(text)
