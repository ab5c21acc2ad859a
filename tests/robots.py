"""Robots for tests: a database of the tests begins without those that the migration made."""

from __future__ import annotations

from accounts.models import User
from games.tables.robots import Level


def make() -> None:
    """One of each level."""
    for level in Level:
        User.objects.get_or_create(level=level, defaults={"username": f"Robot-{level}", "robot": "strong"})
