"""Forms that check what players send, before anything touches a match."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from dicepool.turning import NUMBER_BYTES, PLEDGE_BYTES
from games import automatch
from games.clock import DEFAULT_PRESET, PRESETS
from games.numbers import STOCK, Sent
from games.rules import RULES
from games.rules.base import Kind, Move, Option, Pace

ACTIONS = (Kind.ROLL, Kind.SCORE, Kind.BANK, Kind.PICK_UP)
MOST_SETS = 2
"""That one roll takes."""
FACES = [(str(face), str(face)) for face in range(1, 7)]


class HexField(forms.CharField):
    """Some values of so many bytes each, in hex with spaces between; no two alike."""

    def __init__(self, *, size: int, most: int, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=most * (2 * size + 1), **kwargs)
        self.one, self.most = re.compile(f"[0-9a-f]{{{2 * size}}}"), most

    def clean(self, value: Any) -> Any:
        """The values as bytes."""
        words = super().clean(value).split()
        if len(words) > self.most or len(set(words)) < len(words) or not all(map(self.one.fullmatch, words)):
            raise forms.ValidationError(_("These are no numbers for dice."))
        return tuple(map(bytes.fromhex, words))


class SentForm(forms.Form):
    """What a script adds to a form that may roll; without one both fields are empty, and the roll goes on."""

    numbers = HexField(size=NUMBER_BYTES, most=MOST_SETS)
    pledges = HexField(size=PLEDGE_BYTES, most=MOST_SETS)

    def sent(self) -> Sent:
        """The numbers and pledges that came."""
        return Sent(self.cleaned_data["numbers"], self.cleaned_data["pledges"])


class PledgesForm(forms.Form):
    """Pledges for the first rolls of matches to come."""

    pledges = HexField(size=PLEDGE_BYTES, most=STOCK)


class MoveForm(SentForm):
    """One move as the table sends it: the faces kept, the box chosen, and what to do with them."""

    version = forms.IntegerField(min_value=0)
    do = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in ACTIONS])
    keep = forms.MultipleChoiceField(choices=FACES, required=False)
    box = forms.CharField(max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for the box where it was forgotten."""
        if self.cleaned_data.get("do") == Kind.SCORE and not self.cleaned_data.get("box"):
            self.add_error("box", "Choose the box you want to score. Nothing was changed.")
        return self.cleaned_data

    def sentence(self) -> str:
        """What to tell the player of a form that is not valid."""
        if set(self.errors) == {"box"}:
            return str(self.errors["box"][0])
        return "That form cannot be read. Nothing was changed: choose again."

    def move(self) -> Move:
        """The move that was asked for; dice or a box that do not belong to it are left out.

        One form holds them all, so a page may send a chosen box along with a roll.
        """
        kind = Kind(self.cleaned_data["do"])
        keep = tuple(int(face) for face in self.cleaned_data["keep"])
        return Move(
            kind,
            keep=keep if kind in {Kind.ROLL, Kind.BANK} else (),
            box=self.cleaned_data["box"] if kind is Kind.SCORE else "",
        )


class TypedForm(SentForm):
    """One move in words."""

    version = forms.IntegerField(min_value=0)
    typed = forms.CharField(max_length=200)


class VersionForm(forms.Form):
    """A form that only says which table it has seen."""

    version = forms.IntegerField(min_value=0)


