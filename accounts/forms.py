"""Forms about the own account."""

from __future__ import annotations

from calendar import day_name
from zoneinfo import available_timezones

from allauth.account import app_settings as account_settings
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from accounts import moderation, remembered
from accounts.models import DAYS_OFF, User
from accounts.models.looks import DICE, FELTS, THEMES


def _time_zones() -> list[tuple[str, str]]:
    """Places one can live in, by their IANA names; the rest of the list are aliases and offsets."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """allauth's own, with the time zone that the browser suggests.

    Where confirmation is mandatory, nobody learns here whether an address is known: the answer is the same
    page, and what there is to say goes to the address by mail. So that nobody learns it afterwards either,
    from whether the name is taken now, an account is made in any case; one without an address cannot be
    signed in to, and goes with those that were never confirmed (accounts.leaving).
    """

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def clean_email(self) -> str:
        """Refuse an address that may not be used; where confirmation is mandatory, by mail alone."""
        try:
            address: str = super().clean_email()
        except forms.ValidationError:
            typed: str = self.cleaned_data["email"].lower()
            mandatory = account_settings.EMAIL_VERIFICATION == "mandatory"
            if not (mandatory and remembered.why_not_address(typed)):
                raise
            self.account_already_exists = True
            return typed
        return address

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account, or one that nobody can use; the answer is the same."""
        if self.account_already_exists:
            nobody = User(username=self.cleaned_data["username"])
            nobody.set_password(self.cleaned_data["password1"])  # takes its time, as with everybody
            nobody.save()
            self._welcome(request, nobody)
        made: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return made

    def save(self, request: HttpRequest) -> User | None:
        """Create the account; what the staff decided about one that had this address holds for this one."""
        player: User | None = super().save(request)
        if player is not None:
            moderation.carry_over(player, self.cleaned_data["email"])
            self._welcome(request, player)
        return player

    def _welcome(self, request: HttpRequest, player: User) -> None:
        """An unknown time zone is left at UTC."""
        zone = self.cleaned_data["time_zone"]
        if zone in available_timezones():
            player.time_zone = zone
            player.save(update_fields=["time_zone"])
        for opener in settings.ACCOUNT_OPENERS:
            import_string(opener)(request, player)


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
