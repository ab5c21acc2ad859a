"""Events: leagues, tournaments, knock-outs, and who leads them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.single_line import single_line
from games.rules import choices
from games.rules.base import APART, Pace
from ladders.models.choices import EVENT_CLOCKS, FORMAT_CHOICES, PACES
from ladders.models.clubs import Club


class Event(models.Model):
    """Organised play with a beginning and an end."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        REVIEW = "review", _("over, under review")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Way(models.TextChoices):
        ANYBODY = "anybody", _("open to everybody")
        INVITED = "invited", _("by invitation")

    name = models.CharField(max_length=80, validators=[single_line])
    about = models.TextField(blank=True, help_text=_("What players should know before they enter."))
    promise = models.TextField(
        blank=True, help_text=_("What the organisers promise the winners. The site handles no prizes.")
    )
    format = models.CharField(max_length=12, choices=FORMAT_CHOICES)
    code = models.CharField("game", max_length=2, choices=choices, default="BX")
    options = models.JSONField(default=dict, blank=True)
    pace = models.CharField(max_length=9, choices=PACES, default=Pace.SPLIT.value)
    clock = models.CharField(max_length=10, choices=EVENT_CLOCKS, default="main")
    weekend = ArrayField(
        models.PositiveSmallIntegerField(),
        null=True,
        blank=True,
        help_text="Days off for all, Monday is 0; empty for the players' own.",
    )
    matches = models.PositiveSmallIntegerField(default=10, help_text=_("League: how many are played."))
    division = models.PositiveSmallIntegerField(default=10, help_text=_("League: the most in a division."))
    moving = models.PositiveSmallIntegerField(default=2, help_text=_("League: how many go up and down."))
    target = models.PositiveIntegerField(default=5000, help_text=_("Score and team tournaments."))
    at_once = models.PositiveSmallIntegerField(
        _("matches at once"),
        default=0,
        blank=True,
        help_text=_("Round robin: the most that one plays; 0: no limit."),
    )
    minutes = models.PositiveSmallIntegerField(
        default=60, blank=True, help_text=_("Arena: how long it lasts, from 30 to 180 minutes.")
    )
    round_days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Empty: 30 for a single card, 45 for a double, 60 for a triple.")
    )
    no_orders = models.BooleanField(
        _("without standing orders"),
        default=False,
        db_default=False,
        blank=True,
        help_text=_("Nobody lets the site roll or bank while away."),
    )
    way = models.CharField("entry", max_length=10, choices=Way, default=Way.ANYBODY)
    fewest = models.PositiveSmallIntegerField(default=2)
    most = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("It begins when so many are in.")
    )
    lowest = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    highest = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    most_time_outs = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In a hundred of the player's last matches."
    )
    begins_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Empty: when it is full, or by hand.")
    )
    robots_after = models.PositiveSmallIntegerField(
        _("robots after"),
        null=True,
        blank=True,
        help_text=_("Hours after somebody has entered until robots take the free places; empty: never."),
    )
    recurring = models.BooleanField(default=False, help_text=_("Opens its successor when it begins."))
    bots = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text=_(
            "For bots alone; one that recurs begins on the hour, and waits another for the second bot."
        ),
    )
    house = models.CharField(
        max_length=16,
        default="",
        db_default="",
        editable=False,
        help_text=_("The line of ladders.events.house that opened it, or one before it."),
    )
    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="events",
        db_index=False,
        help_text=_("Whose members alone enter; its officers lead it."),
    )
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="organised"
    )
    source = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="champions"
    )
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="successor"
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT, editable=False)
    stage = models.PositiveSmallIntegerField(default=0, editable=False)
    paused_until = models.DateTimeField(null=True, editable=False)
    asked_at = models.DateTimeField(
        null=True, editable=False, help_text=_("When confirmation was asked for.")
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    review_until = models.DateTimeField(null=True, editable=False)
    trouble = models.TextField(
        blank=True, editable=False, help_text=_("What went wrong in looking after it.")
    )
    troubled_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    look_at = models.DateTimeField(null=True, editable=False, help_text=_("It is left alone until then."))

    class Meta:
        permissions = [("organise_event", "Can organise events")]
        indexes = [
            models.Index(fields=["status", "-id"], name="ladders_event_list"),
            models.Index(
                fields=["club", "-id"], condition=Q(club__isnull=False), name="ladders_event_of_club"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The event's page."""
        return reverse("ladders:event", args=[self.pk])

    @property
    def apart(self) -> bool:
        """Whether everybody plays their own card by themselves, unseen by the others."""
        return self.pace in APART

    @property
    def agreed_to(self) -> bool:
        """Whether somebody has entered on its terms, so that they stay as they are. Two queries at most."""
        opening = {self.Status.DRAFT, self.Status.OPEN}
        return self.status not in opening or self.entries.exists() or self.teams.exists()


class Director(models.Model):
    """Somebody who leads an event beside its organiser, or is asked to."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="directors")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="directs")
    accepted = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="ladders_director_once")]

    def __str__(self) -> str:
        return f"{self.player_id} leads {self.event_id}"
