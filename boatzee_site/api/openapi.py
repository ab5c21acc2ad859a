"""The description of the API: what django-ninja writes, with scopes, refusals and headers told everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from ninja.openapi.schema import REF_TEMPLATE
from pydantic.json_schema import models_json_schema

from accounts.api import again, problems
from accounts.api.auth import Bearer
from accounts.scopes import SCOPES
from boatzee_site.api import breaking
from boatzee_site.api.place import PREFIX

WHERE = f"/{PREFIX}"
FILE = Path("docs/openapi.json")
PROMISED = Path("docs/openapi-promised.json")
"""What of it the last release has promised: every change is compared with that (breaking.py)."""
ABOUT = (
    "Play, watch and organise dice games by turns. Every operation needs a personal token or an application"
    " that a player has let in, unless it says that it can do without. docs/api.md tells the rest."
)
REFUSALS = {
    "401": "Nobody is known by this token",
    "403": "Not with this token, or not for this player",
    "404": "There is nothing here, or not for this player",
    "409": "It does not fit what is so now",
    "422": "It does not fit this description",
    "429": "Too often",
    "default": "Refused",
}
KEY = {
    "in": "header",
    "name": again.HEADER,
    "required": False,
    "description": "Any word of your own, new for each request. Sent again within 24 hours with the same"
    " request it is done once, and answered the same.",
    "schema": {"type": "string", "minLength": 1, "maxLength": again.LONGEST, "pattern": "^[ -~]+$"},
}


def completed(api: Any, told: Any) -> dict[str, Any]:
    """The description with what holds for all operations."""
    schemas = told["components"]["schemas"]
    _, made = models_json_schema([(problems.ProblemDetails, "serialization")], ref_template=REF_TEMPLATE)
    schemas.update(made["$defs"])
    for (method, path), auth in _guards(api):
        operation = told["paths"][path][method]
        operation["security"] = [{"token": [auth.scope]}, {"application": [auth.scope]}]
        if auth.optional:
            operation["security"].append({})
        operation["x-scope"] = auth.scope
        _mend_examples(operation)
        for status, meaning in REFUSALS.items():
            operation["responses"].setdefault(status, _refusal(meaning))
        if method == "post":
            operation["parameters"].append(KEY)
    told["components"]["securitySchemes"] = _ways_in()
    told["servers"] = [{"url": "/"}]
    plain: dict[str, Any] = json.loads(json.dumps(told, default=str))
    return plain


def _mend_examples(operation: dict[str, Any]) -> None:
    """Put examples of parameters where OpenAPI has a list of them: into the schema."""
    for parameter in operation["parameters"]:
        if "examples" in parameter:
            parameter["schema"]["examples"] = parameter.pop("examples")


def _guards(api: Any) -> Iterator[tuple[tuple[str, str], Bearer]]:
    """Every operation's method and path, and who lets in there."""
    for router in api._get_bound_routers():
        for path, view in router.path_operations.items():
            for operation in view.operations:
                whole = WHERE + "/".join(part.strip("/") for part in (router.prefix, path) if part.strip("/"))
                (guard,) = operation.auth_callbacks
                for method in operation.methods:
                    yield (method.lower(), whole), guard


def _refusal(meaning: str) -> dict[str, Any]:
    shape = {"$ref": "#/components/schemas/ProblemDetails"}
    return {"description": meaning, "content": {problems.MEDIA_TYPE: {"schema": shape}}}


def _ways_in() -> dict[str, Any]:
    names = ", ".join(SCOPES)
    return {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": f"A personal token from the player's settings. Scopes: {names}.",
        },
        "application": {
            "type": "openIdConnect",
            "openIdConnectUrl": "/.well-known/openid-configuration",
            "description": f"An application that a player has let in. Scopes: {names}.",
        },
    }


def written(api: Any) -> str:
    """The file that is kept of it."""
    return json.dumps(api.get_openapi_schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def promised(told: dict[str, Any]) -> str:
    """The file that is kept of what is promised: a line for each operation and each shape."""
    kept = breaking.promise(told)
    paths = {f"{method} {path}": one for path, ways in kept["paths"].items() for method, one in ways.items()}
    parts = {"operations": paths, "shapes": kept["components"]["schemas"]}
    lines = (
        f' "{part}": {{\n'
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(one[key], sort_keys=True)}" for key in sorted(one))
        + "\n }"
        for part, one in parts.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def promised_of(text: str) -> dict[str, Any]:
    """The description that such a file is of."""
    kept = json.loads(text)
    told: dict[str, Any] = {"paths": {}, "components": {"schemas": kept["shapes"]}}
    for name, operation in kept["operations"].items():
        method, path = name.split(" ")
        told["paths"].setdefault(path, {})[method] = operation
    return told


def file(which: Path = FILE) -> Path:
    """Where it is kept."""
    return Path(settings.BASE_DIR) / which
