"""Matches, who sits at them, and everything that was ever done at their tables.

The moves are the truth; `Match.state` and the summary columns are caches of them that only
games.play writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from games import rating
from games.clock import CLOCKS, PRESETS
from games.clock.calendar import Calendar
from games.rules import RULES
from games.rules.base import Pace, Rules

FORMER_PLAYER = "former player"
GUEST = "Guest"


class Match(models.Model):
    """One contest of one or more seats under one set of rules."""

    class Status(models.TextChoices):
        INVITING = "inviting", "waiting for answers"
        DECLINED = "declined", "declined"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        VOID = "void", "void"

    code = models.CharField(max_length=2, choices=[(code, rules.name) for code, rules in RULES.items()])
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=5, choices=[(pace.value, pace.value) for pace in Pace])
    clock = models.CharField(max_length=10, choices=[(key, preset.name) for key, preset in CLOCKS.items()])
    rated = models.BooleanField(default=True)
    event = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="The event it is played in, by its number: games know no more of it.",
    )
    weekend = ArrayField(
        models.PositiveSmallIntegerField(),
        null=True,
        blank=True,
        editable=False,
        help_text="Days off that an event sets for all, from Monday, 0; empty for the players' own.",
    )

    status = models.CharField(max_length=10, choices=Status, default=Status.INVITING)
    state = models.JSONField(null=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False, help_text="The number of moves.")
    starter = models.PositiveSmallIntegerField(null=True, editable=False, help_text="A seat, from 0.")
    deadline = models.DateTimeField(
        null=True, editable=False, help_text="When the first clock that runs ends."
    )
    adjudicated = models.BooleanField(default=False, editable=False, help_text="Staff decided the places.")
    due = models.DateTimeField(
        null=True, editable=False, help_text="When the clock looks at the match next, if nobody moves."
    )
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch", editable=False
    )
    link = models.CharField(
        max_length=40, blank=True, editable=False, help_text="The private link by which its players met."
    )
    reason = models.TextField(blank=True, help_text="Why staff adjudicated the match or made it void.")
    seed = models.BinaryField(
        null=True,
        help_text="32 random bytes, of which its sets' labels are made; told once it is over.",
    )

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)

    given_up = 0
    """Up to which serial sets of dice were given up, as games.play has read it: none of them is rolled."""
    epoch_began: datetime | None = None
    """When dealing began anew last, as games.play has read it: no older pledge out of the stock is used."""

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["due"], condition=Q(due__isnull=False), name="games_match_due"),
            models.Index(fields=["-ended_at"], condition=Q(status="finished"), name="games_match_archive"),
            models.Index("link", condition=~Q(link=""), name="games_match_link"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.pk}"

    @property
    def rules(self) -> Rules[Any]:
        """The rules this match is played by."""
        return RULES[self.code]

    @property
    def table(self) -> Any:
        """The state of the table, as its rules know it. Only for a match that has begun."""
        assert self.state is not None
        return self.rules.load(self.state)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen at this table."""
        return self.status in {self.Status.FINISHED, self.Status.VOID, self.Status.DECLINED}


class Seat(models.Model):
    """A player's place at a match, with what lists need to know of it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(help_text="In the order of play, from 0.")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="seats",
        help_text="Empty once the account is closed.",
    )
    accepted = models.BooleanField(default=False)
    to_move = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True, help_text="When this seat's clock ends, while it is to move.")
    bank = models.DurationField(null=True, help_text="Time kept on the clock while it stands.")
    zone = models.CharField(max_length=64, default="UTC", help_text="Of the days off this clock runs by.")
    days_off = ArrayField(
        models.PositiveSmallIntegerField(), default=list, help_text="The clock stands on them; Monday is 0."
    )
    remind_at = models.DateTimeField(null=True, help_text="When to remind of the deadline next.")
    remind_last = models.DateTimeField(null=True, help_text="The reminder after that one.")
    since = models.PositiveIntegerField(
        default=0, help_text="The match's number of moves when the seat's turn began."
    )
    moves = models.PositiveIntegerField(default=0)
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    reserved = models.JSONField(
        default=list, db_default=[], help_text="Sets of dice of its next roll, as the pool reads them."
    )
    sets = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How many sets were reserved for it so far."
    )

    class Meta:
        ordering = ["match", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="games_seat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="games_seat_player_once"),
        ]
        indexes = [
            models.Index(fields=["player", "deadline"], condition=Q(to_move=True), name="games_seat_my_turn"),
            models.Index("remind_at", condition=Q(remind_at__isnull=False), name="games_seat_remind"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index + 1} of {self.match_id}"

    SUMMARY = (
        *("to_move", "since", "deadline", "bank", "zone", "days_off", "remind_at", "remind_last"),
        *("moves", "total", "place", "reserved", "sets"),
    )
    """What games.play writes as the match goes on."""
    stored: Mapping[str, object] = MappingProxyType({})
    """Their values as games.play has read them, so that it writes only the seats it changed."""

    def summary(self) -> dict[str, object]:
        """The values of those fields."""
        return {name: getattr(self, name) for name in self.SUMMARY}

    @property
    def calendar(self) -> Calendar:
        """The days on which the clock that runs stands still."""
        return Calendar(self.zone, frozenset(self.days_off))

    @property
    def name(self) -> str:
        """The player's name, or what stands for a closed account."""
        if self.player is None:
            return FORMER_PLAYER
        return GUEST if self.player.guest else self.player.get_username()


