"""What a player shows of themselves."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from accounts.models.user import User

ABOUT = 1000


class Profile(models.Model):
    """All of it may be empty. Without a row it is as these defaults have it."""

    player = models.OneToOneField(User, models.CASCADE, related_name="profile")
    about = models.TextField(blank=True, max_length=ABOUT, help_text=_("Addresses become links."))
    country = CountryField(blank=True, blank_label=_("not given"))  # type: ignore[call-overload]
    show_last_seen = models.BooleanField(_("show when I was last here"), default=True)
    chat = models.BooleanField(
        _("show the chat beside my matches, in my teams and in my events"),
        default=True,
        help_text=_("Messages reach you all the same."),
    )

    def __str__(self) -> str:
        return f"profile of {self.player_id}"


class Picture(models.Model):
    """A player's picture as the site made it anew: small, square, without anything but pixels."""

    player = models.OneToOneField(User, models.CASCADE, related_name="picture")
    data = models.BinaryField()
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"picture of {self.player_id}"
