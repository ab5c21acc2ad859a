"""My data, to take along."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import export as exporting
from accounts import spending
from accounts.models import User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="allauth.account", allow_get=True)  # type: ignore[untyped-decorator]
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Say what is in the archive, or make it.

    Who was asked in between who they are comes back to this page: a download in answer to that form would
    leave it standing there, as if nothing had come of it.
    """
    player = cast("User", request.user)
    if request.method != "POST":
        return render(request, "accounts/export.html")
    if request.resolver_match is None or request.resolver_match.url_name != "export":
        messages.success(request, _("Thank you. Your archive can be made now."))
        return redirect("export")
    spending.spend("export", player)
    name = f"boatzee-{player.get_username()}.zip"
    headers = {"Content-Disposition": str(content_disposition_header(as_attachment=True, filename=name))}
    return HttpResponse(exporting.archive(player), content_type="application/zip", headers=headers)
