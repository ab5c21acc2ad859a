"""Teams who enter an event together."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.single_line import single_line
from ladders.models.events import Event


class Team(models.Model):
    """Two to four players who enter an event together, in a fixed order."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=40, validators=[single_line])
    captain = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="ladders_team_name_once")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The team's page."""
        return reverse("ladders:team", args=[self.pk])


class Member(models.Model):
    """A player of a team, or somebody who is asked to be."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="memberships"
    )
    order = models.PositiveSmallIntegerField()
    accepted = models.BooleanField(default=False)
    left = models.BooleanField(default=False, help_text="Left the team while the event ran.")

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["team", "player"], name="ladders_member_once"),
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(accepted=True), name="ladders_one_team_each"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.team_id}"
