"""The fields of a game's options."""

from __future__ import annotations

from django import forms

from games.rules.base import Option


def option_field(option: Option) -> forms.Field:
    """The field of one of a game's options."""
    if option.choices:
        return forms.ChoiceField(
            label=option.title,
            required=False,
            choices=option.titled,
            initial=option.default,
            help_text=option.told,
        )
    if isinstance(option.default, bool):
        return forms.BooleanField(
            label=option.title, required=False, initial=option.default, help_text=option.told
        )
    return forms.IntegerField(
        label=option.title,
        required=False,
        min_value=option.low,
        max_value=option.high,
        initial=option.default,
        help_text=option.told,
    )
