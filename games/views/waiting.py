"""The waiting room: matches open to whoever comes first, and those behind a private link."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import spending
from accounts.models import User
from games.match import channels
from games.seats import friends, queries, waiting
from games.views import refusals


@require_safe
@never_cache
def room(request: HttpRequest) -> HttpResponse:
    """List what is open; a visitor may look. A player's page hears when a match of theirs begins."""
    player = request.user if request.user.is_authenticated else None
    heard = [channels.of_list(player.pk)] if player else []
    begun = queries.just_begun(player) if player else []
    context = {"seeks": queries.open_seeks(player), "begun": begun, "channels": heard, "refresh": heard}
    return render(request, "games/waiting.html", context)


@require_safe
@never_cache
def link(request: HttpRequest, token: str) -> HttpResponse:
    """The open match behind a private link, for visitors too: who signs up by it is seated at once."""
    seek = queries.seek_by_link(token)
    if request.user.is_authenticated:
        begun = queries.match_by_link(token, request.user) if seek is None else None
        if begun is not None:
            return redirect("games:table", begun)
    elif seek is not None:
        request.session[friends.LINK] = token
    if seek is None:
        raise Http404
    address = request.build_absolute_uri(reverse("games:link", args=[token]))
    context = {"seek": seek, "address": address, "code": _code(address)}
    if request.user.is_authenticated:
        room = reverse("games:waiting")
        context |= {"channels": [channels.of_list(request.user.pk)], "begun_from": room}
    return render(request, "games/link.html", context)


def _code(address: str) -> str:
    """The address as a QR code, drawn as SVG."""
    import qrcode  # noqa: PLC0415  (with what it draws by, for those who open a private link)
    from qrcode.image.svg import SvgPathImage  # noqa: PLC0415

    code = qrcode.QRCode(border=2)
    code.add_data(address)
    drawn: str = code.make_image(image_factory=SvgPathImage).to_string(encoding="unicode")
    return drawn


@login_required
@require_POST
def join(request: HttpRequest, seek_id: int) -> HttpResponse:
    """Join; if that fills it, go to the table."""
    spending.spend("join", cast("User", request.user))
    try:
        match = waiting.join(seek_id, cast("User", request.user), request.POST.get("token", ""))
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:waiting"))
    if match is not None:
        return redirect("games:table", match.pk)
    messages.success(request, _("You are in. The match begins as soon as enough have joined."))
    return redirect("games:waiting")


@login_required
@require_POST
def leave(request: HttpRequest, seek_id: int) -> HttpResponse:
    """Leave, or take back an open match of one's own."""
    spending.spend("join", cast("User", request.user))
    try:
        waiting.leave(seek_id, cast("User", request.user))
    except refusals.REFUSED as error:
        return refusals.page(request, error, reverse("games:waiting"))
    messages.info(request, _("You are no longer waiting for this match."))
    return redirect("games:waiting")
