"""How far players are in their lessons."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Learnt(models.Model):
    """How many steps of a lesson a player has done. Only games.coach.learning writes it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="learnt", db_index=False
    )
    lesson = models.CharField(max_length=20, help_text="A key of games.lessons.LESSONS.")
    steps = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, help_text="When the player came to its end first.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "lesson"], name="games_learnt_once")]

    def __str__(self) -> str:
        return f"{self.lesson} of {self.player_id}"
