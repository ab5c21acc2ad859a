"""What is played in an event: its divisions and sections, their tables, and the places of their schedules.

Results and fixtures are facts; a place is a cache of what the format makes of them.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from ladders.models.entries import Entry
from ladders.models.events import Event


class Section(models.Model):
    """A section of one stage, which a league calls a division: what a format runs as an event of its own."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sections")
    stage = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    over = models.BooleanField(default=False)
    stale = models.BooleanField(default=False, help_text="Its table does not show all that happened.")
    ends_at = models.DateTimeField(null=True, help_text="When its time is up, where it lasts for a set time.")
    wakes_at = models.DateTimeField(
        null=True, help_text="When it is looked at although nothing has happened."
    )

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "stage", "number"], name="ladders_section_once")
        ]
        indexes = [
            models.Index(fields=["event", "stage"], condition=Q(over=False), name="ladders_section_open"),
            models.Index(fields=["event"], condition=Q(stale=True), name="ladders_section_stale"),
            models.Index(
                fields=["wakes_at"], condition=Q(wakes_at__isnull=False), name="ladders_section_wakes"
            ),
        ]

    def __str__(self) -> str:
        return f"section {self.number} of stage {self.stage} of {self.event_id}"


class Place(models.Model):
    """An entry in a section, with its line of the table: a cache of what the format makes of the results."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="places")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="places")
    seed = models.PositiveIntegerField()
    roll_off = ArrayField(models.PositiveSmallIntegerField(), default=list)
    postpones = models.PositiveSmallIntegerField(null=True, help_text="The round that it agrees to postpone.")
    resting = models.BooleanField(default=False, help_text="It is given no match for now.")
    position = models.PositiveIntegerField(default=0, help_text="The line, from 1.")
    rank = models.PositiveIntegerField(null=True)
    played = models.PositiveIntegerField(default=0)
    points = models.CharField(max_length=30, default="0", help_text="A fraction.")
    values = ArrayField(models.CharField(max_length=60), default=list, help_text="Fractions.")

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["section", "entry"], name="ladders_place_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.section_id}"


class Fixture(models.Model):
    """A place in the schedule that a match fills. Once its match is over it is never changed."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    pairing = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField()
    seats = ArrayField(models.PositiveBigIntegerField(), help_text="Entries in the order of seats.")
    starts = models.PositiveBigIntegerField(null=True)
    members = ArrayField(models.PositiveSmallIntegerField(), default=list)
    players = ArrayField(models.BigIntegerField(), default=list, help_text="Who sat there, by seat.")
    match_id = models.PositiveBigIntegerField(null=True, unique=True, help_text="The match that fills it.")
    waits = models.BooleanField(default=False, help_text="Its match is still to be begun.")
    deadline = models.DateTimeField(null=True, help_text="When its match ends at the latest.")
    absent = ArrayField(
        models.PositiveBigIntegerField(), default=list, help_text="Entries who never came to the table."
    )
    result = models.JSONField(null=True, help_text="Places, totals, when, who was absent or timed out.")
    PLAYED = Q(waits=True) | Q(match_id__isnull=False)
    """Of those that have a match or will have one: no bye, and none that was left out."""

    class Meta:
        ordering = ["round", "pairing", "leg"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "pairing", "leg"], name="ladders_fixture_once"
            )
        ]
        indexes = [
            models.Index(
                "deadline",
                condition=Q(result__isnull=True, deadline__isnull=False),
                name="ladders_fixture_due",
            ),
            models.Index(fields=["section"], condition=Q(waits=True), name="ladders_fixture_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.round}.{self.pairing}.{self.leg}"


class Arrangement(models.Model):
    """What a director has set by hand for a round: two entries who meet, or one that has a bye."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="arranged")
    round = models.PositiveSmallIntegerField()
    seats = ArrayField(models.PositiveBigIntegerField(), help_text="Entries.")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.round}: {self.seats}"
