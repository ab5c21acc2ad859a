"""What was decided, and where it is announced."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.hook import Hook
from ladders.models.events import Event
from ladders.models.ladder import Ladder
from ladders.models.lines import Line


class Log(Line):
    """What was decided in an event or on a ladder, by whom, and why. Lines are only ever added."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("open for entries")
        BEGAN = "began", _("it has begun")
        ROUND = "round", _("a round is over")
        STAGE = "stage", _("a stage is over")
        OVER = "over", _("it is over, under review")
        GOES_ON = "goes-on", _("it goes on after all")
        FINAL = "final", _("the results are final")
        CANCELLED = "cancelled", _("it is called off")
        ENTERED = "entered", _("somebody entered")
        LEFT = "left", _("somebody left")
        CORRECTED = "corrected", _("a result is another now")

    ENTRIES = frozenset({Kind.ENTERED, Kind.LEFT})
    RESULTS = frozenset({Kind.CORRECTED})

    event = models.ForeignKey(Event, models.CASCADE, null=True, related_name="log")
    ladder = models.ForeignKey(Ladder, models.CASCADE, null=True, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=9, choices=Kind, blank=True, help_text="Of what is announced by the event's webhook."
    )
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.what


class EventHook(models.Model):
    """A webhook to which an event's announcements are posted: lines of its log that are of a kind."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="announces")
    hook = models.OneToOneField(Hook, models.CASCADE, related_name="announces")
    told = models.PositiveBigIntegerField(default=0, help_text="The last line of the log that was announced.")
    entries = models.BooleanField(
        default=False, db_default=False, help_text="Whether it is told who enters and leaves."
    )
    results = models.BooleanField(
        default=False, db_default=False, help_text="Whether it is told the result of each match."
    )

    def __str__(self) -> str:
        return f"announces {self.event_id}"
