"""Forms about one match of an event, in the names of those who play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Match
from ladders.events import desk, mending
from ladders.events.forms import WhyForm
from ladders.models import Event, Fixture

DRAW = "draw"
RUNNING, OVER, EITHER = "running", "over", "either"
"""Which matches a decision is about."""


def about(event: Event, which: str) -> QuerySet[Fixture]:
    """The event's matches that a decision can be about; of one that has just ended there is none."""
    found = Fixture.objects.select_related("section__event").filter(
        section__event=event, match_id__isnull=False
    )
    playing = Match.objects.filter(event=event.pk, status=Match.Status.RUNNING)
    running = Q(result__isnull=True, match_id__in=playing.values("pk"))
    over = Q(result__isnull=False)
    return found.filter({RUNNING: running, OVER: over, EITHER: running | over}[which])


class ChooseForm(forms.Form):
    """Which match it is about."""

    fixture = forms.ModelChoiceField(label=_("Match"), queryset=Fixture.objects.none())
    MOST = 200

    def __init__(self, *args: Any, event: Event, which: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = about(event, which)
        field = cast("forms.ModelChoiceField[Fixture]", self.fields["fixture"])
        field.queryset = chosen
        shown = desk.games_of(list(chosen.order_by("-round", "pairing", "leg")[: self.MOST]))
        field.choices = [("", "---------"), *((game.fixture.pk, desk.name_of(game)) for game in shown)]


class MatchForm(WhyForm):
    """A decision about one match, which is known."""

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fixture, self.game = fixture, desk.of_fixture(fixture)
        self.fields["fixture"] = forms.IntegerField(widget=forms.HiddenInput, initial=fixture.pk)
        self.names = [one.name for one in self.game.sitting]

    def clean_fixture(self) -> Fixture:
        """The match itself."""
        return self.fixture


class WinnerForm(MatchForm):
    """Who has won: one of two by name or nobody; of more a place for each."""

    LEGEND: ClassVar[str | Promise] = _("Who wins?")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(self.names) == 2:
            choices = [*((str(seat), name) for seat, name in enumerate(self.names)), (DRAW, _("A draw"))]
            self.fields["winner"] = forms.ChoiceField(
                label=str(self.LEGEND), choices=choices, widget=forms.RadioSelect
            )
            first = ["winner"]
        else:
            places = [(place, str(place)) for place in range(1, len(self.names) + 1)]
            for seat, name in enumerate(self.names):
                self.fields[f"place_{seat}"] = forms.TypedChoiceField(
                    label=_("Place of %(name)s") % {"name": name},
                    choices=places,
                    coerce=int,
                    initial=seat + 1,
                )
            first = [f"place_{seat}" for seat in range(len(self.names))]
        self.order_fields([*first, "absent", "why", "fixture"])

    def clean(self) -> dict[str, Any]:
        """The places by seats, as 1, 2, 2, 4: those who share a place leave the next ones empty."""
        cleaned = super().clean() or {}
        if "winner" in cleaned:
            chosen = cleaned["winner"]
            cleaned["places"] = (
                [1, 1] if chosen == DRAW else [1 if str(seat) == chosen else 2 for seat in range(2)]
            )
        elif all(f"place_{seat}" in cleaned for seat in range(len(self.names))):
            given = [cleaned[f"place_{seat}"] for seat in range(len(self.names))]
            cleaned["places"] = [1 + sum(other < mine for other in given) for mine in given]
        return cleaned


class CorrectForm(WinnerForm):
    """The right result of a match that is over, and who was absent from it."""

    LEGEND: ClassVar[str | Promise] = _("Who has won?")
    absent = forms.MultipleChoiceField(
        label=_("Absent, so without points"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        result = self.fixture.result or {}
        field = cast("forms.MultipleChoiceField", self.fields["absent"])
        field.choices = list(zip(map(str, self.fixture.seats), self.names, strict=False))
        self.initial["absent"] = [str(seat) for seat in result.get("absent", ())]
        places = result.get("places", [])
        if len(self.names) == 2 and len(places) == 2:
            self.initial["winner"] = DRAW if places[0] == places[1] else str(places.index(min(places)))
        else:
            self.initial.update({f"place_{seat}": place for seat, place in enumerate(places)})

    def clean_absent(self) -> list[int]:
        """Their entries."""
        return [int(entry) for entry in self.cleaned_data["absent"]]


class ExtendForm(MatchForm):
    """How much longer, and for whom."""

    days = forms.IntegerField(label=_("Days more"), min_value=1, max_value=mending.MOST_DAYS, initial=3)
    whole_round = forms.BooleanField(label=_("For everybody in this round"), required=False)


FORMS: Mapping[str, type[MatchForm]] = {
    "adjudicate": WinnerForm,
    "correct": CorrectForm,
    "extend": ExtendForm,
}
"""What a decision about a match asks for, beyond why."""


def form_of(event: Event, what: str, which: str, data: Any, fixture: object) -> forms.Form:
    """The form of a decision about a match; the choice of one where none is named, or none that fits."""
    known = about(event, which).filter(pk=str(fixture)).first() if str(fixture).isdecimal() else None
    if known is None:
        given = "" if fixture is None else str(fixture)
        chosen = {"fixture": given} if given or data is not None else None
        return ChooseForm(chosen, event=event, which=which)
    return FORMS.get(what, MatchForm)(data, fixture=known)
