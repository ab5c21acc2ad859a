"""Pages on which staff act, beside the Django admin: there, too, they need a second factor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponseBase

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def asked_of_staff(view: V) -> V:
    """Mark a view as one on which staff act; players who are no staff are not concerned."""
    view.asks_staff_for_factor = True  # type: ignore[attr-defined]
    return view
