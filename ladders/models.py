"""Events: ladders, leagues, tournaments and knock-outs, who is in them, and everything that was decided.

Results and fixtures are facts; standings are caches of what the formats make of them. Only
ladders.running and ladders.climbing write here.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Deferrable, Q
from django.urls import reverse

from accounts.models.hook import Hook
from accounts.single_line import single_line
from games.clock import CLOCKS as ALL_CLOCKS
from games.clock import PRESETS
from games.rules import RULES
from games.rules.base import Pace
from ladders.formats import FORMATS

CODES = [(code, rules.name) for code, rules in RULES.items()]
FORMAT_CHOICES = [(key, form.NAME) for key, form in FORMATS.items()]
CLOCKS = [(key, preset.name) for key, preset in PRESETS.items()]
"""Those to choose from; arenas are played by the live one."""
EVENT_CLOCKS = [(key, preset.name) for key, preset in ALL_CLOCKS.items()]
PACES = [(Pace.TURNS.value, "turn by turn"), (Pace.SPLIT.value, "split: each the own card")]
LADDERS_FROM = 1_000_000_000
"""Matches of a ladder name it by its key above this; those of other events by the event's key."""


class Event(models.Model):
    """Organised play with a beginning and an end."""

    class Status(models.TextChoices):
        DRAFT = "draft", "being prepared"
        OPEN = "open", "open for entries"
        RUNNING = "running", "running"
        REVIEW = "review", "over, under review"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Way(models.TextChoices):
        ANYBODY = "anybody", "open to everybody"
        INVITED = "invited", "by invitation"

    name = models.CharField(max_length=80, validators=[single_line])
    about = models.TextField(blank=True, help_text="What players should know before they enter.")
    promise = models.TextField(
        blank=True, help_text="What the organisers promise the winners. The site handles no prizes."
    )
    format = models.CharField(max_length=12, choices=FORMAT_CHOICES)
    code = models.CharField("game", max_length=2, choices=CODES, default="BX")
    options = models.JSONField(default=dict, blank=True)
    pace = models.CharField(max_length=5, choices=PACES, default=Pace.SPLIT.value)
    clock = models.CharField(max_length=10, choices=EVENT_CLOCKS, default="main")
    weekend = ArrayField(
        models.PositiveSmallIntegerField(),
        null=True,
        blank=True,
        help_text="Days off for all, Monday is 0; empty for the players' own.",
    )
    matches = models.PositiveSmallIntegerField(default=10, help_text="League: how many are played.")
    division = models.PositiveSmallIntegerField(default=10, help_text="League: the most in a division.")
    moving = models.PositiveSmallIntegerField(default=2, help_text="League: how many go up and down.")
    target = models.PositiveIntegerField(default=5000, help_text="Score and team tournaments.")
    at_once = models.PositiveSmallIntegerField(
        "matches at once",
        default=0,
        blank=True,
        help_text="Round robin: the most that one plays; 0: no limit.",
    )
    minutes = models.PositiveSmallIntegerField(
        default=60, blank=True, help_text="Arena: how long it lasts, from 30 to 180 minutes."
    )
    round_days = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: 30 for a single card, 45 for a double, 60 for a triple."
    )
    way = models.CharField("entry", max_length=10, choices=Way, default=Way.ANYBODY)
    fewest = models.PositiveSmallIntegerField(default=2)
    most = models.PositiveSmallIntegerField(null=True, blank=True, help_text="It begins when so many are in.")
    lowest = models.PositiveSmallIntegerField("lowest rating", null=True, blank=True)
    highest = models.PositiveSmallIntegerField("highest rating", null=True, blank=True)
    most_time_outs = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In a hundred of the player's last matches."
    )
    begins_at = models.DateTimeField(null=True, blank=True, help_text="Empty: when it is full, or by hand.")
    recurring = models.BooleanField(default=False, help_text="Opens its successor when it begins.")
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
    asked_at = models.DateTimeField(null=True, editable=False, help_text="When confirmation was asked for.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)
    review_until = models.DateTimeField(null=True, editable=False)
    trouble = models.TextField(blank=True, editable=False, help_text="What went wrong in looking after it.")
    troubled_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    look_at = models.DateTimeField(null=True, editable=False, help_text="It is left alone until then.")

    class Meta:
        permissions = [("organise_event", "Can organise events")]
        indexes = [models.Index(fields=["status", "-id"], name="ladders_event_list")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The event's page."""
        return reverse("ladders:event", args=[self.pk])

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


class TeamRemark(models.Model):
    """Something said among the members of a team."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="remarks")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["team", "-id"], name="ladders_team_remark_list")]

    def __str__(self) -> str:
        return f"remark in {self.team_id}"


class Entry(models.Model):
    """A player, or a team, in an event. Its key is the entrant that formats know."""

    class Status(models.TextChoices):
        INVITED = "invited", "invited"
        WAITING = "waiting", "on the waiting list"
        IN = "in", "in"
        DROPPED = "dropped", "did not confirm"
        LEFT = "left", "withdrew before the start"

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


class Group(models.Model):
    """A division or a section of one stage: what a format runs as an event of its own."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="groups")
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
            models.UniqueConstraint(fields=["event", "stage", "number"], name="ladders_group_once")
        ]
        indexes = [
            models.Index(fields=["event", "stage"], condition=Q(over=False), name="ladders_group_open"),
            models.Index(fields=["event"], condition=Q(stale=True), name="ladders_group_stale"),
            models.Index(
                fields=["wakes_at"], condition=Q(wakes_at__isnull=False), name="ladders_group_wakes"
            ),
        ]

    def __str__(self) -> str:
        return f"group {self.number} of stage {self.stage} of {self.event_id}"


class Place(models.Model):
    """An entry in a group, with its line of the table: a cache of what the format makes of the results."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="places")
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
        constraints = [models.UniqueConstraint(fields=["group", "entry"], name="ladders_place_once")]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.group_id}"


class Fixture(models.Model):
    """A place in the schedule that a match fills. Once its match is over it is never changed."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="fixtures")
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
            models.UniqueConstraint(fields=["group", "round", "pairing", "leg"], name="ladders_fixture_once")
        ]
        indexes = [
            models.Index(
                "deadline",
                condition=Q(result__isnull=True, deadline__isnull=False),
                name="ladders_fixture_due",
            ),
            models.Index(fields=["group"], condition=Q(waits=True), name="ladders_fixture_waits"),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.round}.{self.pairing}.{self.leg}"


