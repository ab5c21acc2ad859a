"""Pure modules are told the time and the dice: they look at no clock and cast nothing themselves.

The import contract keeps out whole modules; this keeps out what hides in modules that are needed, and goes
through the same list: that of the contract in pyproject.toml.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.site.contracts import CONTRACTS, ROOT, place

PURE = [
    place(name)
    for contract in CONTRACTS
    if contract["name"].startswith("Pure modules")
    for name in contract["source_modules"]
]
IMPURE = {
    "now",
    "utcnow",
    "today",
    "urandom",
    "uuid1",
    "uuid4",
    "getrandbits",
    "default_rng",
    "monotonic",
    "open",
}
FILES = {"open": ["games/analysis/store.py"]}
"""Where tables lie is said by whoever asks for them; this is where they are read."""


def files() -> list[Path]:
    return [file for there in PURE for file in ([there] if there.is_file() else there.rglob("*.py"))]


def impure(source: str) -> list[str]:
    """Calls that ask for the time, for chance or for a file, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in IMPURE:
                found.append(f"line {node.lineno}: {name}()")
    return found


def test_what_is_looked_for_is_found() -> None:
    assert impure("from datetime import datetime, UTC\nstarted = datetime.now(UTC)") == ["line 2: now()"]
    assert impure("later = started + timedelta(days=1)") == []
    assert len(PURE) > 10
    assert all(there.exists() for there in PURE)
    assert len(files()) > len(PURE)


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_a_pure_module_asks_for_nothing(file: Path) -> None:
    allowed = tuple(f" {name}()" for name, places in FILES.items() if str(file.relative_to(ROOT)) in places)
    assert [one for one in impure(file.read_text()) if not one.endswith(allowed)] == []
