"""Forms about one's account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zoneinfo import available_timezones

from allauth.account import app_settings as account_settings
from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.dates import WEEKDAYS
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg.errors import UniqueViolation

from accounts import alphabets, moderation, naming
from accounts.forms_factor import AddForm
from accounts.models import DAYS_OFF, NAME_LENGTH, User
from accounts.models.looks import DICE, FELTS, THEMES

AS_TYPED = {"autocapitalize": "none", "spellcheck": "false"}


def _time_zones() -> list[tuple[str, str]]:
    """Places one can live in, by their IANA names; the rest of the list are aliases and offsets."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in places)]


def _languages() -> list[tuple[str, Any]]:
    """Those that the site speaks, each by its own name, which is the same in all of them."""
    return [("", gettext_lazy("As my browser asks for")), *settings.LANGUAGES]


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """allauth's own, in our words; who signs in stays so, unless the device is shared."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        login, remember = self.fields["login"], self.fields["remember"]
        login.label, remember.label = gettext_lazy("Name or e-mail"), gettext_lazy("Keep me signed in here")
        login.widget.attrs = {"autocomplete": "username", **AS_TYPED}
        self.fields["password"].widget.attrs.pop("placeholder", None)
        remember.initial = True

    def clean_login(self) -> str:
        """A name as it is kept, however a keyboard composes its letters."""
        return alphabets.tidy(super().clean_login())


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """allauth's own, made short: a name or an address in one field, and a password unless a passkey comes.

    Whoever gives an address is given a name (accounts.naming). The time zone is the one that the browser is
    in. Where confirmation is mandatory only an address will do, and nobody learns here whether it is known:
    the answer is the same page, and what there is to say goes to the address by mail. An account is made in
    any case; one without an address cannot be signed in to, and goes with those that were never confirmed
    (accounts.leaving).
    """

    number: int | None = None
    """The new player's, where it is fixed before the account is made."""

    login = forms.CharField(label=gettext_lazy("Name or e-mail"), max_length=254)
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))
    field_order = ("login", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        del self.fields["username"], self.fields["email"]
        self.given_name = ""
        login = self.fields["login"]
        login.initial = self.initial.get("email", "")
        login.widget.attrs |= {"autocomplete": "username", **AS_TYPED}
        login.help_text = gettext_lazy(
            "A name of 3 to 20 letters, digits, hyphens or underscores: everybody sees it. "
            "Or your e-mail address, which nobody sees."
        )
        if _must_confirm():
            login.label = gettext_lazy("E-mail")
            login.help_text = gettext_lazy("We send a link there. Nobody else sees your address.")
            login.widget.input_type = "email"
        if "password1" in self.fields:
            password = self.fields["password1"]
            password.widget.attrs.pop("placeholder", None)
            password.help_text = gettext_lazy("8 characters or more, and not a common one.")

    def clean_login(self) -> str:
        """Tell a name from an address: only addresses have an @."""
        typed: str = self.cleaned_data["login"]
        self.cleaned_data |= {"username": "", "email": ""}
        if "@" in typed or _must_confirm():
            self.cleaned_data["email"] = self._address(typed)
            self.given_name = self.cleaned_data["username"] = self.given_name or naming.free()
        else:
            self.given_name = ""
            self.cleaned_data["username"] = get_adapter().clean_username(typed)
        return typed

    def _address(self, typed: str) -> str:
        """Refuse an address that may not be used; where confirmation is mandatory, by mail alone."""
        address: str = forms.EmailField(max_length=254).clean(typed).lower()
        try:
            address = get_adapter().clean_email(address)
            return str(self.validate_unique_email(address))
        except forms.ValidationError:
            if not _must_confirm():
                raise
            self.account_already_exists = True
            return address

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account, or one that nobody can use; the answer is the same.

        Raises ValidationError where somebody else took the name a moment ago.
        """
        if self.account_already_exists:
            nobody = User(username=self.cleaned_data["username"], name_given=True)
            nobody.set_password(self.cleaned_data.get("password1"))  # takes its time, as with everybody
            nobody.save()
            self._welcome(request, nobody)
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except IntegrityError as error:
            if not isinstance(error.__cause__, UniqueViolation):
                raise
            raise get_adapter().validation_error("username_taken") from error
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
        player.name_given = bool(self.given_name)
        player.save(update_fields=["time_zone", "name_given"])
        for opener in settings.ACCOUNT_OPENERS:
            import_string(opener)(request, player)


class PasskeySignupForm(SignupForm):
    """The same with a passkey in place of the password: first what is typed, then what the key answers.

    `begun` is what the first time was kept: the `number` for which the key was made, and the `name` that was
    given with it, if any.
    """

    credential = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, begun: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, by_passkey=True, **kwargs)
        self.number = begun.get("number")
        self.given_name = begun.get("name", "")

    def clean(self) -> dict[str, Any]:
        """Take the key's answer, if there is one: it must have verified its bearer and can stand alone."""
        cleaned: dict[str, Any] = super().clean()
        if "credential" not in self.data or self.errors:
            return cleaned
        key = AddForm({"credential": cleaned["credential"], "passwordless": "on"}, user=User(pk=self.number))
        if self.number is None or not key.is_valid() or not _stands_alone(key.cleaned_data["credential"]):
            raise forms.ValidationError(
                _("This passkey cannot be used here. Try again, or choose a password instead.")
            )
        cleaned["credential"] = key.cleaned_data["credential"]
        return cleaned


def _stands_alone(credential: dict[str, Any]) -> bool:
    """Whether the key finds the account by itself; some browsers do not say, and make such keys."""
    match credential:
        case {"clientExtensionResults": {"credProps": {"rk": said}}}:
            return bool(said)
    return True


def _must_confirm() -> bool:
    return bool(account_settings.EMAIL_VERIFICATION == "mandatory")


class NameForm(forms.Form):
    """The name that a player chooses in place of a given one."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("3 to 20 letters, digits, hyphens or underscores. Everybody sees it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", **AS_TYPED}),
    )

    def clean_name(self) -> str:
        """Refuse what nobody may be called, or somebody is. Raises ValidationError."""
        return str(get_adapter().clean_username(self.cleaned_data["name"]))


class SettingsForm(forms.ModelForm[User]):
    """What a player may set."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=_languages)
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=_time_zones,
        help_text=gettext_lazy("All times are shown in it."),
    )
    days_off = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Days off"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Two at most. Your clocks stop on these days, from your next turn on."),
    )

    class Meta:
        model = User
        fields = ["language", "time_zone", "days_off", "spend_holiday", "hide_rating", "unwatched"]

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """Store them; open tables hear of it where others may watch no more, or again."""
        player: User = super().save(commit)
        if "unwatched" in self.changed_data:
            import_string(settings.WATCHING_CHANGED)(player)
        if "hide_rating" in self.changed_data:
            import_string(settings.LISTING_CHANGED)(player)
        return player

    def clean_days_off(self) -> list[int]:
        """Refuse more than two."""
        days: list[int] = sorted(self.cleaned_data["days_off"])
        if len(days) > DAYS_OFF:
            raise forms.ValidationError(_("Choose at most two days off."))
        return days


