"""Forms about how a player is told things."""

from __future__ import annotations

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.models.hook import Hook
from accounts.models.notices import KINDS, Mode, Preferences
from accounts.notices import address, push

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
QUIET = [("", gettext_lazy("never quiet")), *HOURS]


class HookField(forms.CharField):
    """The address of a webhook; empty for none."""

    widget = forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=address.LONGEST, **kwargs)

    def clean(self, value: Any) -> str:
        """Take only what may be posted to."""
        url: str = super().clean(value)
        if url:
            try:
                address.read(url)
            except ValueError as error:
                raise forms.ValidationError(str(error)) from error
        return url


class ShapeField(forms.ChoiceField):
    """In what shape a webhook takes what is posted to it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, choices=Hook.Shape, **kwargs)

    def clean(self, value: Any) -> str:
        """The plain one where nothing is said."""
        return super().clean(value) or Hook.Shape.PLAIN


def set_hook(hook: Hook | None, owner: User, url: str, shape: str, page: str) -> Hook | None:
    """The webhook as it is wanted, stored; None, and deleted, where no address is given.

    With another address or shape it begins anew, and what waits for it goes there.
    """
    if not url:
        if hook is not None:
            hook.delete()
        return None
    if hook is None:
        return Hook.objects.create(owner=owner, url=url, shape=shape, page=page)
    if (hook.url, hook.shape) != (url, shape):
        hook.owner, hook.url, hook.shape = owner, url, shape
        hook.begin_anew()
        hook.save()
    return hook


class PreferencesForm(forms.ModelForm[Preferences]):
    """For each kind of notice when it is mailed and whether it is pushed; the hours; the webhook."""

    digest_hour = forms.TypedChoiceField(
        label=gettext_lazy("Send the daily mail at"), coerce=int, choices=HOURS
    )
    quiet_from = forms.TypedChoiceField(
        label=gettext_lazy("Quiet hours from"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=QUIET,
    )
    quiet_to = forms.TypedChoiceField(
        label=gettext_lazy("Quiet hours until"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=QUIET,
    )
    hook = HookField(
        label=gettext_lazy("Webhook"),
        help_text=gettext_lazy("Every notice is posted there. https:// only, on the public internet."),
    )
    shape = ShapeField(label=gettext_lazy("It takes"))

    class Meta:
        model = Preferences
        fields = ["digest_hour", "quiet_from", "quiet_to"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hook = self.instance.webhook
        if hook is not None:
            self.initial.update({"hook": hook.url, "shape": hook.shape})
        for key, kind in KINDS.items():
            self.fields[f"mail_{key}"] = forms.ChoiceField(
                label=_("%(label)s: mail") % {"label": kind.label},
                choices=Mode,
                initial=self.instance.mode(key),
            )
            self.fields[f"push_{key}"] = forms.BooleanField(
                label=_("%(label)s: push") % {"label": kind.label},
                required=False,
                initial=self.instance.pushes(key),
            )

    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each kind's label with its two fields."""
        return [(kind.label, self[f"mail_{key}"], self[f"push_{key}"]) for key, kind in KINDS.items()]

    def clean(self) -> dict[str, Any]:
        """Refuse half of the quiet hours."""
        cleaned = self.cleaned_data
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None):
            self.add_error("quiet_to", _("Quiet hours need a start and an end."))
        return cleaned

    def save(self, commit: bool = True) -> Preferences:
        """Store what differs from the usual along with the rest."""
        chosen = self.cleaned_data
        self.instance.mail = {
            key: chosen[f"mail_{key}"] for key, kind in KINDS.items() if chosen[f"mail_{key}"] != kind.mail
        }
        self.instance.push = {
            key: chosen[f"push_{key}"] for key, kind in KINDS.items() if chosen[f"push_{key}"] != kind.push
        }
        self.instance.webhook = set_hook(
            self.instance.webhook,
            self.instance.player,
            chosen["hook"],
            chosen["shape"],
            reverse("notices_settings"),
        )
        return super().save(commit)


class BrowserForm(forms.Form):
    """A push subscription as the browser hands it out."""

    endpoint = forms.CharField(max_length=push.LONGEST)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=60)

    def clean_endpoint(self) -> str:
        """Take push services only: the site sends to nowhere else."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not push.known(endpoint):
            raise forms.ValidationError(_("We do not know this push service."))
        return endpoint

    def clean(self) -> dict[str, Any]:
        """Take keys only by which something can be encrypted for the browser."""
        given = self.cleaned_data
        if "p256dh" in given and "auth" in given:
            try:
                push.check_keys(given["p256dh"], given["auth"])
            except ValueError as error:
                raise forms.ValidationError(_("The browser’s keys cannot be used.")) from error
        return given

    def sentence(self) -> str:
        """What is wrong, for the page."""
        said = [*self.errors.get("endpoint", ()), *self.non_field_errors()]
        return str(said[0]) if said else _("This browser cannot be reached by push.")
