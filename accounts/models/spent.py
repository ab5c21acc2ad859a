"""What was done so often that it is counted."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Spent(models.Model):
    """When somebody did something, the latest times only. Written by accounts.spending alone."""

    key = models.CharField(max_length=120, primary_key=True)
    times = ArrayField(models.DateTimeField())
    until = models.DateTimeField(db_index=True, help_text="From then on nothing of it counts.")

    def __str__(self) -> str:
        return self.key
