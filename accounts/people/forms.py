"""Forms about what a player shows."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts import limits
from accounts.models.news import Testimonial
from accounts.models.profile import Profile
from accounts.models.user import User
from accounts.moderation.muting import MayNotWrite, must_not_be_muted


def _must_not_be_muted(player: User) -> None:
    """Raise ValidationError while the player may not write."""
    try:
        must_not_be_muted(player)
    except MayNotWrite as error:
        raise forms.ValidationError(str(error)) from error


class ProfileForm(forms.ModelForm[Profile]):
    """The words and choices of a profile."""

    class Meta:
        model = Profile
        fields = ["about", "country", "show_last_seen", "chat"]
        labels = {
            "about": pgettext_lazy("what a player tells of themselves", "About"),
            "country": gettext_lazy("Country"),
        }
        widgets = {"about": forms.Textarea(attrs={"rows": 5})}

    @transaction.atomic
    def save(self, commit: bool = True) -> Profile:
        """Store them; lists of a country hear of it."""
        profile: Profile = super().save(commit)
        if "country" in self.changed_data:
            import_string(settings.LISTING_CHANGED)(profile.player)
        return profile

    def clean_about(self) -> str:
        """Refuse other words of who may not write."""
        if "about" in self.changed_data:
            _must_not_be_muted(self.instance.player)
        words: str = self.cleaned_data["about"]
        return words


class PictureForm(forms.Form):
    """One picture; what comes out of it is the picture as the site painted it."""

    picture = forms.FileField(
        label=gettext_lazy("A new picture"),
        help_text=gettext_lazy("JPEG, PNG, WebP or GIF, 8 MB at most. It will be cropped to a square."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,image/gif"}),
    )

    def clean_picture(self) -> bytes:
        """Paint it anew."""
        from accounts.people import pictures  # noqa: PLC0415  (Pillow is for those who send one)

        upload: UploadedFile[Any] = self.cleaned_data["picture"]
        if (upload.size or 0) > limits.PICTURE_BYTES:
            raise forms.ValidationError(_("This file is larger than 8 MB."))
        try:
            return pictures.repaint(upload.open())
        except pictures.BadPicture as error:
            raise forms.ValidationError(str(error)) from error


class TestimonialForm(forms.ModelForm[Testimonial]):
    """A few words about the site, and leave to show them."""

    consent = forms.BooleanField(
        label=gettext_lazy("You may publish this under my name"),
        error_messages={"required": gettext_lazy("We cannot publish it without your consent.")},
    )

    class Meta:
        model = Testimonial
        fields = ["text"]
        labels = {"text": gettext_lazy("What do you like here? What would you tell a friend?")}
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean(self) -> dict[str, Any] | None:
        """Refuse words of who may not write."""
        _must_not_be_muted(self.player)
        return super().clean()
