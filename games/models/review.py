"""What the coach has made of a match that is over."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.match import Match


class Review(models.Model):
    """The review of a match, or that one is wanted. Only games.coach.reviews writes it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="review")
    ended_at = models.DateTimeField(
        help_text="When the match had ended that is reviewed: one that was played on is reviewed anew."
    )
    packed = models.BinaryField(null=True, help_text="As games.analysis.review_packed has it.")
    tables = models.CharField(
        max_length=40, blank=True, help_text="The version of what the coach knew when it was made."
    )
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    due = models.DateTimeField(
        null=True, help_text="When the worker sees to it; empty once it is made or given up."
    )
    short = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its sums alone are kept: the rest is made again when somebody asks.",
    )
    tries = models.PositiveSmallIntegerField(default=0, help_text="How often making it has failed.")

    class Meta:
        indexes = [
            models.Index("due", condition=Q(due__isnull=False), name="games_review_due"),
            models.Index(
                "tables",
                condition=Q(packed__isnull=False, due__isnull=True),
                name="games_review_of_version",
            ),
            models.Index(
                *("asked_at", "match"),
                condition=Q(packed__isnull=False, due__isnull=True, short=False),
                name="games_review_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"review of {self.match_id}"
