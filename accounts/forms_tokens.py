"""A personal token as it is asked for."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from accounts.models.token import NAME
from accounts.scopes import OF_BOTS, READ, SCOPES
from accounts.single_line import single_line

LASTS = (
    (7, gettext_lazy("7 days")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
    (365, gettext_lazy("a year")),
    ("", gettext_lazy("until I take it back")),
)


class TokenForm(forms.Form):
    """What it is called, what it may do, how long it lasts."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=NAME,
        validators=[single_line],
        help_text=gettext_lazy("A name by which you will know it: my bot, the script at home."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"),
        choices=list(SCOPES.items()),
        initial=[READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long does it last?"),
        choices=LASTS,
        coerce=int,
        empty_value=None,
        required=False,
        initial=90,
    )


class BotTokenForm(TokenForm):
    """The same for a bot, whose programs play and do nothing besides."""

    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do?"),
        choices=[(scope, SCOPES[scope]) for scope in OF_BOTS],
        initial=list(OF_BOTS),
        widget=forms.CheckboxSelectMultiple,
    )
