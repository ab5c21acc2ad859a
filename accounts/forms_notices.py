"""Forms about how a player is told things."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from accounts.models.notices import KINDS, Mode, Telling
from accounts.notices import push

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
QUIET = [("", "never quiet"), *HOURS]
BASE64URL = re.compile(r"[A-Za-z0-9_=-]+")


class TellingForm(forms.ModelForm[Telling]):
    """For each kind of notice when it is mailed and whether it is pushed; the hours; the webhook."""

    digest_hour = forms.TypedChoiceField(label="The daily mail comes at", coerce=int, choices=HOURS)
    quiet_from = forms.TypedChoiceField(
        label="Quiet from",
        required=False,
        coerce=int,
        empty_value=None,
        choices=QUIET,
    )
    quiet_to = forms.TypedChoiceField(
        label="Quiet until",
        required=False,
        coerce=int,
        empty_value=None,
        choices=QUIET,
    )
    hook = forms.URLField(
        label="Webhook",
        required=False,
        max_length=200,
        assume_scheme="https",
        help_text="Every notice is posted there as JSON. https:// only, on the public internet.",
    )

    class Meta:
        model = Telling
        fields = ["digest_hour", "quiet_from", "quiet_to", "hook"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, kind in KINDS.items():
            self.fields[f"mail_{key}"] = forms.ChoiceField(
                label=f"{kind.label}: mail", choices=Mode, initial=self.instance.mode(key)
            )
            self.fields[f"push_{key}"] = forms.BooleanField(
                label=f"{kind.label}: push", required=False, initial=self.instance.pushes(key)
            )

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each kind's label with its two fields."""
        return [(kind.label, self[f"mail_{key}"], self[f"push_{key}"]) for key, kind in KINDS.items()]

    def clean_hook(self) -> str:
        """Take https only."""
        url: str = self.cleaned_data["hook"]
        if url and not url.startswith("https://"):
            raise forms.ValidationError("The address must begin with https://.")
        return url

    def clean(self) -> dict[str, Any]:
        """Refuse half of the quiet hours."""
        cleaned = self.cleaned_data
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None):
            self.add_error("quiet_to", "Quiet hours need a beginning and an end.")
        return cleaned

    def save(self, commit: bool = True) -> Telling:
        """Store what differs from the usual along with the rest."""
        chosen = self.cleaned_data
        self.instance.mail = {
            key: chosen[f"mail_{key}"] for key, kind in KINDS.items() if chosen[f"mail_{key}"] != kind.mail
        }
        self.instance.push = {
            key: chosen[f"push_{key}"] for key, kind in KINDS.items() if chosen[f"push_{key}"] != kind.push
        }
        return super().save(commit)


class BrowserForm(forms.Form):
    """A push subscription as the browser hands it out."""

    endpoint = forms.URLField(max_length=600, assume_scheme="https")
    p256dh = forms.RegexField(BASE64URL, max_length=120)
    auth = forms.RegexField(BASE64URL, max_length=60)

    def clean_endpoint(self) -> str:
        """Take push services only: the site sends to nowhere else."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not push.known(endpoint):
            raise forms.ValidationError("This push service is not known.")
        return endpoint
