"""Forms about clubs: founding one, saying what it is, asking, and deciding about its members."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.alphabets import in_any_case
from accounts.models import TYPED_LENGTH, User
from accounts.notices.forms import HookField, ShapeField
from accounts.people import finding
from accounts.single_line import single_line
from accounts.talk.words import BadText, clean
from games.rules import choices
from games.rules.base import Pace
from ladders.formats import club_match
from ladders.models import CLOCKS, PACES, Club
from ladders.models.clubs import LONGEST_ABOUT, NAME_LENGTH, plain_name, slug_of


class ClubHookForm(forms.Form):
    """Where what happens in the club is posted to."""

    hook = HookField(
        label=gettext_lazy("Webhook of the club"),
        help_text=gettext_lazy(
            "It is posted there who joins and leaves, and whom the club plays against. https:// only, on the"
            " public internet. Only who leads the club sees the address. Empty for none."
        ),
    )
    shape = ShapeField(label=gettext_lazy("It takes"))


class AboutForm(forms.Form):
    """What a club says of itself, and who may join."""

    way = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=Club.Way.choices,
        widget=forms.RadioSelect,
        initial="asked",
    )
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        required=False,
        max_length=LONGEST_ABOUT * 2,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("Everybody reads it."),
    )

    def clean_about(self) -> str:
        """Without letters that do harm."""
        text: str = self.cleaned_data["about"]
        if not text.strip():
            return ""
        try:
            return clean(text, LONGEST_ABOUT)
        except BadText as wrong:
            raise forms.ValidationError(str(wrong)) from wrong


class FoundForm(AboutForm):
    """A new club."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        validators=[plain_name],
        help_text=gettext_lazy(
            "Letters and digits, with single spaces or hyphens. You cannot change it later."
        ),
    )
    field_order = ("name", "way", "about")


class ComeForm(forms.Form):
    """A word with which one asks to be let in."""

    text = forms.CharField(required=False, max_length=200, validators=[single_line])


class WhoForm(forms.Form):
    """One player by name, and why something is decided about it."""

    player = forms.CharField(max_length=TYPED_LENGTH)
    why = forms.CharField(required=False, max_length=500, validators=[single_line])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user: User | None = None

    def clean_player(self) -> str:
        """Whoever is named comes to stand in `user`."""
        name: str = self.cleaned_data["player"].strip()
        self.user = finding.called(name, User.objects.filter(is_active=True, guest=False))
        if self.user is None:
            raise forms.ValidationError(_("Nobody is called “%(name)s”."), params={"name": name})
        return name


class ChallengeForm(forms.Form):
    """Another club, and what is played against it."""

    away = forms.CharField(label=gettext_lazy("Which club"), max_length=NAME_LENGTH)
    code = forms.ChoiceField(label=gettext_lazy("Game"), choices=choices)
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), choices=PACES, initial=Pace.SPLIT.value)
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=CLOCKS,
        help_text=gettext_lazy("For matches played turn by turn."),
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Boards"),
        min_value=club_match.BOARDS[0],
        max_value=club_match.BOARDS[-1],
        initial=4,
        help_text=gettext_lazy("How many members of each club play, each against one of the other."),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days"),
        min_value=3,
        max_value=60,
        initial=14,
        help_text=gettext_lazy("How long the boards last at most."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club: Club | None = None

    def clean_away(self) -> str:
        """Whichever is named comes to stand in `club`."""
        name: str = self.cleaned_data["away"].strip()
        self.club = Club.objects.filter(slug=slug_of(name), closed_at=None).first()
        if self.club is None:
            raise forms.ValidationError(_("No club is called “%(name)s”."), params={"name": name})
        return name


class OrderForm(forms.Form):
    """Who plays on which board: names with commas between."""

    order = forms.CharField(required=False, max_length=500)

    def names(self) -> list[str]:
        """In any case, in their order."""
        return [in_any_case(name) for name in re.split(r"[,;\s]+", self.cleaned_data["order"]) if name]
