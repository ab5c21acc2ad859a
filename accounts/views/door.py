"""The door: how one signs in and up, and is back at the page one came from."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.views import SignupView
from allauth.account.views import login as allauth_login
from allauth.mfa.webauthn.internal.auth import WebAuthn, begin_registration
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import naming
from accounts.forms import NameForm, PasskeySignupForm, SignupForm
from accounts.models import User
from accounts.whence import page_of

View = Callable[[HttpRequest], HttpResponseBase]
BEGUN = "passkey"
"""Where a session keeps the number and the name for which its visitor's passkey is being made."""
NOWHERE = ("/accounts/", "/?")
"""Pages to which nobody comes back: the door itself, one's settings, and the front page."""


def _leads_back(view: View) -> View:
    """Lead to the page one came from, where the address names no other."""

    @wraps(view)
    def show(request: HttpRequest) -> HttpResponseBase:
        if request.method in {"GET", "HEAD"} and REDIRECT_FIELD_NAME not in request.GET:
            back = page_of(request)
            if back and back != "/" and not back.startswith(NOWHERE):
                asked = request.GET.copy()
                asked[REDIRECT_FIELD_NAME] = back
                request.GET = asked  # type: ignore[assignment]
        return view(request)

    return show


class SignUp(SignupView):  # type: ignore[misc]
    """allauth's own, which also answers whoever is a moment too late for a name."""

    user: User | None = None

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """Make the account and go on, or say why not."""
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as error:
            form.add_error("login", error)
            response = self.form_invalid(form)
        return response


class SignUpByPasskey(SignUp):
    """The same with a passkey, for scripts: what is typed is answered with what a key is to be made for, and
    what the key answers with where to go. What is wrong is said as allauth says it to scripts.
    """

    form_class = PasskeySignupForm

    def get_form_class(self) -> type[PasskeySignupForm]:
        """Its own."""
        return PasskeySignupForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """With what has begun before."""
        return {**super().get_form_kwargs(), "begun": self.request.session.get(BEGUN, {})}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Begin, or make the account."""
        form = self.get_form()
        if "credential" not in request.POST and form.is_valid():
            return JsonResponse({"options": self._begin(form.cleaned_data["username"], form.given_name)})
        return cast("HttpResponseBase", super().post(request, *args, **kwargs))

    def _begin(self, name: str, given: str) -> dict[str, Any]:
        """Keep a number for the player who is to come: a passkey holds it, and there is no row before it."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval(pg_get_serial_sequence('accounts_user', 'id'))")
            (number,) = cursor.fetchone()
        self.request.session[BEGUN] = {"number": number, "name": given}
        options: dict[str, Any] = begin_registration(User(pk=number, username=name), True)  # noqa: FBT003
        return options

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """The account and its key are made together."""
        self.request.session.pop(BEGUN, None)
        with transaction.atomic():
            response = super().form_valid(form)
            if self.user is not None:
                WebAuthn.add(self.user, _("Passkey"), form.cleaned_data["credential"])
        return response


sign_in: View = _leads_back(allauth_login)
sign_up: View = _leads_back(SignUp.as_view())
sign_up_by_passkey: View = require_POST(SignUpByPasskey.as_view())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose_name(request: HttpRequest) -> HttpResponse:
    """Take a name in place of the one that was given at the door."""
    player = cast("User", request.user)
    form = NameForm(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                naming.choose(player, form.cleaned_data["name"])
        except naming.Chosen as error:
            form.add_error(None, str(error))
        except IntegrityError:
            form.add_error("name", get_adapter().validation_error("username_taken"))
        else:
            messages.success(request, _("You are %(name)s from now on.") % {"name": player.username})
            return redirect("games:player", player.username)
    context = {"form": form if player.name_given else None}
    return render(request, "accounts/name.html", context, status=400 if form.errors else 200)
