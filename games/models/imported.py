"""A record that a player has brought along."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.rules import choices


class Imported(models.Model):
    """The record of a match that was not played here. Only games.imported writes it.

    It is no match: nothing that counts, lists or searches those knows of it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    code = models.CharField(max_length=2, choices=choices)
    names = ArrayField(models.CharField(max_length=30), help_text="As the text has them: nobody of ours.")
    over = models.BooleanField(help_text="It says how the match ended.")
    packed = models.BinaryField(help_text="The text, compressed.")
    digest = models.BinaryField(help_text="The text's SHA-256: the same is not kept twice.")
    link = models.CharField(
        max_length=30, blank=True, help_text="By which whoever has it sees the match; empty for nobody."
    )
    made_at = models.DateTimeField(auto_now_add=True)
    review = models.BinaryField(null=True, help_text="As games.analysis.review_packed has it.")
    due = models.DateTimeField(null=True, help_text="When the worker sees to a review that was asked for.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="How often making it has failed.")

    class Meta:
        verbose_name_plural = _("imported")
        constraints = [
            models.UniqueConstraint(fields=["owner", "digest"], name="games_imported_once"),
            models.UniqueConstraint(fields=["link"], condition=~Q(link=""), name="games_imported_link"),
        ]
        indexes = [
            models.Index("due", condition=Q(due__isnull=False), name="games_imported_due"),
        ]

    def __str__(self) -> str:
        return f"imported record {self.pk}"
