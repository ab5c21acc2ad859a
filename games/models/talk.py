"""What is said beside a match."""

from __future__ import annotations

from django.db import models

from accounts.models.talk import Words
from games.models.match import Match


class Remark(Words):
    """Something said beside a match, among those who sit there."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="games_remark_list")]

    def __str__(self) -> str:
        return f"remark at {self.match_id}"
