"""Forms about teams, about events, and about what their directors decide."""

from __future__ import annotations

import re
from typing import Any, ClassVar, cast

from django import forms
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms_notices import HookField, ShapeField
from accounts.models import User
from accounts.single_line import single_line
from games.forms import option_field
from games.rules import RULES
from games.rules.base import BadOptions
from ladders.models import Entry, Event, EventHook, Team


def _names(text: str) -> list[str]:
    return [name for name in re.split(r"[,;\s]+", text) if name]


class TeamForm(forms.Form):
    """A team's name, and who shall be in it, in the order of play after the captain."""

    name = forms.CharField(label="Name of the team", max_length=40, validators=[single_line])
    others = forms.CharField(
        label="The others",
        max_length=100,
        help_text="One to three names with commas between, in the order in which they play after you.",
    )

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.named: list[User] = []

    def clean_others(self) -> str:
        """Find everybody who is named; the users come to stand in `named`."""
        names = _names(self.cleaned_data["others"])
        known = User.objects.annotate(lower=Lower("username")).filter(is_active=True, robot="")
        found = {
            user.username.lower(): user for user in known.filter(lower__in=[one.lower() for one in names])
        }
        for name in names:
            user = found.get(name.lower())
            if user is None or user == self.player or user in self.named:
                raise forms.ValidationError("“%(name)s” cannot be asked.", params={"name": name})
            self.named.append(user)
        return ", ".join(user.username for user in self.named)


class OrderForm(forms.Form):
    """The members of a team in their order."""

    order_of = forms.CharField(max_length=120)

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.team = team
        self.order: list[int] = []

    def clean_order_of(self) -> str:
        """The keys of the players come to stand in `order`."""
        text: str = self.cleaned_data["order_of"]
        members = {
            member.player.username.lower(): member.player.pk
            for member in self.team.members.select_related("player")
            if member.player
        }
        try:
            self.order = [members[name.lower()] for name in _names(text)]
        except KeyError as missing:
            raise forms.ValidationError("Name the members of the team.") from missing
        return text


class WhyForm(forms.Form):
    """Why; everybody can read it."""

    why = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=1000, required=False)


class PlayersForm(WhyForm):
    """Players by name."""

    players = forms.CharField(max_length=2000, help_text="Names, with commas between.")

    def clean_players(self) -> list[User]:
        """Find them all."""
        names = [name.strip() for name in self.cleaned_data["players"].replace("\n", ",").split(",")]
        found = []
        for name in filter(None, names):
            user = User.objects.filter(username__iexact=name, is_active=True, robot="").first()
            if user is None:
                raise forms.ValidationError("There is no player called “%(name)s”.", params={"name": name})
            found.append(user)
        return found


class EntryForm(WhyForm):
    """One of those who are in."""

    entry = forms.ModelChoiceField(queryset=Entry.objects.none())
    inside: ClassVar[dict[str, object]] = {"withdrawn_at": None}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        inside = event.entries.filter(status=Entry.Status.IN, **self.inside)
        cast("forms.ModelChoiceField[Entry]", self.fields["entry"]).queryset = inside


class ClearForm(EntryForm):
    """One of those who were warned or disqualified."""

    inside: ClassVar[dict[str, object]] = {"warned": True}


class SubstituteForm(EntryForm):
    """Who takes over from whom."""

    player = forms.CharField(max_length=20, help_text="Who takes the seat over.")

    def clean_player(self) -> User:
        """Find the player."""
        user = User.objects.filter(username__iexact=self.cleaned_data["player"], is_active=True).first()
        if user is None:
            raise forms.ValidationError("There is no such player.")
        return user


class PauseForm(WhyForm):
    """For how long."""

    days = forms.IntegerField(min_value=1, max_value=60)


class OffendForm(EntryForm):
    """Who offended, and whether it was abuse."""

    inside: ClassVar[dict[str, object]] = {"disqualified": False}
    at_once = forms.BooleanField(
        label=gettext_lazy("It was abuse: disqualify at once, without a warning first"), required=False
    )


class ReinstateForm(EntryForm):
    """One of those who withdrew."""

    inside: ClassVar[dict[str, object]] = {"withdrawn_at__isnull": False, "disqualified": False}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].help_text = gettext_lazy("Put back only who wants to come back: ask first.")


