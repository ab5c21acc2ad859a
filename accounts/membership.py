"""What everybody may have at once, and what supporters may. Nothing here changes a match or its dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Limit:
    """A number for everybody and one for supporters."""

    everybody: int
    supporters: int


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        "matches": Limit(20, 100),
        "open invitations": Limit(20, 40),
    }
)


def limit(player: User, what: str) -> int:
    """The player's limit of this today."""
    found = LIMITS[what]
    return found.supporters if player.supporter else found.everybody
