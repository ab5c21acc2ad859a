"""Tell a friend: a private match, and a mail with its link to somebody who may not be here yet."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import spending
from accounts.models import User
from accounts.once import once
from games.forms import FriendForm
from games.seats import friends
from games.views import refusals


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def tell(request: HttpRequest) -> HttpResponse:
    """Show the form, or open the match and send the mail."""
    player = cast("User", request.user)
    if request.method != "POST":
        return render(request, "games/friend.html", {"form": FriendForm()})
    form = FriendForm(request.POST)
    if not form.is_valid():
        return render(request, "games/friend.html", {"form": form}, status=400)
    email, code = form.cleaned_data["email"], form.cleaned_data["code"]
    try:
        spending.spend("tell friend", player)
        spending.spend("friend mailed", email.lower())
        seek = friends.invite(player, email, code, form.cleaned_data["clock"])
    except spending.TooOften as error:
        form.add_error(None, str(error))
        form.add_error(None, _("You can always give your friend the link of a private match yourself."))
        return spending.told(
            render(request, "games/friend.html", {"form": form}, status=429), error.retry_after
        )
    except refusals.REFUSED as error:
        form.add_error(None, refusals.sentence_of(error))
        return render(request, "games/friend.html", {"form": form}, status=refusals.status_of(error))
    messages.success(request, _("The mail is on its way. You can also send the link yourself."))
    return redirect("games:link", seek.token)
