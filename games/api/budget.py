"""What costs more than an answer and is open to visitors: counted as on pages, for a player or an address."""

from __future__ import annotations

from django.http import HttpRequest

from accounts import spending, visitors


def spend(what: str, request: HttpRequest) -> None:
    """Count it for who asks. Raises spending.TooOften."""
    player = request.user
    spending.spend(what, player if player.is_authenticated else f"address-{visitors.address_of(request)}")
