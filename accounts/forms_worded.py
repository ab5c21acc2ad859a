"""allauth's forms about passwords, addresses and codes, in the words of this site.

What they ask and how they check it is allauth's own.
"""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.totp import forms as totp
from django import forms
from django.utils.translation import gettext_lazy

LABELS = {
    "oldpassword": gettext_lazy("Your password as it is"),
    "password": gettext_lazy("Password"),
    "password1": gettext_lazy("New password"),
    "password2": gettext_lazy("The same once more"),
    "email": gettext_lazy("E-mail"),
    "code": gettext_lazy("Code"),
}


class Worded(forms.Form):
    """A form whose fields are called as this site calls them; what a label says is not said again inside."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class AddEmailForm(Worded, account.AddEmailForm):  # type: ignore[misc]
    """A further address."""


class ChangePasswordForm(Worded, account.ChangePasswordForm):  # type: ignore[misc]
    """Another password in place of the one that is known."""


class SetPasswordForm(Worded, account.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ResetPasswordForm(Worded, account.ResetPasswordForm):  # type: ignore[misc]
    """Where the link for a new password goes."""


class ResetPasswordKeyForm(Worded, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password by such a link."""


class ReauthenticateForm(Worded, account.ReauthenticateForm):  # type: ignore[misc]
    """Who one is, once more."""


class ActivateTOTPForm(Worded, totp.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an app."""
