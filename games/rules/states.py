"""What the frozen states of games have in common: one value of many replaced, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from typing import Any, TypeVar

T = TypeVar("T")


def put(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    """The values with that of one seat, from 0, replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def dump(state: Any) -> dict[str, Any]:
    """A state, which is a dataclass, as JSON values: enums by their value, tuples as lists."""
    return {name: _plain(value) for name, value in asdict(state).items()}


def load(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that `dump` stored, with tuples again for lists; enums are for the game to restore."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value