class Move(models.Model):
    """One permanent act: what was done, the dice that fell, and their serials in the pool."""

    ROLL_OFF = "roll-off"
    """The kind of a throw for the start; all other kinds are those of the rules."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(help_text="In the order of the match, from 1.")
    seat = models.PositiveSmallIntegerField(help_text="From 0.")
    kind = models.CharField(max_length=10)
    keep = ArrayField(models.PositiveSmallIntegerField(), default=list)
    box = models.CharField(max_length=20, blank=True)
    dice = ArrayField(models.PositiveSmallIntegerField(), default=list)
    serials = ArrayField(models.PositiveBigIntegerField(), default=list)
    numbers = ArrayField(
        models.CharField(max_length=32, blank=True),
        default=list,
        db_default=[],
        help_text="For each set the player's own number that turned it, in hex; empty where none came.",
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="games_move_once")]

    def __str__(self) -> str:
        return f"move {self.number} of {self.match_id}"


class Pledge(models.Model):
    """A player's number for the first roll of a match to come, fixed by its hash before a set is taken."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="pledges")
    pledge = models.BinaryField(help_text="SHA-256 of the number.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pledge"], name="games_pledge_once")]

    def __str__(self) -> str:
        return f"a pledge of {self.player_id}"


class Seek(models.Model):
    """An open invitation: a match that begins as soon as enough players have joined."""

    maker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    joined = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Joining", related_name="joined_seeks")
    code = models.CharField(max_length=2, choices=[(code, rules.name) for code, rules in RULES.items()])
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=5, choices=[(pace.value, pace.value) for pace in Pace])
    clock = models.CharField(max_length=10, choices=[(key, preset.name) for key, preset in PRESETS.items()])
    players = models.PositiveSmallIntegerField(help_text="Wanted in all, the maker included.")
    token = models.CharField(
        max_length=40, blank=True, help_text="Of a private link; empty in the waiting room."
    )
    rated = models.BooleanField(default=True)
    lowest = models.PositiveSmallIntegerField(null=True, help_text="The lowest rating that may join.")
    highest = models.PositiveSmallIntegerField(null=True, help_text="The highest.")
    buddies_only = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="games_seek_expires")]

    def __str__(self) -> str:
        return f"{self.code} of {self.maker} for {self.players}"


class Joining(models.Model):
    """Somebody who waits for an open match to fill; the maker is the first."""

    seek = models.ForeignKey(Seek, models.CASCADE, related_name="joinings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="joinings")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["seek", "player"], name="games_joining_once")]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.seek_id}"


class Wish(models.Model):
    """A player who wants to be matched: in any of these games, with this clock, so many matches."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wish")
    codes = ArrayField(models.CharField(max_length=2))
    clock = models.CharField(max_length=10, choices=[(key, preset.name) for key, preset in PRESETS.items()])
    wanted = models.PositiveSmallIntegerField(help_text="Matches still to be found.")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "wishes"

    def __str__(self) -> str:
        return f"{self.player_id} wants {self.wanted} of {', '.join(self.codes)}"


class Remark(models.Model):
    """Something said beside a match, among those who sit there."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="remarks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["match", "-id"], name="games_remark_list")]

    def __str__(self) -> str:
        return f"remark at {self.match_id}"


class Pulse(models.Model):
    """When the site was last seen alive: one row. A gap in it is an outage, and clocks are extended by it."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Rating(models.Model):
    """What is believed of a player's strength in one game. Only games.ranking writes it."""

    class Kind(models.TextChoices):
        DUEL = "duel", "matches for two"
        TABLE = "table", "matches for three and more"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    code = models.CharField(max_length=2, choices=[(code, rules.name) for code, rules in RULES.items()])
    kind = models.CharField(max_length=5, choices=Kind)
    mean = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    matches = models.PositiveIntegerField(default=0, help_text="Rated matches since the start or restart.")
    at = models.DateTimeField(help_text="When the last of them ended.")
    restarted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "code", "kind"], name="games_rating_once"),
        ]
        indexes = [models.Index(fields=["code", "kind", "-mean"], name="games_rating_best")]

    def __str__(self) -> str:
        return f"{self.value.number} of {self.player_id} in {self.code}"

    @property
    def value(self) -> rating.Rating:
        """The numbers, as games.rating reckons with them."""
        return rating.Rating(self.mean, self.deviation, self.volatility)

    @value.setter
    def value(self, new: rating.Rating) -> None:
        self.mean, self.deviation, self.volatility = new.mean, new.deviation, new.volatility


class RatingPoint(models.Model):
    """A rating as one match left it: what the charts are drawn from."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_points")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_points")
    code = models.CharField(max_length=2)
    kind = models.CharField(max_length=5, choices=Rating.Kind)
    before = models.FloatField()
    mean = models.FloatField()
    deviation = models.FloatField()
    taken_back = models.BooleanField(default=False, help_text="It undoes what the match had made of it.")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player", "taken_back"], name="games_rating_point_once"),
        ]
        indexes = [models.Index(fields=["player", "code", "kind", "at"], name="games_rating_chart")]

    def __str__(self) -> str:
        return f"{self.mean:.0f} of {self.player_id} after {self.match_id}"


class Holiday(models.Model):
    """Holiday that a player has taken in a year. Only games.timeouts writes it."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holiday")
    year = models.PositiveSmallIntegerField()
    span = models.DurationField()
    until = models.DateTimeField(null=True, help_text="How far it reaches.")

    def __str__(self) -> str:
        return f"holiday of {self.player_id} in {self.year}: {self.span}"


class EventHoliday(models.Model):
    """Holiday that a player has taken for deadlines of one event."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="event_holidays")
    event = models.PositiveBigIntegerField()
    span = models.DurationField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "event"], name="games_event_holiday_once"),
        ]

    def __str__(self) -> str:
        return f"holiday of {self.player_id} in event {self.event}: {self.span}"