class WordForm(WhyForm):
    """What is said to all."""

    why = forms.CharField(
        label=gettext_lazy("What you want to say"), widget=forms.Textarea(attrs={"rows": 4}), max_length=1000
    )


class SeedsForm(WhyForm):
    """The entries in the order in which they are seeded."""

    order = forms.CharField(
        label=gettext_lazy("The strongest first, a name a line"),
        widget=forms.Textarea(attrs={"rows": 10}),
        required=False,
        max_length=100_000,
        help_text=gettext_lazy("Who is not named follows by rating. Empty: the ratings decide about all."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = event.entries.select_related("player", "team").filter(status=Entry.Status.IN)
        self.known = {entry.name.lower(): entry for entry in found.order_by("seed", "pk")}
        self.initial["order"] = "\n".join(entry.name for entry in self.known.values())
        self.order_fields(["order", "why"])

    def clean_order(self) -> list[Entry]:
        """The entries, each once."""
        names = [line.strip().lower() for line in self.cleaned_data["order"].splitlines()]
        order: list[Entry] = []
        for name in filter(None, names):
            entry = self.known.get(name)
            if entry is None:
                raise forms.ValidationError(_("“%(name)s” is not in this event."), params={"name": name})
            if entry in order:
                raise forms.ValidationError(_("“%(name)s” stands there twice."), params={"name": name})
            order.append(entry)
        return order


class OptionsForm(forms.ModelForm[Event]):
    """An event with a field for every option that a game has; those of the chosen game are kept."""

    class Meta:
        model = Event
        fields = ("code",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, value in self.instance.options.items():
            self.initial[f"{self.instance.code}_{name}"] = value
        if self.instance.pk and self.instance.agreed_to:
            for name in OPTIONS:
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        """Gather the options of the game; what was left empty takes its default."""
        cleaned = super().clean() or {}
        rules = RULES.get(cleaned.get("code", self.instance.code))
        if rules is None:
            return cleaned
        given = {option.name: cleaned.get(f"{rules.code}_{option.name}") for option in rules.options}
        try:
            self.instance.options = rules.clean_options(
                {name: value for name, value in given.items() if value not in (None, "")}
            )
        except BadOptions as error:
            self.add_error(None, str(error))
        return cleaned


for _code, _rules in RULES.items():
    for _option in _rules.options:
        _field = option_field(_option)
        _field.label = f"{_rules.name}: {_option.label}"
        _field.required = False
        OptionsForm.declared_fields[f"{_code}_{_option.name}"] = _field
OPTIONS = tuple(OptionsForm.declared_fields)
"""The names of those fields."""


class EventForm(OptionsForm):
    """An event as players with leave to organise make it; what they leave alone has sensible defaults."""

    prefix = "event"  # a field named “matches” alone would hide the form's own method of that name

    class Meta:
        model = Event
        fields = (
            *("name", "about", "promise", "format", "code", "pace", "clock"),
            *("matches", "division", "moving", "target", "at_once", "round_days"),
            *("way", "fewest", "most", "lowest", "highest", "most_time_outs", "begins_at", "recurring"),
        )
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "promise": forms.Textarea(attrs={"rows": 2}),
            "begins_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        }

    hook = HookField(
        label=gettext_lazy("Webhook of the event"),
        help_text=gettext_lazy(
            "What the event announces is posted there: that it opens and begins, that rounds are over, and"
            " the final results. Only who leads the event sees the address."
        ),
    )
    shape = ShapeField(label=gettext_lazy("It takes"))
    AGREED = (
        *("format", "code", "pace", "clock", "matches", "division", "moving", "target", "at_once"),
        *("round_days", "lowest", "highest", "most_time_outs"),
    )
    """What stays as it is once somebody has agreed to it by entering."""

    def clean_at_once(self) -> int:
        """Nothing said is no limit."""
        return self.cleaned_data["at_once"] or 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = EventHook.objects.select_related("hook").filter(event=self.instance.pk).first()
        if row is not None:
            self.initial.update({"hook": row.hook.url, "shape": row.hook.shape})
        if self.instance.pk and self.instance.agreed_to:
            for name in self.AGREED:
                self.fields[name].disabled = True


class RemarkForm(forms.Form):
    """What somebody says to the team."""

    text = forms.CharField(label="Say something to your team", max_length=300)
