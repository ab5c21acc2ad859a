"""What is told to players: the notice itself, and how it still has to reach them.

A notice is written in the transaction that it tells of, or by the worker out of what that transaction
noted (accounts.outbox): so it is neither lost nor told of something that did not happen. What is settled
is marked, not deleted: its deliveries may be in the making. A Delivery is work still to be done.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from accounts.models.user import User


class Mode(models.TextChoices):
    """When a kind of notice is mailed."""

    ONCE = "once", "at once"
    DIGEST = "digest", "once a day"
    NEVER = "never", "never"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice: what it is called in the settings, and how it reaches those who chose nothing.

    `listed`: whether it stands in the list of notices; turns do not, for the list of matches tells them.
    """

    label: str
    mail: Mode
    push: bool = True
    listed: bool = True


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "turn": Kind("It is my turn", Mode.ONCE, listed=False),
        "reminder": Kind("My time runs out", Mode.ONCE, listed=False),
        "invitation": Kind("I am invited to a match", Mode.ONCE),
        "start": Kind("A match of mine begins", Mode.DIGEST),
        "late": Kind("My opponent's time is up", Mode.ONCE),
        "over": Kind("A match of mine is over", Mode.DIGEST, push=False),
        "message": Kind("Somebody writes to me", Mode.ONCE),
        "event": Kind("News of my events", Mode.DIGEST),
        "staff": Kind("The staff decides something about me", Mode.ONCE),
        "news": Kind("News of the site", Mode.NEVER, push=False),
    }
)


def _secret() -> str:
    return secrets.token_urlsafe(24)


HOURS = [MaxValueValidator(23)]


class Telling(models.Model):
    """How a player wants to be told. Without a row everything is as KINDS has it."""

    player = models.OneToOneField(User, models.CASCADE, related_name="telling")
    mail = models.JSONField(default=dict, help_text="Kind: mode, where it is not the usual.")
    push = models.JSONField(default=dict, help_text="Kind: whether, where it is not the usual.")
    digest_hour = models.PositiveSmallIntegerField(default=8, validators=HOURS)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOURS)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOURS)
    hook = models.URLField(blank=True, help_text="Where every notice is posted to.")
    hook_secret = models.CharField(max_length=40, default=_secret, editable=False)
    calendar = models.CharField(max_length=40, default=_secret, unique=True, editable=False)

    def __str__(self) -> str:
        return f"how {self.player_id} is told"

    def renew(self) -> None:
        """Choose other secrets and store them."""
        self.hook_secret, self.calendar = _secret(), _secret()
        self.save(update_fields=["hook_secret", "calendar"])

    def mode(self, kind: str) -> str:
        """When this kind is mailed."""
        return str(self.mail.get(kind, KINDS[kind].mail))

    def pushes(self, kind: str) -> bool:
        """Whether this kind is pushed to the player's browsers."""
        return bool(self.push.get(kind, KINDS[kind].push))


class Notice(models.Model):
    """One thing told to one player."""

    player = models.ForeignKey(User, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=[(key, kind.label) for key, kind in KINDS.items()])
    subject = models.CharField(max_length=150)
    text = models.TextField(blank=True)
    address = models.CharField(max_length=200, help_text="The path of the page that it is about.")
    topic = models.CharField(max_length=40, blank=True, help_text="It is settled with everything of it.")
    key = models.CharField(max_length=80, help_text="What is told, so that it is told once.")
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    spread = models.BooleanField(default=False, help_text="Whether its deliveries are made.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="accounts_notice_once")]
        indexes = [
            models.Index(fields=["player", "-id"], name="accounts_notice_list"),
            models.Index(fields=["player", "topic"], name="accounts_notice_topic"),
            models.Index("id", condition=Q(spread=False), name="accounts_notice_new"),
            models.Index(fields=["created_at"], name="accounts_notice_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.player_id}: {self.subject}"


class PushSubscription(models.Model):
    """A browser that takes pushed notices, as the Push API describes it."""

    player = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a browser of {self.player_id}"


class Delivery(models.Model):
    """A notice that has still to be sent by one way. Whoever sends it moves `due` first, as a lease."""

    class Way(models.TextChoices):
        MAIL = "mail", "mail"
        DIGEST = "digest", "daily mail"
        PUSH = "push", "push"
        HOOK = "hook", "webhook"

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    way = models.CharField(max_length=6, choices=Way)
    browser = models.ForeignKey(PushSubscription, models.CASCADE, null=True)
    due = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way", "browser"], nulls_distinct=False, name="accounts_delivery_once"
            )
        ]
        indexes = [models.Index(fields=["way", "due"], name="accounts_delivery_due")]

    def __str__(self) -> str:
        return f"{self.way} of {self.notice_id}"
