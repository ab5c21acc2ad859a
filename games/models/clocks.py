"""What clocks go by: holiday that was taken, and when the site was last alive."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Pulse(models.Model):
    """When the site was last seen alive: one row. A gap in it is an outage, and clocks are extended by it."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Holiday(models.Model):
    """Holiday that a player has taken in a year. Only games.match.clocks writes it."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holiday")
    year = models.PositiveSmallIntegerField()
    span = models.DurationField()
    until = models.DateTimeField(null=True, help_text="How far it reaches.")

    def __str__(self) -> str:
        return f"holiday of {self.player_id} in {self.year}: {self.span}"


class EventHoliday(models.Model):
    """Holiday that a player has taken for deadlines of one event, or of one ladder."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="event_holidays")
    event = models.PositiveBigIntegerField(null=True)
    ladder = models.PositiveBigIntegerField(null=True)
    span = models.DurationField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "event"], name="games_event_holiday_once"),
            models.UniqueConstraint(fields=["player", "ladder"], name="games_ladder_holiday_once"),
            models.CheckConstraint(
                condition=Q(event__isnull=True, ladder__isnull=False)
                | Q(event__isnull=False, ladder__isnull=True),
                name="games_holiday_event_or_ladder",
            ),
        ]

    def __str__(self) -> str:
        where = f"in event {self.event}" if self.ladder is None else f"on ladder {self.ladder}"
        return f"holiday of {self.player_id} {where}: {self.span}"
