"""Every page in the player's own time zone, and the time at which the player was here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import auth, messages
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import addresses, appeals, guests, sessions, spoken
from accounts.models import User

UTC = ZoneInfo("UTC")
WORDS = "/words/"
"""Where scripts get what they say in another language."""
HERE = timedelta(minutes=1)
"""How fine `last_seen` is: so often at most it is written."""


class SignedIn(AuthenticationMiddleware):
    """Middleware: `request.user` as Django has it, of what was read with the session where that will do.

    It is asked at once, for every page looks at it; and it is no lazy object, through which each look would
    cost as much again.
    """

    def process_request(self, request: Any) -> None:
        """Ask; while that fails nobody is known to be signed in, nor not to be."""
        super().process_request(request)
        request._cached_user = sessions.signed_in(request.session) or auth.get_user(
            request
        )  # as Django keeps it
        request.user = request._cached_user


class NotKept:
    """Middleware: no browser keeps a page of somebody who is signed in.

    Nor is such a page held ready for Back: browsers leave pages out of that which are not to be stored, or
    drop them when the cookie of the session goes. So Back after a sign-out asks the server, which knows
    nobody any more. What a view declares public stays so: it shows nobody's own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer. Costs no query that the page would not make for its head."""
        before = request.user.is_authenticated
        response = self.get_response(request)
        if hasattr(request, "by_token"):  # no browser has it: programs ask whether it has changed
            return response
        if before or request.user.is_authenticated:
            kept = response.get("Cache-Control", "")
            if "public" not in [part.strip() for part in kept.lower().split(",")]:
                response["Cache-Control"] = "no-store, private"
        return response


class Spoken:
    """Middleware, before whatever answers with words: the language that the address, this browser's choice or
    the browser asks for. Once it is known who asks, the account's own follows (`Locale`).

    Caches are told what the answer hangs on. What is the same for everybody (headers.py) hangs on nobody's
    choice: where it was given by one it is that browser's alone.
    """

    WORDED = ("text/html", "image/png", "application/manifest+json", "application/atom+xml")
    """What is in the reader's language. What programs read is in one alone (`spoken.for_programs`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        """Answer in it."""
        code, request.spoken_by = spoken.asked_for(request)
        translation.activate(code)
        try:
            response = self.get_response(request)
        finally:
            translation.deactivate()
        if response.get("Content-Type", "").startswith(self.WORDED):
            varies = response.get("Vary")
            response["Vary"] = f"{varies}, Accept-Language" if varies else "Accept-Language"
            kept = response.get("Cache-Control", "")
            if request.spoken_by in {"cookie", "account"} and "public" in kept:
                response["Cache-Control"] = kept.replace("public", "private")
        return response


class Locale:
    """Middleware: activates the player's time zone and language; pages of visitors are in UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer so. Costs no query that the page would not make for its head."""
        user = request.user
        if not user.is_authenticated:
            with timezone.override(UTC):
                return self.get_response(request)
        heard: Any = request
        if user.language and heard.spoken_by != "address" and user.language in spoken.codes():
            heard.spoken_by = "account"
            translation.activate(user.language)
        with timezone.override(user.zone):
            return self.get_response(request)


class Guest:
    """Middleware: where guests are welcome, a visitor who practises is the guest of the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> None:
        """Let the guest sit where the view allows it."""
        if getattr(view, "guests_welcome", False) and not request.user.is_authenticated:
            guest = guests.of(request)
            if guest is not None:
                request.user = guest


class LastSeen:
    """Middleware: notes when a player was last here, once a minute, in one update."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer first: nobody waits for it."""
        response = self.get_response(request)
        user = request.user
        asks = hasattr(request, "by_token") and request.method == "GET"  # a program, and nobody is there
        if user.is_authenticated and not asks:
            now = timezone.now()
            if user.last_seen is None or user.last_seen < now - HERE:
                stale = Q(last_seen=None) | Q(last_seen__lt=now - HERE)
                with suppress(DatabaseError):  # the page is made already
                    User.objects.filter(stale, pk=user.pk).update(last_seen=now, **_reads(request))
        return response


def _reads(request: Any) -> dict[str, str]:
    """What is to be remembered of the language of this browser: nothing of a program's, or of a link's."""
    if hasattr(request, "by_token") or request.spoken_by == "address":
        return {}
    return {"browser_language": translation.get_language() or ""}


class Suspended:
    """Middleware: whoever is suspended reads why, may appeal, take their data along, and sign out."""

    OPEN = (
        *("language", "export", "account_logout", "account_close", "privacy", "terms", "contact"),
        *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    )

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or show the decision in place of the page."""
        if request.user.is_authenticated and request.user.suspended:
            open_to_all = (reverse("sanctions"), reverse("guide", args=["fair-play"]), WORDS)
            answers = request.path.startswith(open_to_all)
            if not answers and request.path not in {reverse(name) for name in self.OPEN}:
                context = {"decisions": appeals.of(request.user), "suspended": True}
                return render(request, "accounts/sanctions.html", context, status=403)
        return self.get_response(request)


class SecondFactor:
    """Middleware: staff without a second factor are led to set one up before they act as staff.

    Wherever no page leads there, `User.has_perm` takes their rights away.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Lead there instead of calling the view."""
        admin = addresses.plain("admin:index")
        for_staff = request.path.startswith(admin) or hasattr(view, "asks_staff_for_factor")
        if for_staff and request.user.is_authenticated and request.user.unguarded:
            messages.info(request, _("Staff need a second factor. Set one up, then come back."))
            return redirect("mfa_index")
        return None
