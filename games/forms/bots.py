"""Which challenges a bot takes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from games.rules import choices


class ChallengesForm(forms.Form):
    """At which games, and whether of people."""

    games = forms.MultipleChoiceField(
        label=gettext_lazy("At which games may it be challenged?"),
        choices=choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("At none: then nobody but you can invite it, and it is on no list."),
    )
    people = forms.BooleanField(
        label=gettext_lazy("People may challenge it, too"),
        required=False,
        help_text=gettext_lazy("Else bots alone can. Matches with people are unrated."),
    )
