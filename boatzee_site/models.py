"""What the site keeps of itself."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When a part of the site was last heard of. In Postgres, so that it works while Redis is away."""

    part = models.CharField(max_length=20, primary_key=True)
    known_at = models.DateTimeField(db_default=Now(), help_text=_("When it was first asked for."))
    beat_at = models.DateTimeField(null=True, help_text=_("Empty until it is heard of for the first time."))
    told_at = models.DateTimeField(null=True, help_text=_("When the operators were told that it is gone."))

    class Meta:
        ordering = ["part"]

    def __str__(self) -> str:
        return self.part


class Silence(models.Model):
    """A part was not heard of for so long that it was late: from when it was last, until it was again."""

    part = models.CharField(max_length=20)
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()

    class Meta:
        ordering = ["-from_at"]
        constraints = [models.UniqueConstraint(fields=["part", "from_at"], name="silence_once")]

    def __str__(self) -> str:
        return self.part
