"""What players keep of finished matches: collections, notes for themselves, and what they say of them.

Notes and collections lie with their player, so matches stand in them by their numbers.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models.talk import LONGEST, Words
from accounts.models.user import User
from accounts.single_line import single_line
from games.models.match import Match


class Note(models.Model):
    """A player's own note on a match or on a player, for nobody else. Only games.archive.notes writes it.

    What is noted of a player goes when that player's account is closed.
    """

    writer = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    match = models.PositiveBigIntegerField(null=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False
    )
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["writer", "match"], condition=Q(match__isnull=False), name="games_note_on_match"
            ),
            models.UniqueConstraint(
                fields=["writer", "about"], condition=Q(about__isnull=False), name="games_note_on_player"
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=True, about__isnull=False)
                | Q(match__isnull=False, about__isnull=True),
                name="games_note_on_one",
            ),
        ]
        indexes = [
            models.Index(fields=["writer", "-id"], name="games_note_list"),
            models.Index(fields=["about"], condition=Q(about__isnull=False), name="games_note_about"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"  # whose it is, and on what, is told to nobody


class Collection(models.Model):
    """Matches that a player has gathered under a name. Only games.archive.collecting writes it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    name = models.CharField("Name", max_length=80, validators=[single_line])
    about = models.TextField(_("What is in it"), blank=True, max_length=LONGEST)
    public = models.BooleanField(_("Everybody may look at it"), default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("owner", Lower("name"), name="games_collection_once")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("games:collection", args=[self.pk])


class Collected(models.Model):
    """A match in a collection, at its place there."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="collected", db_index=False)
    match = models.PositiveBigIntegerField()
    place = models.PositiveIntegerField(help_text="In the order of its owner; some may be missing.")

    class Meta:
        verbose_name_plural = _("collected")
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["collection", "match"], name="games_collected_once")]

    def __str__(self) -> str:
        return f"match {self.match} in collection {self.collection_id}"


class Comment(Words):
    """What one of its players says of a finished match. It goes with the account of who said it."""

    player = models.ForeignKey(User, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="comments", db_index=False)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="games_comment_list")]

    def __str__(self) -> str:
        return f"comment on {self.match_id}"


class Agreement(models.Model):
    """A player agrees that everybody may read the comments on a match, until that is taken back."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="agreements", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="games_agreement_once")]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.match_id}"
