"""A whole page that says what was refused (games/refusals.py)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.refusals import REFUSED, sentence_of, status_of

__all__ = ["REFUSED", "page", "sentence_of", "status_of"]


def page(request: HttpRequest, error: Exception, back: str) -> HttpResponse:
    """A whole page that says what was refused and leads back."""
    status = status_of(error)
    context = {"sentence": sentence_of(error), "back": back}
    response = render(request, f"{status}.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "5"
    return response
