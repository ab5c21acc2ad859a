"""The import contracts name nothing that is gone, and leave no room out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.site.contracts import CONTRACTS, place

LAYERED = [contract for contract in CONTRACTS if "containers" in contract]


def _named(contract: dict[str, Any]) -> list[str]:
    """Every module of our own that a contract names, with all that stands before its name."""
    named = [
        name.strip().removeprefix("(").removesuffix(")")
        for layer in contract.get("layers", ())
        for name in layer.split("|")
    ]
    inside = [f"{room}.{name}" for room in contract.get("containers", ()) for name in named]
    keys = ("source_modules", "ancestors", "containers")
    return [*(inside or named), *(name for key in keys for name in contract.get(key, ()))]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract["name"])
def test_what_a_contract_names_is_there(contract: dict[str, Any]) -> None:
    assert _named(contract)
    for name in _named(contract):
        assert place(name)


@pytest.mark.parametrize("gone", ["games.nowhere", "accounts.*.nowhere"])
def test_what_is_gone_is_found(gone: str) -> None:
    with pytest.raises(FileNotFoundError):
        place(gone)


@pytest.mark.parametrize("contract", LAYERED, ids=lambda contract: contract["name"])
def test_no_layer_may_be_missing_and_no_module_stands_outside(contract: dict[str, Any]) -> None:
    assert not [layer for layer in contract["layers"] if "(" in layer]
    assert contract["exhaustive"]


def test_every_app_has_its_layers() -> None:
    rooms = {room for contract in LAYERED for room in contract["containers"]}
    assert {"boatzee_site", "ladders", "games", "dicepool", "accounts", "statements"} <= rooms
