"""A new match: the game, whom to ask, and how it is timed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from accounts.models import User
from accounts.people import finding
from games.clock import DEFAULT_PRESET, PRESETS
from games.clock import choices as clocks
from games.forms.options import option_field
from games.forms.robots import ROBOTS, USUAL, LevelField, RobotChoice, about
from games.rules import RULES
from games.rules import choices as games
from games.rules.base import APART, Pace

WHOM = {
    "robot": gettext_lazy("A robot"),
    "named": gettext_lazy("Players by name"),
    "link": gettext_lazy("Whoever has your link"),
    "anybody": gettext_lazy("Anybody"),
    "alone": gettext_lazy("Nobody"),
}
"""Whom one may play."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game to choose: its button, how it can be played, and the fields of its options."""

    radio: forms.boundfield.BoundWidget
    apart: bool
    alone: bool
    options: list[forms.BoundField]


class NewMatchForm(forms.Form):
    """A new match: the game with its options, whom to ask, and how it is timed."""

    code = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=games,
        initial="BZ",
        widget=forms.RadioSelect,
    )
    whom = forms.ChoiceField(
        label=gettext_lazy("Against"),
        required=False,
        choices=list(WHOM.items()),
        initial="named",
        widget=forms.HiddenInput,
    )
    robot = LevelField(
        label=gettext_lazy("Robot"),
        required=False,
        choices=[(level.value, words.name) for level, words in ROBOTS.items()],
        initial=USUAL.value,
        widget=forms.RadioSelect,
    )
    players = forms.IntegerField(
        label=gettext_lazy("Players in all"),
        required=False,
        min_value=2,
        max_value=10,
        initial=2,
        help_text=gettext_lazy("You included."),
    )
    opponents = forms.CharField(
        label=gettext_lazy("Names"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("One name, or several with commas between."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
        ),
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        choices=[
            (Pace.TURNS.value, gettext_lazy("Turn by turn")),
            (
                Pace.SPLIT.value,
                gettext_lazy(
                    "Split: everybody plays their own card when it suits them, unseen by the others"
                ),
            ),
            (
                Pace.DUPLICATE.value,
                gettext_lazy("Duplicate: the same, and all get the same dice in every turn"),
            ),
        ],
        initial=Pace.TURNS.value,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=clocks,
        initial=DEFAULT_PRESET,
    )

    rated = forms.BooleanField(
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "It moves the ratings of all who play. With a robot among those you name it is unrated."
        ),
    )
    rated_robot = forms.BooleanField(
        label=gettext_lazy("Rated"),
        required=False,
        help_text=gettext_lazy("Matches against robots are unrated unless you choose otherwise."),
    )
    lowest = forms.IntegerField(
        label=gettext_lazy("Rating from"), required=False, min_value=100, max_value=4000
    )
    highest = forms.IntegerField(
        label=gettext_lazy("Rating to"), required=False, min_value=100, max_value=4000
    )
    buddies_only = forms.BooleanField(label=gettext_lazy("My buddies only"), required=False)

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.player = player
        self.named: list[User] = []
        for code, rules in RULES.items():
            for option in rules.options:
                self.fields[f"{code}_{option.name}"] = option_field(option)

    def clean_opponents(self) -> str:
        """Find everybody who is named; the users come to stand in `named`."""
        names = [name for name in re.split(r"[,;\s]+", self.cleaned_data["opponents"]) if name]
        found = finding.all_called(names, User.objects.filter(is_active=True))
        for name, user in zip(names, found, strict=True):
            if user is None:
                raise forms.ValidationError(
                    gettext("There is no player called “%(name)s”."), params={"name": name}
                )
            if user == self.player:
                raise forms.ValidationError(gettext("You sit at the table already: name the others only."))
            if user in self.named:
                raise forms.ValidationError(gettext("“%(name)s” is named twice."), params={"name": name})
            self.named.append(user)
        return ", ".join(user.get_username() for user in self.named)

    def clean(self) -> dict[str, Any]:
        """Refuse what the game does not allow: too many or few players, a pace it does not know."""
        cleaned = self.cleaned_data
        rules = RULES.get(cleaned.get("code", ""))
        if rules is None or "opponents" not in cleaned or "players" not in cleaned:
            return cleaned
        cleaned["whom"] = cleaned.get("whom") or ("named" if self.named else "alone")
        cleaned["players"] = cleaned["players"] or 2
        if cleaned["whom"] == "robot":
            self.named = list(User.objects.filter(level=cleaned.get("robot") or USUAL)[:1])
            if not self.named:
                self.add_error("robot", gettext("This robot is not at home. Choose another."))
                return cleaned
        elif cleaned["whom"] == "alone":
            self.named = []
        elif cleaned["whom"] == "named" and not self.named:
            self.add_error("opponents", gettext("Name at least one player."))
            return cleaned
        named = cleaned["whom"] in {"named", "robot", "alone"}
        players = len(self.named) + 1 if named else cleaned["players"]
        where = {"named": "opponents", "robot": "code", "alone": "code"}.get(cleaned["whom"], "players")
        if players < rules.min_players:
            needed = ngettext(
                "%(name)s needs at least %(fewest)s player: name somebody.",
                "%(name)s needs at least %(fewest)s players: name somebody.",
                rules.min_players,
            ) % {"name": rules.name, "fewest": rules.min_players}
            self.add_error(where, needed)
        if players > rules.max_players:
            self.add_error(
                where,
                ngettext(
                    "%(name)s is for at most %(most)s player.",
                    "%(name)s is for at most %(most)s players.",
                    rules.max_players,
                )
                % {"name": rules.name, "most": rules.max_players},
            )
        lowest, highest = cleaned.get("lowest"), cleaned.get("highest")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("highest", gettext("The lowest rating is above the highest."))
        if Pace(cleaned.get("pace", Pace.TURNS)) not in rules.paces:
            self.add_error("pace", gettext("%(name)s is always played turn by turn.") % {"name": rules.name})
        return cleaned

    def options(self) -> dict[str, Any]:
        """The chosen game's options by name; what was left empty takes its default."""
        code = self.cleaned_data["code"]
        given = {option.name: self.cleaned_data[f"{code}_{option.name}"] for option in RULES[code].options}
        return {name: value for name, value in given.items() if value not in {None, ""}}

    def more(self) -> bool:
        """Whether something is the matter with what is folded away as long as nobody asks for it."""
        return any(name in self.errors for name in ("pace", "clock", "lowest", "highest"))

    def usual(self) -> str:
        """What is folded away, as it stands before anybody looks: the clock in words."""
        preset = PRESETS.get(self["clock"].value())
        return preset.title if preset else ""

    def rates(self) -> bool:
        """Whether the match shall be rated: with a robot only where just that was asked for."""
        if self.cleaned_data["whom"] == "robot":
            return bool(self.cleaned_data["rated_robot"])
        return bool(self.cleaned_data["rated"]) and not any(player.level for player in self.named)

    def robots(self) -> list[RobotChoice]:
        """Every robot as the page offers it."""
        return [
            RobotChoice(radio, words, {code: about(code, level) for code in RULES})
            for radio, (level, words) in zip(self["robot"], ROBOTS.items(), strict=True)
        ]

    def games(self) -> list[GameChoice]:
        """Every game as the page offers it."""
        return [
            GameChoice(
                radio=radio,
                apart=bool(APART & set(rules.paces)),
                alone=rules.min_players == 1,
                options=[self[f"{code}_{option.name}"] for option in rules.options],
            )
            for radio, (code, rules) in zip(self["code"], RULES.items(), strict=True)
        ]
