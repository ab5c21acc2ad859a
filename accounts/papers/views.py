"""The papers of the site: what it keeps of people, what is agreed, and what its supporters get."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts import devices, limits

PRIVACY_CHANGED = date(2026, 11, 27)
"""When what the policy says was last changed: whoever changes it says so here."""
TERMS_CHANGED = date(2026, 11, 27)

_ROOMS = {
    "matches": gettext_lazy("Matches"),
    "matches without people": gettext_lazy("Matches alone or with robots"),
    "open invitations": gettext_lazy("Open invitations"),
}


def _operator() -> dict[str, str]:
    return {
        "operator_name": settings.OPERATOR_NAME,
        "operator_address": settings.OPERATOR_ADDRESS,
        "operator_email": settings.OPERATOR_EMAIL,
    }


def _kept() -> dict[str, int]:
    """How many days what is not kept for ever is kept, as this site is set up."""
    return {name: span.days for name, span in settings.KEPT.items()}


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people, why, for how long, and what they may do about it."""
    context: dict[str, Any] = {
        **_operator(),
        "changed": PRIVACY_CHANGED,
        "kept": _kept(),
        "browsers": devices.MOST,
        "backups": settings.BACKUP_DAYS,
        "pushes": bool(settings.VAPID_PRIVATE_KEY),
        "reports_faults": bool(settings.SENTRY_DSN),
        "session_days": settings.SESSION_COOKIE_AGE // limits.DAY,
        "must_confirm": settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory",
    }
    return render(request, "papers/privacy.html", context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What is agreed between the site and whoever plays here."""
    return render(request, "papers/terms.html", {**_operator(), "changed": TERMS_CHANGED})


@require_safe
def membership(request: HttpRequest) -> HttpResponse:
    """What supporters get, and where one becomes one. Not there where nobody can."""
    if not settings.SUPPORT_URL:
        raise Http404
    rooms = [(_ROOMS[what], most) for what, most in limits.AT_ONCE.items()]
    context = {"rooms": rooms, "support_url": settings.SUPPORT_URL}
    return render(request, "papers/membership.html", context)
