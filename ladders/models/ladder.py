"""Ladders: who stands where, and the matches for a rung."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Deferrable, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import RULES, choices
from ladders.models.choices import CLOCKS
from ladders.models.clubs import Club


class Ladder(models.Model):
    """One a game for everybody, for ever; and one a game that a club has opened for its members, which goes
    by the same row when it is closed and opened again.
    """

    code = models.CharField("game", max_length=2, choices=choices)
    club = models.ForeignKey(
        Club,
        models.CASCADE,
        null=True,
        editable=False,
        related_name="ladders",
        db_index=False,
        help_text="Whose members alone stand on it; empty: it is everybody's.",
    )
    clock = models.CharField(max_length=10, choices=CLOCKS, default="main")
    size = models.PositiveIntegerField(default=0, editable=False)
    frozen_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text=gettext_lazy("Since when staff let nobody join, challenge or slide here."),
    )
    closed_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text=gettext_lazy("Since when the club has it no longer: nobody stands on it."),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(club__isnull=True), name="ladders_ladder_of_all"
            ),
            models.UniqueConstraint(
                fields=["club", "code"], condition=Q(club__isnull=False), name="ladders_ladder_of_club"
            ),
        ]

    def __str__(self) -> str:
        facts = {"game": RULES[self.code].name, "club": self.club}
        return (_("%(game)s ladder") if self.club is None else _("%(club)s %(game)s ladder")) % facts

    def get_absolute_url(self) -> str:
        """The ladder's page."""
        if self.club is None:
            return reverse("ladders:ladder", args=[self.code.lower()])
        return reverse("ladders:club_ladder", args=[self.club.slug, self.code.lower()])

    @property
    def title(self) -> str:
        """What it is called where it stands by itself."""
        facts = {"game": RULES[self.code].name, "club": self.club}
        return (_("The %(game)s ladder") if self.club is None else _("%(club)s: %(game)s ladder")) % facts


class Rung(models.Model):
    """A player's place on a ladder: whoever has the smaller key stands above.

    Keys are sparse, so that one row moves where a player moves; the number of a rung, from 1 at the top, is
    counted (`ladders.ladder.order`), never stored.
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="rungs")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rungs")
    key = models.BigIntegerField()
    before = models.PositiveIntegerField(null=True, help_text="The number of the rung a week ago.")
    joined_at = models.DateTimeField(auto_now_add=True)
    last_play = models.DateTimeField()
    slid = models.PositiveSmallIntegerField(default=0, help_text="Rungs that idling has cost since then.")
    frozen_at = models.DateTimeField(
        null=True, help_text="Since when staff let nobody challenge from this rung, or challenge it."
    )

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ladders_rung_player_once"),
            models.UniqueConstraint(
                # At the end of each statement: one that moves many may pass through what others have.
                fields=["ladder", "key"],
                name="ladders_rung_key_once",
                deferrable=Deferrable.IMMEDIATE,
            ),
        ]
        indexes = [
            models.Index(fields=["ladder", "last_play"], name="ladders_rung_idle"),
            models.Index(
                fields=["ladder", "frozen_at"],
                name="ladders_rung_frozen",
                condition=Q(frozen_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on ladder {self.ladder_id}"


class Bucket(models.Model):
    """How many rungs have keys from `first` on, up to where the next bucket begins."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="buckets")
    first = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["ladder", "first"], name="ladders_bucket_once")]

    def __str__(self) -> str:
        return f"{self.count} from {self.first}"


class Removal(models.Model):
    """Whom staff took off a ladder, and from where: it joins again when the time is over, or is restored."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="removals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    rung = models.PositiveIntegerField(help_text="The number of the rung that the player stood on.")
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, help_text="Empty: until staff restore the player.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player"], name="ladders_removal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} from rung {self.rung}"


class Challenge(models.Model):
    """Two matches for a rung."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    defender = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    first = models.PositiveBigIntegerField(
        null=True, unique=True, help_text="The match the challenger starts."
    )
    second = models.PositiveBigIntegerField(
        null=True, unique=True, help_text="The match the defender starts."
    )
    results = models.JSONField(default=dict, help_text="By leg.")
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    winner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["ladder", "-id"], name="ladders_challenge_list"),
            models.Index(fields=["challenger", "over_at"], name="ladders_challenge_out"),
            models.Index(fields=["defender", "over_at"], name="ladders_challenge_in"),
            models.Index(
                fields=["ladder", "at"], name="ladders_challenge_open", condition=Q(over_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} against {self.defender_id}"


class TimeOut(models.Model):
    """A ladder match that was lost by the clock."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="time_outs")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ladder", "player", "at"], name="ladders_time_out_list")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.at}"
