"""Begin to practise without an account."""

from __future__ import annotations

from allauth.core import ratelimit
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts import guests
from games import practice as practising
from games.views import refusals


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Lay a table for one; whoever has an account gets the form for a new match."""
    if request.user.is_authenticated:
        return redirect("games:new")
    guest = guests.of(request)
    if guest is None and not ratelimit.consume(request, action="practice"):
        context = {"sentence": "Many have begun to practise from your network. Try again later."}
        return render(request, "429.html", context, status=429)
    try:
        with transaction.atomic():  # without dice there is no guest either
            match = practising.begin(guest or guests.make(request))
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:home"))
    return redirect("games:table", match.pk)
