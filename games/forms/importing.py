"""A record that somebody brings along: pasted, or in a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from accounts import limits


class ImportForm(forms.Form):
    """The text, or a file with it."""

    text = forms.CharField(
        label=_("The record"),
        required=False,
        strip=False,
        max_length=limits.IMPORTED_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file with it"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Takes the file's text where one was chosen."""
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is None:
            return cleaned
        if file.size > limits.IMPORTED_BYTES:
            raise forms.ValidationError(_t("This file is larger than any record: choose another."))
        try:
            cleaned["text"] = file.read().decode()
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_t("This file is no text in UTF-8: choose another.")) from error
        return cleaned
