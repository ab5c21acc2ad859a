"""An application for others as it is registered."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import applications
from accounts.single_line import single_line

NAME, ADDRESS, MOST = 60, 200, 5


class ApplicationForm(forms.Form):
    """What it is called, where it takes players back to, and whether it can keep a secret."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME,
        validators=[single_line],
        help_text=gettext_lazy("Players see it when they are asked to let it in."),
    )
    addresses = forms.CharField(
        label=gettext_lazy("Where players come back to"),
        required=False,
        max_length=MOST * (ADDRESS + 2),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One address a line, five at most: https://…, http://127.0.0.1/…, or a scheme of its own such as"
            " org.example.app:/…"
        ),
    )
    secret = forms.BooleanField(
        label=gettext_lazy("It runs on a server and can keep a secret"), required=False
    )
    device = forms.BooleanField(
        label=gettext_lazy("It may also be let in by a code, on devices without a browser"), required=False
    )

    def clean_addresses(self) -> list[str]:
        """Refuse addresses to which nobody should be sent."""
        found = [line.strip() for line in self.cleaned_data["addresses"].splitlines() if line.strip()]
        if len(found) > MOST or any(len(one) > ADDRESS or not applications.fits(one) for one in found):
            raise forms.ValidationError(_("Players cannot be sent to one of these addresses."))
        return found

    def clean(self) -> dict[str, Any]:
        """Refuse one that nobody could let in; and codes are for those that keep no secret alone."""
        given = self.cleaned_data
        if "addresses" in given and not given["addresses"] and not given.get("device"):
            raise forms.ValidationError(_("Give an address, or allow it to be let in by a code."))
        if given.get("device") and given.get("secret"):
            raise forms.ValidationError(_("Only an application that keeps no secret is let in by a code."))
        return given
