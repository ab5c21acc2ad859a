"""Who is in an event: players or teams."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ladders.models.events import Event
from ladders.models.teams import Team


class Entry(models.Model):
    """A player, or a team, in an event. Its key is the entrant that formats know."""

    class Status(models.TextChoices):
        INVITED = "invited", _("invited")
        WAITING = "waiting", _("on the waiting list")
        IN = "in", _("in")
        DROPPED = "dropped", _("did not confirm")
        LEFT = "left", _("withdrew before the start")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    team = models.OneToOneField(Team, models.CASCADE, null=True, blank=True, related_name="entry")
    status = models.CharField(max_length=8, choices=Status, default=Status.IN)
    confirmed = models.BooleanField(default=True)
    seed = models.PositiveIntegerField(null=True)
    entered_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True)
    disqualified = models.BooleanField(default=False)
    put_out = models.BooleanField(default=False, help_text="Left by its disqualification, not before.")
    warned = models.BooleanField(default=False)
    appeal = models.TextField(blank=True, help_text="What was said against it, once.")
    ends = models.BooleanField(default=False, help_text="It agrees to end the event now.")
    wants = models.PositiveSmallIntegerField(
        null=True, help_text="Champions: how many matches it wants; empty for what stands there."
    )
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who is asked to take the seat over, and has not answered.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(player__isnull=False), name="ladders_entry_once"
            )
        ]
        indexes = [models.Index(fields=["event", "status", "id"], name="ladders_entry_list")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The player's or the team's."""
        if self.team is not None:
            return self.team.name
        return self.player.get_username() if self.player else "former player"
