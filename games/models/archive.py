"""Finished matches as a search finds them. Made of what matches hold, and made anew by `archive_matches`.

Only games.archive.keeping writes these. A row is small, for there is one for every match and one for every
player of it, for ever; names do not stand in them, for players may change their minds about having one here.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.rules import choices


class Archived(models.Model):
    """A finished match: what it is sorted and looked for by."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    ended_at = models.DateTimeField()
    event = models.PositiveBigIntegerField(null=True)
    ladder = models.PositiveBigIntegerField(null=True)
    total = models.IntegerField(help_text="The highest at the table.")
    card = models.IntegerField(null=True, help_text="The best column at the table, of several.")
    code = models.CharField(max_length=2, choices=choices)
    closed = models.BooleanField(
        default=False,
        help_text="Others still play its dice: it is found only where its player is looked for.",
    )
    words = SearchVectorField(null=True, help_text="Words of its record that most records do not have.")

    class Meta:
        verbose_name = _("match in the archive")
        verbose_name_plural = _("matches in the archive")
        indexes = [
            models.Index(fields=["-ended_at"], condition=Q(closed=False), name="games_archived_newest"),
            models.Index(
                fields=["code", "-ended_at"], condition=Q(closed=False), name="games_archived_game_newest"
            ),
            models.Index(
                fields=["code", "-total", "-match"], condition=Q(closed=False), name="games_archived_highest"
            ),
            models.Index(
                fields=["code", "-card", "-match"],
                condition=Q(closed=False, card__isnull=False),
                name="games_archived_best_card",
            ),
            models.Index(
                fields=["event", "-ended_at", "-match"],
                condition=Q(closed=False, event__isnull=False),
                name="games_archived_of_event",
            ),
            models.Index(
                fields=["ladder", "-ended_at", "-match"],
                condition=Q(closed=False, ladder__isnull=False),
                name="games_archived_of_ladder",
            ),
            GinIndex(fields=["words"], fastupdate=False, name="games_archived_words"),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} in the archive"


class ArchivedSeat(models.Model):
    """A player's part in a finished match; of guests and of closed accounts there is none.

    The match stands in it by its number, for it lies with its player.
    """

    pk = models.CompositePrimaryKey("match", "player_id")
    match = models.PositiveBigIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    ended_at = models.DateTimeField()
    total = models.IntegerField()
    card = models.IntegerField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["player", "-ended_at"], name="games_archivedseat_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in match {self.match} in the archive"
