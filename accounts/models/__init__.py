"""People and what they say to one another."""

from __future__ import annotations

from accounts.models.user import (
    FORMER,
    NAME_LENGTH,
    RESERVED,
    User,
    known_time_zone,
    not_reserved,
)

__all__ = ["FORMER", "NAME_LENGTH", "RESERVED", "User", "known_time_zone", "not_reserved"]
