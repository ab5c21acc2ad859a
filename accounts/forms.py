"""Forms about the own account."""

from __future__ import annotations

from calendar import day_name
from typing import Any
from zoneinfo import available_timezones

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from accounts.models import DAYS_OFF, User
from accounts.models.looks import DICE, FELTS, THEMES


def _time_zones() -> list[tuple[str, str]]:
    """Places one can live in, by their IANA names; the rest of the list are aliases and offsets."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """allauth's own, with the time zone that the browser suggests."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def save(self, request: HttpRequest) -> User | None:
        """Create the account; an unknown time zone is left at UTC."""
        player: User | None = super().save(request)
        zone = self.cleaned_data["time_zone"]
        if player is not None and zone in available_timezones():
            player.time_zone = zone
            player.save(update_fields=["time_zone"])
        if player is not None:
            for opener in settings.ACCOUNT_OPENERS:
                import_string(opener)(request, player)
        return player


class SettingsForm(forms.ModelForm[User]):
    """What a player may set."""

    time_zone = forms.ChoiceField(choices=_time_zones, help_text="Deadlines are shown in it.")
    days_off = forms.TypedMultipleChoiceField(
        label="Days off",
        required=False,
        coerce=int,
        choices=list(enumerate(day_name)),
        widget=forms.CheckboxSelectMultiple,
        help_text="At most two. Your clocks stand still on them, from your next turn on.",
    )

    class Meta:
        model = User
        fields = ["time_zone", "days_off", "spend_holiday", "hide_rating"]

    def clean_days_off(self) -> list[int]:
        """Refuse more than two."""
        days: list[int] = sorted(self.cleaned_data["days_off"])
        if len(days) > DAYS_OFF:
            raise forms.ValidationError("Choose at most two days off.")
        return days


class CloseForm(forms.Form):
    """The password once more, before an account is closed for good."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.player.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password


class BoardForm(forms.Form):
    """How the table looks and acts."""

    felt = forms.ChoiceField(label="Table", choices=list(FELTS.items()), widget=forms.RadioSelect)
    dice = forms.ChoiceField(label="Dice", choices=list(DICE.items()), widget=forms.RadioSelect)
    theme = forms.ChoiceField(label="Light or dark", choices=list(THEMES.items()), widget=forms.RadioSelect)
    large = forms.BooleanField(label="Large dice and boxes", required=False)
    left = forms.BooleanField(label="For the left hand: what I tap stands on the left", required=False)
    auto_roll = forms.BooleanField(
        label="Roll by itself when my turn begins",
        required=False,
        help_text="As soon as you look at a match whose turn is yours.",
    )
    confirm = forms.BooleanField(
        label="Ask me to confirm a box",
        required=False,
        help_text="Without it a tap on a box scores at once; a needless zero is asked for all the same.",
    )
    sounds = forms.BooleanField(label="Sounds", required=False)
