"""What a collection is called."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.talk import LONGEST
from accounts.single_line import single_line
from accounts.talk.words import BadText, clean


class CollectionForm(forms.Form):
    """Its name, what is in it, and who may look."""

    name = forms.CharField(label=_("Name"), max_length=80, validators=[single_line])
    about = forms.CharField(
        label=_("What is in it"),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    public = forms.BooleanField(label=_("Everybody may look at it"), required=False)

    def clean_name(self) -> str:
        """Refuses what shows nothing."""
        return self._written("name")

    def clean_about(self) -> str:
        """The same length as everywhere; it may be left out."""
        return self._written("about") if self.cleaned_data["about"].strip() else ""

    def _written(self, name: str) -> str:
        try:
            return clean(self.cleaned_data[name])
        except BadText as error:
            raise forms.ValidationError(str(error)) from error
