"""The bell alone, for pages that heard it ring."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@login_required
@require_safe
@never_cache
def bell(request: HttpRequest) -> HttpResponse:
    """What is new for the player, and a new token to hear of more."""
    return render(request, "accounts/bell.html")
