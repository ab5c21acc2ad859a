"""The language of the site, chosen by whoever reads it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from accounts import spoken
from accounts.models import User
from accounts.whence import page_of


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    """Show all of them, or take the chosen one: for this browser, and for the account of a player."""
    if request.method != "POST":
        return render(request, "accounts/language.html", {"back": _without_language(page_of(request))})
    back = request.POST.get("next", "")
    ours = {request.get_host()}
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=ours, require_https=request.is_secure()):
        back = reverse("games:home")
    chosen = spoken.known(request.POST.get("language", ""))
    response = HttpResponseRedirect(back)
    if not chosen:
        return response
    user = request.user
    if isinstance(user, User) and not user.guest and user.language != chosen:
        user.language = chosen
        user.save(update_fields=["language"])
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=spoken.A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _without_language(page: str) -> str:
    """The page that one came from, without a language that its address asked for: another is being chosen."""
    path, _mark, query = page.partition("?")
    left = [one for one in query.split("&") if one and not one.startswith(f"{spoken.ASKED}=")]
    return f"{path}?{'&'.join(left)}" if left else path
