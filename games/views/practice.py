"""Begin to practise without an account."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts import guests, spending, visitors
from games.seats import practice as practising
from games.views import refusals


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Lay a table for one; whoever has an account gets the form for a new match."""
    if request.user.is_authenticated:
        return redirect("games:new")
    guest = guests.of(request)
    if guest is None:
        spending.spend("practice", visitors.address_of(request))
    try:
        with transaction.atomic():  # without dice there is no guest either
            guest = guest or guests.make(request)
            match = practising.begin(guest)
        practising.roll(match, guest)
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:home"))
    return redirect("games:table", match.pk)
