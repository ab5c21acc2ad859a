"""Matches, who sits at them, and everything that was ever done at their tables.

The moves are the truth; `Match.state` and the summary columns are caches of them. A match that is over folds
after a while: its moves and its state then lie in one row (folded.py). Only the
modules of games.match save a match, a seat or a move; a closed account leaves its seats by the foreign key.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clock import CLOCKS
from games.clock.calendar import Calendar
from games.models.deal import Deal
from games.models.outcome import Outcome
from games.models.reasoned import Reasoned
from games.rules import RULES, choices
from games.rules.base import APART, Pace, Rules

FORMER_PLAYER, GUEST = "former player", "Guest"
ONE_AT_MOST, AGAIN = Q(event__isnull=True) | Q(ladder__isnull=True), Q(rematch_of__isnull=False)


def name_of(username: str | None, *, guest: bool) -> str:
    """How tables and lists call who sits there; None is a closed account's name."""
    if username is None:
        return FORMER_PLAYER
    return GUEST if guest else username


class Match(Reasoned):
    """One contest of one or more seats under one set of rules."""

    HIGHEST = models.BigIntegerField.MAX_BIGINT
    """No match has a higher number. Postgres reads none, where Django's own queries just find nothing."""

    class Status(models.TextChoices):
        INVITING = "inviting", _("waiting for answers")
        DECLINED = "declined", _("declined")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")

    code = models.CharField(max_length=2, choices=choices)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=9, choices=[(pace.value, pace.value) for pace in Pace])
    clock = models.CharField(max_length=10, choices=[(key, _(preset.name)) for key, preset in CLOCKS.items()])
    rated = models.BooleanField(default=True)
    event = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("The event it is played in, by its number: games know no more of it."),
    )
    ladder = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("The ladder it is played on, by its number likewise."),
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
    version = models.PositiveIntegerField(default=0, editable=False, help_text=_("The number of moves."))
    starter = models.PositiveSmallIntegerField(null=True, editable=False, help_text=_("A seat, from 0."))
    deadline = models.DateTimeField(
        null=True, editable=False, help_text=_("When the first clock that runs ends.")
    )
    adjudicated = models.BooleanField(default=False, editable=False, help_text=_("Staff decided the places."))
    due = models.DateTimeField(
        null=True, editable=False, help_text=_("When the clock looks at the match next, if nobody moves.")
    )
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="+", editable=False, db_index=False
    )
    link = models.CharField(
        max_length=40, blank=True, editable=False, help_text=_("The private link by which its players met.")
    )
    seed = models.BinaryField(
        null=True,
        help_text="32 random bytes, of which its sets' labels are made; told once it is over.",
    )
    deal = models.ForeignKey(
        Deal, models.PROTECT, null=True, editable=False, related_name="matches", db_index=False
    )
    """The sets that all its cards have in common, at the pace `duplicate`."""

    may_order = models.BooleanField(
        default=True,
        db_default=True,
        editable=False,
        help_text=_("Its players may give standing orders, as far as its event goes."),
    )
    folded = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="It is over, and its moves and its state lie in one row (games.models.Folded).",
    )
    taken_back = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Somebody took a choice back in it, for practice: no result that is counted looks at it.",
    )

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)

    laid: list[Seat] | None = None
    """Its seats as a move has just left them (games.match.play.move); None elsewhere."""

    class Meta:
        verbose_name_plural = _("matches")
        constraints = [
            models.CheckConstraint(condition=ONE_AT_MOST, name="games_match_event_or_ladder"),
            models.UniqueConstraint(fields=["rematch_of"], condition=AGAIN, name="games_match_rematch_once"),
        ]
        indexes = [
            models.Index(fields=["due"], condition=Q(due__isnull=False), name="games_match_due"),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(folded=False, started_at__isnull=False, ended_at__isnull=False),
                name="games_match_to_fold",
            ),
            models.Index("link", condition=~Q(link=""), name="games_match_link"),
            models.Index("deal", condition=Q(deal__isnull=False), name="games_match_deal"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.pk}"

    @property
    def rules(self) -> Rules[Any]:
        """The rules this match is played by."""
        return RULES[self.code]

    @property
    def table(self) -> Any:
        """The state of the table, as its rules know it. Only for a match that has begun.

        One query, once, where it is folded.
        """
        return self.rules.load(self.stored)

    @property
    def stored(self) -> Any:
        """The state as JSON values, also of a folded match."""
        if self.state is not None:
            return self.state
        try:
            return self.fold.end.state
        except ObjectDoesNotExist:  # it was unfolded since it was read
            return Match.objects.values_list("state", flat=True).get(pk=self.pk)

    @property
    def begun(self) -> bool:
        """Whether its cards were ever laid."""
        return self.started_at is not None

    @property
    def apart(self) -> bool:
        """Whether everybody plays their own card by themselves, unseen by the others."""
        return self.pace in APART

    @property
    def closed(self) -> bool:
        """Whether others still play its dice, so that none but its players see them. A query with a deal."""
        return self.deal is not None and not self.deal.is_open

    @property
    def organised(self) -> bool:
        """Whether it is played in an event or on a ladder, not for itself."""
        return self.event is not None or self.ladder is not None

    @property
    def over(self) -> bool:
        """Whether nothing more can happen at this table."""
        return self.status in {self.Status.FINISHED, self.Status.VOID, self.Status.DECLINED}


class Seat(models.Model):
    """A player's place at a match, with what lists need to know of it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField(help_text="In the order of play, from 0.")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="seats",
        db_index=False,
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
    turns = models.PositiveIntegerField(default=0, db_default=0, help_text="How many turns it has ended.")
    acted_at = models.DateTimeField(null=True, help_text="When it moved last.")
    latest = models.JSONField(
        default=dict, db_default={}, help_text="Its last move: the kind, and where it ended a turn, how."
    )
    pinned = models.BooleanField(
        default=False, db_default=False, help_text="Its player wants the match on top of the list."
    )
    later = models.DateTimeField(
        null=True, help_text="When its player put the match off; the seat's next move ends that."
    )
    orders = models.JSONField(
        default=dict,
        db_default={},
        help_text="Its player's standing orders (games.rules.orders).",
    )

    class Meta:
        ordering = ["match", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="games_seat_once"),
            models.UniqueConstraint(fields=["player", "match"], name="games_seat_of_player_once"),
        ]
        indexes = [
            models.Index(fields=["player", "deadline"], condition=Q(to_move=True), name="games_seat_my_turn"),
            models.Index("remind_at", condition=Q(remind_at__isnull=False), name="games_seat_remind"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index + 1} of {self.match_id}"

    SUMMARY = (
        *("to_move", "since", "deadline", "bank", "zone", "days_off", "remind_at", "remind_last"),
        *("moves", "total", "place", "reserved", "sets", "turns", "acted_at", "latest"),
    )
    """What changes as the match goes on."""

    outcome: Outcome | None = None
    """Read with the seats of a match that is over (games.match.queries.table); None elsewhere."""

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
        player = self.player
        return FORMER_PLAYER if player is None else name_of(player.username, guest=player.guest)


class Move(models.Model):
    """One permanent act: what was done, the dice that fell, and their serials in the pool."""

    ROLL_OFF = "roll-off"
    """The kind of a throw for the start; all other kinds are those of the rules."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves", db_index=False)
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
    at = models.DateTimeField(default=timezone.now, editable=False)
    ordered = models.BooleanField(
        default=False, db_default=False, help_text="Made by the player's standing orders."
    )

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="games_move_once")]

    def __str__(self) -> str:
        return f"move {self.number} of {self.match_id}"
