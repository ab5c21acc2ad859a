"""What a passkey or security key answers: allauth's forms, narrower (settings.MFA_FORMS)."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.internal.auth import parse_authentication_response
from django.utils.translation import gettext_lazy

from accounts.single_line import single_line

GARBAGE = (AttributeError, KeyError, IndexError, TypeError, ValueError)
"""What reading an answer raises that no key has given."""


class AddForm(AddWebAuthnForm):  # type: ignore[misc]
    """A new key, asked for in the words of this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].validators.append(single_line)
        alone = self.fields["passwordless"]
        alone.label = gettext_lazy("It opens my account without a password")
        alone.help_text = gettext_lazy("For that it has to ask for a finger, a face or a PIN.")

    def clean(self) -> dict[str, Any]:
        """Take the key. Raises ValidationError, also for what is no answer of a key."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except GARBAGE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned


class _Readable(AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A form whose answer may be anything, as everybody can send one."""

    def clean_credential(self) -> Authenticator:
        """Find whose key it was. Raises ValidationError, also for what is no answer of a key."""
        try:
            return super().clean_credential()
        except GARBAGE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class AuthenticateForm(_Readable):
    """The second factor after a password."""


class ReauthenticateForm(_Readable, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Who one is, once more."""


class LoginForm(_Readable, LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey in place of a password.

    The challenge lies in the session and does not say for what it was made. One that was made for a second
    factor does not ask the key to verify its bearer; answered here, it would let a stolen key in without PIN
    or finger. And a key that was registered as a second factor only is none of two.
    """

    def clean_credential(self) -> Authenticator:
        """Refuse a key that has not verified its bearer, or was not made to stand alone."""
        answer = self.cleaned_data["credential"]
        authenticator = super().clean_credential()
        data = parse_authentication_response(answer).response.authenticator_data
        if not data.is_user_verified() or authenticator.wrap().is_passwordless is False:
            raise get_adapter().validation_error("incorrect_code")
        return authenticator
