"""What services in the test of locks want to find: two players, and of what they play as much as needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.models import User


@dataclass
class World:
    """Two players, and what was made for them, by its name."""

    alice: User
    bob: User
    made: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.made[name]


Maker = Callable[[World], object]
Service = tuple[tuple[str, ...], Callable[[World], object]]
"""What has to be there for it, and what it does."""


def two(world: World) -> tuple[User, User]:
    """The players."""
    return world.alice, world.bob