def _said(words: Mapping[str, str]) -> list[tuple[str, Any]]:
    return [(key, gettext_lazy(word)) for key, word in words.items()]


class BoardForm(forms.Form):
    """How the table looks and acts."""

    felt = forms.ChoiceField(label=gettext_lazy("Table"), choices=_said(FELTS), widget=forms.RadioSelect)
    dice = forms.ChoiceField(label=gettext_lazy("Dice"), choices=_said(DICE), widget=forms.RadioSelect)
    theme = forms.ChoiceField(
        label=gettext_lazy("Light or dark"), choices=_said(THEMES), widget=forms.RadioSelect
    )
    large = forms.BooleanField(label=gettext_lazy("Large dice and boxes"), required=False)
    left = forms.BooleanField(
        label=gettext_lazy("For the left hand: what I tap is on the left"), required=False
    )
    auto_roll = forms.BooleanField(
        label=gettext_lazy("Roll by itself when my turn begins"),
        required=False,
        help_text=gettext_lazy("As soon as you look at a match in which it is your turn."),
    )
    confirm = forms.BooleanField(
        label=gettext_lazy("Ask me to confirm a box"),
        required=False,
        help_text=gettext_lazy(
            "Without this, a tap on a box scores at once; we still ask before a needless zero."
        ),
    )
    motion = forms.BooleanField(
        label=gettext_lazy("Dice that fly when I roll"),
        required=False,
        help_text=gettext_lazy(
            "They fly, tumble and roll out. Without it they just appear, as your device may ask for, too."
        ),
    )
    sounds = forms.BooleanField(label=gettext_lazy("Sounds"), required=False)
    haptics = forms.BooleanField(label=gettext_lazy("Let my phone buzz when the dice land"), required=False)
    warn = forms.BooleanField(
        label=gettext_lazy("Let the coach warn me before a costly move"),
        required=False,
        help_text=gettext_lazy(
            "Only where you play alone or against robots, and for no rating: there it has hints, too."
        ),
    )


class SoundsForm(forms.Form):
    """The answer to the one question whether dice shall be heard."""

    sounds = forms.ChoiceField(choices=[("on", gettext_lazy("on")), ("off", gettext_lazy("off"))])
