"""What is looked for in the archive."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.people import finding
from games.archive.finding import CARD, TOTAL, Wanted
from games.match import subjects
from games.match.subjects import Named
from games.rules import RULES

FIRST, LAST = date(2000, 1, 1), date(2999, 12, 31)
MOST = 1_000_000
"""No total is higher."""


MAIN = ("player", "against", "game")


def named(name: str) -> User | None:
    """The player who is called so. One query."""
    return finding.called(name, User.objects.filter(is_active=True, guest=False))


class DayInput(forms.DateInput):
    """A day as browsers ask for it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SearchForm(forms.Form):
    """What is asked for; every part may be left out."""

    player = forms.CharField(label=gettext_lazy("Player"), max_length=150, required=False)
    against = forms.CharField(label=gettext_lazy("Against"), max_length=150, required=False)
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    event = forms.CharField(label=gettext_lazy("Event or ladder"), max_length=80, required=False)
    since = forms.DateField(label=gettext_lazy("Ended from"), widget=DayInput(), required=False)
    until = forms.DateField(label=gettext_lazy("Ended until"), widget=DayInput(), required=False)
    points = forms.ChoiceField(
        label=gettext_lazy("Points of"),
        choices=[(TOTAL, gettext_lazy("the whole match")), (CARD, gettext_lazy("the best single card"))],
        required=False,
    )
    least = forms.IntegerField(label=gettext_lazy("From"), min_value=-MOST, max_value=MOST, required=False)
    most = forms.IntegerField(label=gettext_lazy("To"), min_value=-MOST, max_value=MOST, required=False)
    words = forms.CharField(label=gettext_lazy("Words of the record"), max_length=100, required=False)
    of_event = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1, required=False)
    of_ladder = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1, required=False)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        games = [(code, rules.name) for code, rules in RULES.items()]
        self.fields["game"].choices = [("", _("all games")), *games]  # type: ignore[attr-defined]
        self.called: list[Named] = []
        """The events and ladders among which the visitor has to choose."""
        self.held: Named | None = None
        """The one that is looked in."""

    def clean_since(self) -> date | None:
        """No match is older, and no calendar ends with it."""
        return self._day("since")

    def clean_until(self) -> date | None:
        """The same."""
        return self._day("until")

    def _day(self, name: str) -> date | None:
        found: date | None = self.cleaned_data[name]
        if found is not None and not FIRST <= found <= LAST:
            raise forms.ValidationError(_("Choose a day from 2000 on."))
        return found

    def clean(self) -> dict[str, Any]:
        """Who and what is named has to be there. Three queries at most."""
        found: dict[str, Any] = super().clean() or {}
        found["players"] = []
        for name in ("player", "against"):
            if not found.get(name):
                continue
            player = named(found[name])
            if player is None:
                self.add_error(name, _("There is no player of this name."))
            elif player in found["players"]:
                self.add_error(name, _("Name two different players, or one alone."))
            else:
                found["players"].append(player)
        self._choose_event(found)
        return found

    def _choose_event(self, found: dict[str, Any]) -> None:
        event, ladder = found.get("of_event"), found.get("of_ladder")
        if event or ladder:
            self.held = subjects.named(event, None if event else ladder)
            if self.held is None:
                self.add_error("event", _("There is no such event."))
        elif found.get("event"):
            self.called = subjects.called(found["event"])
            if not self.called:
                self.add_error(
                    "event",
                    _("No event of late is called so. The page of an older one leads to its matches."),
                )
            elif len(self.called) == 1:
                [self.held] = self.called
                self.called = []

    @property
    def main(self) -> list[forms.BoundField]:
        """What is asked for first."""
        return [self[name] for name in MAIN]

    @property
    def more(self) -> list[forms.BoundField]:
        """What stands behind a click, unless it was filled in."""
        return [field for field in self.visible_fields() if field.name not in MAIN]

    @property
    def narrow(self) -> bool:
        """Whether any of that was filled in, or has to be mended."""
        filled = [field for field in self.more if field.errors or field.value() not in {None, "", TOTAL}]
        return bool(filled) or self.held is not None

    @property
    def wanted(self) -> Wanted:
        """What is looked for, once it is known to be valid."""
        found = self.cleaned_data
        # Whoever has fewer matches leads; no person has as many as a robot.
        players = sorted(found["players"], key=lambda player: bool(player.robot))
        held = self.held or Named(None, None, "")
        return Wanted(
            players=tuple(player.pk for player in players),
            code=found["game"],
            event=held.event,
            ladder=held.ladder,
            since=found["since"],
            until=found["until"],
            points=found["points"] or TOTAL,
            least=found["least"],
            most=found["most"],
            words=found["words"],
        )
