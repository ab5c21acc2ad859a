"""The contracts of pyproject.toml, as import-linter reads them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
    "importlinter"
]["contracts"]


def place(module: str) -> Path:
    """The folder or the file of a module, of several (`accounts.*.views`) the first.

    Raises FileNotFoundError where there is none.
    """
    there = "/".join(module.split("."))
    for found in (*sorted(ROOT.glob(there)), *sorted(ROOT.glob(f"{there}.py"))):
        return found
    raise FileNotFoundError(f"A contract names {module}, which does not exist.")
