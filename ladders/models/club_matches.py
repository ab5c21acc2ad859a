"""Club against club: what two clubs agree on, and who says that they will play for which."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models.explained import Explained
from games.rules import choices
from games.rules.base import Pace
from ladders.models.choices import CLOCKS, PACES
from ladders.models.clubs import Club
from ladders.models.events import Event


class ClubMatch(Explained):
    """Two clubs meet on several boards. Once it begins it is played as an event; the result is kept here."""

    class Status(models.TextChoices):
        ASKED = "asked", gettext_lazy("challenged")
        NAMING = "naming", gettext_lazy("line-ups")
        PLAYING = "playing", gettext_lazy("being played")
        OVER = "over", gettext_lazy("over")
        OFF = "off", gettext_lazy("did not take place")

    OPEN = (Status.ASKED, Status.NAMING, Status.PLAYING)
    BEFORE = (Status.ASKED, Status.NAMING)

    home = models.ForeignKey(Club, models.CASCADE, related_name="at_home", db_index=False)
    away = models.ForeignKey(Club, models.CASCADE, related_name="away", db_index=False)
    code = models.CharField("game", max_length=2, choices=choices)
    pace = models.CharField(max_length=9, choices=PACES, default=Pace.TURNS.value)
    clock = models.CharField(max_length=10, choices=CLOCKS, default="main")
    boards = models.PositiveSmallIntegerField()
    days = models.PositiveSmallIntegerField(help_text="How long its boards last at most.")
    status = models.CharField(max_length=7, choices=Status, default=Status.ASKED)
    at = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(help_text="When the challenge lapses, or the line-ups close.")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    home_ready = models.BooleanField(default=False)
    away_ready = models.BooleanField(default=False)
    event = models.OneToOneField(Event, models.SET_NULL, null=True, related_name="club_match")
    home_points = models.PositiveSmallIntegerField(null=True)
    away_points = models.PositiveSmallIntegerField(null=True)
    rated = models.BooleanField(
        default=False, db_default=False, help_text="Whether it moved the numbers of both clubs."
    )
    ended_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=200, blank=True, help_text="Why it did not take place.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="ladders_clubmatch_of_two"),
        ]
        indexes = [
            models.Index(fields=["home", "-id"], name="ladders_clubmatch_home"),
            models.Index(fields=["away", "-id"], name="ladders_clubmatch_away"),
            models.Index(
                fields=["due"], condition=Q(status__in=["asked", "naming"]), name="ladders_clubmatch_due"
            ),
        ]

    def __str__(self) -> str:
        return f"club match {self.pk}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("ladders:club_match", args=[self.pk])


class ClubSeat(models.Model):
    """A member who says yes to playing for a club in a match; its officers may fix the board, from 1."""

    match = models.ForeignKey(ClubMatch, models.CASCADE, related_name="seats", db_index=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="ladders_clubseat_once")]

    def __str__(self) -> str:
        return f"{self.player_id} in club match {self.match_id}"
