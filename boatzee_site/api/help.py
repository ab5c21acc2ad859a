"""The pages about the API, for people. They need nothing of what the API is made with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.scopes import SCOPES


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """How to begin, what scopes there are, and what refusals mean."""
    return render(request, "help/api.html", {"scopes": dict(SCOPES)})


@require_safe
def tried(request: HttpRequest) -> HttpResponse:
    """All operations, to be looked through and tried with a token: Swagger UI, from this site alone."""
    return render(request, "help/api_try.html")