class NewMatchForm(forms.Form):
    """A new match: the game with its options, whom to ask, and how it is timed."""

    code = forms.ChoiceField(
        label="Game",
        choices=[(code, rules.name) for code, rules in RULES.items()],
        initial="BZ",
        widget=forms.RadioSelect,
    )
    whom = forms.ChoiceField(
        label="Against",
        required=False,
        choices=[
            ("named", "Players I name"),
            ("anybody", "Anybody: wait in the waiting room"),
            ("link", "Whoever has my link"),
            ("robot", "A robot: it plays at once"),
        ],
        initial="named",
        widget=forms.RadioSelect,
    )
    robot = forms.ChoiceField(
        label="Robot",
        required=False,
        choices=[
            ("simple", "Robot-Plain, of simple sense"),
            ("strong", "Robot-Sharp, hard to beat"),
            ("random", "Robot-Easy, plays at random"),
        ],
    )
    players = forms.IntegerField(
        label="Players in all",
        required=False,
        min_value=2,
        max_value=10,
        initial=2,
        help_text="You included.",
    )
    opponents = forms.CharField(
        label="Names",
        required=False,
        max_length=400,
        help_text="One name, or several with commas between. Leave it empty to practise alone.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"},
        ),
    )
    pace = forms.ChoiceField(
        label="Pace",
        choices=[
            (Pace.TURNS.value, "Turn by turn"),
            (Pace.SPLIT.value, "Split: everybody plays the own card when it suits, unseen by the others"),
        ],
        initial=Pace.TURNS.value,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label="Clock",
        choices=[(key, preset.name) for key, preset in PRESETS.items()],
        initial=DEFAULT_PRESET,
    )

    rated = forms.BooleanField(
        required=False, initial=True, help_text="It moves the ratings of all who play."
    )
    rated_robot = forms.BooleanField(
        label="Rated",
        required=False,
        help_text="Matches against robots are unrated unless you choose otherwise.",
    )
    lowest = forms.IntegerField(label="Rating from", required=False, min_value=100, max_value=4000)
    highest = forms.IntegerField(label="Rating to", required=False, min_value=100, max_value=4000)
    buddies_only = forms.BooleanField(label="My buddies only", required=False)

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.named: list[User] = []
        for code, rules in RULES.items():
            for option in rules.options:
                self.fields[f"{code}_{option.name}"] = option_field(option)

    def clean_opponents(self) -> str:
        """Find everybody who is named; the users come to stand in `named`."""
        names = [name for name in re.split(r"[,;\s]+", self.cleaned_data["opponents"]) if name]
        found = {
            user.get_username().lower(): user
            for user in User.objects.annotate(lower=Lower("username")).filter(
                lower__in=[name.lower() for name in names], is_active=True
            )
        }
        for name in names:
            user = found.get(name.lower())
            if user is None:
                raise forms.ValidationError("There is no player called “%(name)s”.", params={"name": name})
            if user == self.player:
                raise forms.ValidationError("You sit at the table already: name the others only.")
            if user in self.named:
                raise forms.ValidationError("“%(name)s” is named twice.", params={"name": name})
            self.named.append(user)
        return ", ".join(user.get_username() for user in self.named)

    def clean(self) -> dict[str, Any]:
        """Refuse what the game does not allow: too many or few players, a pace it does not know."""
        cleaned = self.cleaned_data
        rules = RULES.get(cleaned.get("code", ""))
        if rules is None or "opponents" not in cleaned or "players" not in cleaned:
            return cleaned
        cleaned["whom"] = cleaned.get("whom") or "named"
        cleaned["players"] = cleaned["players"] or 2
        if cleaned["whom"] == "robot":
            self.named = list(User.objects.filter(robot=cleaned.get("robot") or "simple")[:1])
            if not self.named:
                self.add_error("robot", "This robot is not at home. Choose another.")
                return cleaned
        named = cleaned["whom"] in {"named", "robot"}
        players = len(self.named) + 1 if named else cleaned["players"]
        where = "opponents" if named else "players"
        if players < rules.min_players:
            needed = f"{rules.name} needs at least {rules.min_players} players: name somebody."
            self.add_error(where, needed)
        if players > rules.max_players:
            self.add_error(where, f"{rules.name} is for at most {rules.max_players} players.")
        lowest, highest = cleaned.get("lowest"), cleaned.get("highest")
        if lowest is not None and highest is not None and lowest > highest:
            self.add_error("highest", "The lowest rating is above the highest.")
        if Pace(cleaned.get("pace", Pace.TURNS)) not in rules.paces:
            self.add_error("pace", f"{rules.name} is always played turn by turn.")
        return cleaned

    def options(self) -> dict[str, Any]:
        """The chosen game's options by name; what was left empty takes its default."""
        code = self.cleaned_data["code"]
        given = {option.name: self.cleaned_data[f"{code}_{option.name}"] for option in RULES[code].options}
        return {name: value for name, value in given.items() if value not in {None, ""}}

    def option_fields(self) -> list[forms.BoundField]:
        """The bound fields of all options, for the page."""
        return [self[f"{code}_{option.name}"] for code, rules in RULES.items() for option in rules.options]


class WishForm(forms.Form):
    """What a player who asks for opponents would like."""

    codes = forms.MultipleChoiceField(
        label="Games",
        choices=[(code, rules.name) for code, rules in RULES.items()],
        initial=["BZ"],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose one game at least."},
    )
    clock = forms.ChoiceField(
        label="Clock", choices=[(key, preset.name) for key, preset in PRESETS.items()], initial=DEFAULT_PRESET
    )
    wanted = forms.IntegerField(
        label="Matches at once",
        min_value=1,
        max_value=automatch.MOST,
        initial=1,
        help_text="Each against somebody else.",
    )


class FriendForm(forms.Form):
    """Whom to mail, and what to play."""

    email = forms.EmailField(label="Your friend's e-mail address")
    code = forms.ChoiceField(
        label="Game", choices=[(code, rules.name) for code, rules in RULES.items()], initial="BZ"
    )
    clock = forms.ChoiceField(
        label="Clock", choices=[(key, preset.name) for key, preset in PRESETS.items()], initial=DEFAULT_PRESET
    )


def option_field(option: Option) -> forms.Field:
    """The field of one of a game's options."""
    if option.choices:
        return forms.ChoiceField(
            label=option.label,
            required=False,
            choices=option.choices,
            initial=option.default,
            help_text=option.help,
        )
    if isinstance(option.default, bool):
        return forms.BooleanField(
            label=option.label, required=False, initial=option.default, help_text=option.help
        )
    return forms.IntegerField(
        label=option.label,
        required=False,
        min_value=option.low,
        max_value=option.high,
        initial=option.default,
        help_text=option.help,
    )
