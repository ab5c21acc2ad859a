"""Pure modules are told the time and the dice: they look at no clock and cast nothing themselves.

The import contracts keep out whole modules; this keeps out what hides in modules that are needed.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = [
    *("games/rules", "games/robots", "games/analysis", "ladders/formats"),
    *("games/record.py", "games/replay.py", "games/clock.py", "games/rating.py"),
    *("dicepool/seal.py", "dicepool/merkle.py", "dicepool/rfc6962.py", "dicepool/statistics.py"),
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


def files() -> list[Path]:
    places = [ROOT / name for name in PURE]
    return [file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))]


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
    assert len(files()) > 10


@pytest.mark.parametrize("file", files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_a_pure_module_asks_for_nothing(file: Path) -> None:
    assert impure(file.read_text()) == []
