"""When two races come to the same for whoever plays in them."""

from __future__ import annotations

from typing import Protocol

from games.rules.race import Race, playing


class Targeted(Race, Protocol):
    """A race to so many points."""

    @property
    def target(self) -> int: ...


def are_alike(one: Targeted, other: Targeted) -> bool:
    """Whether of those who play on the totals are the same, or what they lack to the target."""
    return _totals(one) == _totals(other) or _lacking(one) == _lacking(other)


def _totals(state: Race) -> list[int]:
    return sorted(state.banked[seat] for seat in playing(state))


def _lacking(state: Targeted) -> list[int]:
    return sorted(state.target - state.banked[seat] for seat in playing(state))
