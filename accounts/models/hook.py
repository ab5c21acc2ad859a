"""Webhooks: addresses of players' own that the site posts to, and how they fare."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.explained import Explained
from accounts.models.user import User


def _secret() -> str:
    return secrets.token_urlsafe(24)


ANEW: Mapping[str, Any] = MappingProxyType(
    {"fails": 0, "why": "", "said": None, "failed_at": None, "rest_until": None, "off_at": None}
)
"""How one fares that has not failed."""


class Hook(Explained):
    """Where a player's notices, or an event's announcements, are posted to. Its address is a secret."""

    class Shape(models.TextChoices):
        PLAIN = "plain", _("JSON, as documented")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    owner = models.ForeignKey(User, models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=200)
    shape = models.CharField(max_length=7, choices=Shape, default=Shape.PLAIN)
    secret = models.CharField(max_length=40, default=_secret, editable=False)
    page = models.CharField(max_length=200, help_text=_("The path of the page where its owner changes it."))
    fails = models.PositiveIntegerField(default=0, help_text=_("In a row, up to now."))
    failed_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=200, blank=True, help_text=_("What went wrong the last time."))
    rest_until = models.DateTimeField(null=True, help_text=_("Nothing is posted before."))
    off_at = models.DateTimeField(null=True, help_text=_("Switched off since: it failed too often."))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index("off_at", condition=models.Q(off_at__isnull=False), name="accounts_hook_off")]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.owner_id} at {self.host}"

    @property
    def host(self) -> str:
        """All that anybody but its owner may see of the address."""
        try:
            return urlsplit(self.url).hostname or "?"
        except ValueError:
            return "?"

    @property
    def resting(self) -> bool:
        """Whether it is left alone for now."""
        return self.rest_until is not None and self.rest_until > timezone.now()

    def begin_anew(self) -> None:
        """Forget its failures, and post to it again. To be saved."""
        for name, value in ANEW.items():
            setattr(self, name, value)


class HookPost(Explained):
    """What came of one post to a webhook, for who set it to see: when, of what kind, and what was answered.

    Neither the words nor the answer's are kept.
    """

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="posts", db_index=False)
    at = models.DateTimeField(auto_now_add=True)
    kind = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField(help_text="The `id` of what was posted.")
    tries = models.PositiveSmallIntegerField(default=1, help_text="The first time, the second …")
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the answer, where there was one.")
    seconds = models.FloatField(null=True, help_text="How long the answer took.")
    why = models.CharField(max_length=200, blank=True, help_text="What went wrong, if anything did.")

    class Meta:
        indexes = [
            models.Index(fields=["hook", "-id"], name="accounts_hookpost_list"),
        ]

    def __str__(self) -> str:
        return f"post {self.pk} to webhook {self.hook_id}"
