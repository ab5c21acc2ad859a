"""The forms in which events are made: fields for every setting, and for every option of every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.notices.forms import HookField, ShapeField
from accounts.said import Words
from accounts.spoken import speaking
from games.clock import DEFAULT_PRESET
from games.clock import LIVE as LIVE_CLOCK
from games.forms import option_field
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from ladders.formats import BETWEEN_CLUBS, LIVE, SAME_DICE
from ladders.models import CLOCKS, FORMAT_CHOICES, Event, EventHook

MADE_ELSEWHERE = {"champions", *BETWEEN_CLUBS}
"""Of a league, and by two clubs."""


class OptionsForm(forms.ModelForm[Event]):
    """An event with a field for every option that a game has; those of the chosen game are kept."""

    class Meta:
        model = Event
        fields = ("code",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Declared ones are in the language in which the site started.
        self.fields |= {name: field for name, field in _options() if name in self.fields}
        if "format" in self.fields and self.instance.format not in MADE_ELSEWHERE:
            field = cast("forms.ChoiceField", self.fields["format"])
            field.choices = [
                ("", "---------"),
                *((key, name) for key, name in FORMAT_CHOICES if key not in MADE_ELSEWHERE),
            ]
        clock = cast("forms.ChoiceField | None", self.fields.get("clock"))
        if clock is not None and self.instance.format not in LIVE:
            clock.choices = CLOCKS
        for name, value in self.instance.options.items():
            self.initial[f"{self.instance.code}_{name}"] = value
        if self.instance.pk and self.instance.agreed_to:
            for name in OPTIONS:
                self.fields[name].disabled = True

    def clean_at_once(self) -> int:
        """Nothing said is no limit."""
        return self.cleaned_data["at_once"] or 0

    def clean_minutes(self) -> int:
        """Nothing said is what stood there."""
        return self.cleaned_data["minutes"] or self.instance.minutes

    def clean(self) -> dict[str, Any]:
        """Gather the options of the game; what was left empty takes its default."""
        cleaned = super().clean() or {}
        self._clean_clock(cleaned)
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

    def _clean_clock(self, cleaned: dict[str, Any]) -> None:
        """Where all sit there at once there is nothing to choose; nowhere else is that clock."""
        if cleaned.get("format", self.instance.format) in LIVE:
            cleaned |= {"pace": Pace.TURNS.value, "clock": LIVE_CLOCK, "weekend": []}
            self.instance.weekend = []
        elif cleaned.get("format", self.instance.format) in SAME_DICE:
            cleaned["pace"] = Pace.DUPLICATE.value
        elif self.instance.format in LIVE:
            if cleaned.get("clock") == LIVE_CLOCK:
                cleaned["clock"] = DEFAULT_PRESET
            cleaned["weekend"] = self.instance.weekend = None


def _options() -> Iterator[tuple[str, forms.Field]]:
    """A field for each option of each game by its name, in the language of the moment."""
    for code, rules in RULES.items():
        for option in rules.options:
            field = option_field(option)
            field.label = gettext("%(game)s: %(option)s") % {"game": rules.name, "option": option.title}
            field.required = False
            yield f"{code}_{option.name}", field


OptionsForm.declared_fields |= dict(_options())
OPTIONS = tuple(OptionsForm.declared_fields)
"""The names of those fields."""


class EventForm(OptionsForm):
    """An event as players who may organise make it; what they leave alone has sensible defaults."""

    prefix = "event"  # a field named “matches” alone would hide the form's own method of that name

    class Meta:
        model = Event
        fields = (
            *("name", "about", "promise", "format", "code", "pace", "clock"),
            *("matches", "division", "moving", "target", "at_once", "minutes", "round_days", "no_orders"),
            *("way", "fewest", "most", "lowest", "highest", "most_time_outs", "robots_after"),
            *("begins_at", "recurring"),
        )
        labels = {
            "name": gettext_lazy("Name"),
            "about": pgettext_lazy("what players know before they enter", "About"),
            "promise": pgettext_lazy("of prizes", "Promise"),
            "format": gettext_lazy("Format"),
            "code": gettext_lazy("Game"),
            "pace": gettext_lazy("Pace"),
            "clock": gettext_lazy("Clock"),
            "matches": gettext_lazy("Matches"),
            "division": gettext_lazy("Division"),
            "moving": pgettext_lazy("up and down between divisions", "Moving"),
            "target": pgettext_lazy("option", "Target"),
            "minutes": gettext_lazy("Minutes"),
            "way": pgettext_lazy("who may enter", "Entry"),
            "fewest": pgettext_lazy("players", "Fewest"),
            "most": pgettext_lazy("players", "Most"),
            "begins_at": gettext_lazy("Begins at"),
            "recurring": pgettext_lazy("an event", "Recurring"),
            "round_days": gettext_lazy("Days a round lasts"),
            "most_time_outs": gettext_lazy("Most time-outs"),
        }
        help_texts = {"most_time_outs": gettext_lazy("In a hundred of the player’s last matches.")}
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "promise": forms.Textarea(attrs={"rows": 2}),
            "begins_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        }

    hook = HookField(
        label=gettext_lazy("Webhook of the event"),
        help_text=gettext_lazy(
            "What the event announces is posted there: that it opens and begins, that rounds are over, and"
            " the final results. Only those who lead the event see the address."
        ),
    )
    shape = ShapeField(label=gettext_lazy("It takes"))
    hook_entries = forms.BooleanField(
        label=gettext_lazy("Post who enters and who leaves, too"), required=False
    )
    hook_results = forms.BooleanField(
        label=gettext_lazy("Post the result of each match, too"), required=False
    )
    AGREED = (
        *("format", "code", "pace", "clock", "matches", "division", "moving", "target", "at_once"),
        *("minutes", "round_days", "no_orders", "lowest", "highest", "most_time_outs", "robots_after"),
    )
    """What stays as it is once somebody has agreed to it by entering."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = EventHook.objects.select_related("hook").filter(event=self.instance.pk).first()
        if row is not None:
            self.initial.update({"hook": row.hook.url, "shape": row.hook.shape})
            self.initial.update({"hook_entries": row.entries, "hook_results": row.results})
        if self.instance.pk and self.instance.agreed_to:
            for name in self.AGREED:
                self.fields[name].disabled = True


def labels_of(names: Iterable[str]) -> list[Words]:
    """What these fields of the form are called, for whoever will read of them; options are in English."""
    with speaking(settings.LANGUAGE_CODE):
        options = {name: str(field.label) for name, field in _options()}
    return [options.get(name) or EventForm.base_fields[name].label or name for name in names]
