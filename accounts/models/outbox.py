"""What happened and has still to be followed up by the worker: told, counted, shown."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Errand(models.Model):
    """One thing that happened, written in its transaction; gone once every step of it is done.

    It refers to nothing by a foreign key: no row that goes meanwhile can make its transaction fail.
    """

    kind = models.CharField(max_length=20, help_text=_("Which steps it takes: settings.OUTBOX."))
    subject = models.BigIntegerField(help_text=_("The key of what it is about."))
    facts = models.JSONField(default=dict)
    done = ArrayField(models.CharField(max_length=80), default=list, help_text=_("The steps that are done."))
    due = models.DateTimeField(db_default=Now())
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    given_up_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [
            models.Index(fields=["kind", "due"], condition=Q(given_up_at=None), name="accounts_errand_due"),
            models.Index(fields=["kind", "subject"], name="accounts_errand_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
