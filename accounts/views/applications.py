"""Applications: those of others that I let in, and those that I register for others."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import applications as programs
from accounts.forms_applications import ApplicationForm
from accounts.models import User


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def applications(request: HttpRequest) -> HttpResponse:
    """List both, and register one, whose secret is shown by this answer and never again."""
    player = cast("User", request.user)
    form, made, secret, status = ApplicationForm(request.POST or None), None, "", 200
    if request.method == "POST":
        if form.is_valid():
            given = form.cleaned_data
            try:
                made, secret = programs.register(
                    player, given["name"], given["addresses"], secret=given["secret"], device=given["device"]
                )
                form = ApplicationForm()
            except (programs.TooMany, programs.Closed) as error:
                form.add_error(None, str(error))
                status = 409
        else:
            status = 400
    context = {
        "form": form,
        "made": made,
        "secret": secret,
        "registered": programs.of(player),
        "let_in": programs.let_in(player),
        "open": programs.may_register(),
    }
    return render(request, "accounts/applications.html", context, status=status)


@login_required
@require_POST
def remove(request: HttpRequest, client_id: str) -> HttpResponse:
    """Remove one that I registered."""
    if not programs.remove(cast("User", request.user), client_id):
        raise Http404
    messages.success(request, _("The application is removed. It can no longer do anything for anybody."))
    return redirect("applications")


@login_required
@require_POST
def put_out(request: HttpRequest, client_id: str) -> HttpResponse:
    """Let one in no longer."""
    if not programs.put_out(cast("User", request.user), client_id):
        raise Http404
    messages.success(request, _("Its access is removed: it can no longer do anything for you."))
    return redirect("applications")
