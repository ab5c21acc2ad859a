"""What was counted once, so that nobody counts it again."""

from __future__ import annotations

from django.db import models


class Count(models.Model):
    """How many sets everybody had seen at a moment, and what the keeper had opened: one row, so that nobody
    counts a day's ledger.
    """

    until = models.DateTimeField(help_text="What was shown before it is counted.")
    sets = models.BigIntegerField(help_text="How many were shown before it.")
    opened = models.BigIntegerField(db_default=0, help_text="How many the keeper of the keys has opened.")
    thrown_away = models.BigIntegerField(
        db_default=0, help_text="How many of those it opened were thrown away all the same."
    )
    otherwise = models.BigIntegerField(
        db_default=0, help_text="How many of those it opened were shown with another number."
    )

    def __str__(self) -> str:
        return f"{self.sets} sets before {self.until}"


class Day(models.Model):
    """What fell on one finished day (UTC), counted once for the observatory."""

    date = models.DateField(primary_key=True)
    counts = models.JSONField(help_text="A tally of this day, as statistics.py writes it.")
    total = models.JSONField(help_text="The tally of all days up to this one.")
    numbered = models.PositiveBigIntegerField(
        db_default=0, help_text="How many of its sets were turned by a player's own number."
    )

    class Meta:
        ordering = ["-date"]

    def __str__(self) -> str:
        return f"dice of {self.date}"