class Arrangement(models.Model):
    """What a director has set by hand for a round: two entries who meet, or one that has a bye."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="arranged")
    round = models.PositiveSmallIntegerField()
    seats = ArrayField(models.PositiveBigIntegerField(), help_text="Entries.")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.round}: {self.seats}"


class Medal(models.Model):
    """A title won in an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="medals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="medals")
    place = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=140)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "title"], name="ladders_medal_once")
        ]

    def __str__(self) -> str:
        return self.title


class Ladder(models.Model):
    """One a game, for ever."""

    code = models.CharField("game", max_length=2, choices=CODES, unique=True)
    clock = models.CharField(max_length=10, choices=CLOCKS, default="main")
    size = models.PositiveIntegerField(default=0, editable=False)
    frozen_at = models.DateTimeField(
        null=True, editable=False, help_text="Since when staff let nobody join, challenge or slide here."
    )

    def __str__(self) -> str:
        return f"ladder of {RULES[self.code].name}"

    def get_absolute_url(self) -> str:
        """The ladder's page."""
        return reverse("ladders:ladder", args=[self.code.lower()])


class Rung(models.Model):
    """A player's place on a ladder: whoever has the smaller key stands above.

    Keys are sparse, so that one row moves where a player moves; the number of a rung, from 1 at the top, is
    counted (`ladders.order`), never stored.
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


class Log(models.Model):
    """What was decided in an event or on a ladder, by whom, and why. Lines are only ever added."""

    class Kind(models.TextChoices):
        OPENED = "opened", "open for entries"
        BEGAN = "began", "it has begun"
        ROUND = "round", "a round is over"
        STAGE = "stage", "a stage is over"
        OVER = "over", "it is over, under review"
        GOES_ON = "goes-on", "it goes on after all"
        FINAL = "final", "the results are final"
        CANCELLED = "cancelled", "it is called off"

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

    def __str__(self) -> str:
        return f"announces {self.event_id}"
