"""Addresses of pages with one number in them or none: those of `reverse`, which looks anew each time."""

from __future__ import annotations

from functools import cache

from django.urls import reverse

PLACE = 987_654_321
"""Stands for a number in the address of a page."""


def of(name: str, number: int) -> str:
    """The address of the page with this name and this number. Raises NoReverseMatch."""
    before, after = _around(name)
    return f"{before}{number}{after}"


@cache
def plain(name: str) -> str:
    """The address of the page with this name, which has nothing in it. Raises NoReverseMatch."""
    return reverse(name)


@cache
def _around(name: str) -> tuple[str, str]:
    """What stands before the number, and after it."""
    before, after = reverse(name, args=[PLACE]).split(str(PLACE))
    return before, after
