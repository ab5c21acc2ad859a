"""How to come by an opponent: one whom the site finds, or a friend who is mailed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock import DEFAULT_PRESET
from games.clock import choices as clocks
from games.rules import choices as games
from games.seats import automatch


class WishForm(forms.Form):
    """What a player who asks for opponents would like."""

    codes = forms.MultipleChoiceField(
        label=_("Games"),
        choices=games,
        initial=["BZ"],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose one game at least.")},
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=clocks,
        initial=DEFAULT_PRESET,
    )
    wanted = forms.IntegerField(
        label=_("Matches at once"),
        min_value=1,
        max_value=automatch.MOST,
        initial=1,
        help_text=_("Each against somebody else."),
    )


class FriendForm(forms.Form):
    """Whom to mail, and what to play."""

    email = forms.EmailField(label=_("Your friend’s e-mail address"))
    code = forms.ChoiceField(label=_("Game"), choices=games, initial="BZ")
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=clocks,
        initial=DEFAULT_PRESET,
    )
