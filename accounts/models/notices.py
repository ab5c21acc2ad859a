"""What is told to players: the notice itself, and how they want it to reach them.

A notice is written in the transaction that it tells of, or by the worker out of what that transaction
noted (accounts.outbox): so it is neither lost nor told of something that did not happen. What is settled
is marked, not deleted: its deliveries (models.delivery) may be in the making.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.models.explained import Explained
from accounts.models.hook import Hook
from accounts.models.hook import _secret as _secret  # noqa: PLC0414  (a migration asks for it here)
from accounts.models.user import User


class Mode(models.TextChoices):
    """When a kind of notice is mailed."""

    ONCE = "once", _("at once")
    DIGEST = "digest", _("once a day")
    NEVER = "never", _("never")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice: what it is called in the settings, and how it reaches those who chose nothing.

    `listed`: whether it stands in the list of notices; turns do not, for the list of matches tells them.
    """

    words: str
    mail: Mode
    push: bool = True
    listed: bool = True

    @property
    def label(self) -> str:
        """What it is called, in the reader's language."""
        return gettext(self.words)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "turn": Kind(gettext_noop("It is my turn"), Mode.ONCE, listed=False),
        "reminder": Kind(gettext_noop("My time runs out"), Mode.ONCE, listed=False),
        "invitation": Kind(gettext_noop("I am invited to a match"), Mode.ONCE),
        "start": Kind(gettext_noop("A match of mine begins"), Mode.DIGEST),
        "late": Kind(gettext_noop("My opponent’s time is up"), Mode.ONCE),
        "over": Kind(gettext_noop("A match of mine is over"), Mode.DIGEST, push=False),
        "feat": Kind(gettext_noop("I earn an achievement"), Mode.NEVER, push=False),
        "message": Kind(gettext_noop("Somebody writes to me"), Mode.ONCE),
        "forum": Kind(gettext_noop("Something new in a thread I follow"), Mode.DIGEST, push=False),
        "event": Kind(gettext_noop("News of my events"), Mode.DIGEST),
        "staff": Kind(gettext_noop("The staff decides something about me"), Mode.ONCE),
        "news": Kind(gettext_noop("News of the site"), Mode.NEVER, push=False),
        "ways": Kind(gettext_noop("A way of telling me fails"), Mode.ONCE),
    }
)


HOURS = [MaxValueValidator(23)]


class Preferences(models.Model):
    """How a player wants to be told. Without a row everything is as KINDS has it."""

    player = models.OneToOneField(User, models.CASCADE, related_name="preferences")
    mail = models.JSONField(default=dict, help_text="Kind: mode, where it is not the usual.")
    push = models.JSONField(default=dict, help_text="Kind: whether, where it is not the usual.")
    digest_hour = models.PositiveSmallIntegerField(default=8, validators=HOURS)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOURS)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True, validators=HOURS)
    webhook = models.OneToOneField(
        Hook,
        models.SET_NULL,
        null=True,
        related_name="preferences",
        help_text="Every notice is posted to it.",
    )
    calendar = models.CharField(max_length=40, default=_secret, unique=True, editable=False)

    def __str__(self) -> str:
        return f"how {self.player_id} is told"

    def renew(self) -> None:
        """Choose other secrets and store them."""
        self.calendar = _secret()
        self.save(update_fields=["calendar"])
        if self.webhook is not None:
            self.webhook.secret = _secret()
            self.webhook.save(update_fields=["secret"])

    def mode(self, kind: str) -> str:
        """When this kind is mailed."""
        return str(self.mail.get(kind, KINDS[kind].mail))

    def pushes(self, kind: str) -> bool:
        """Whether this kind is pushed to the player's browsers."""
        return bool(self.push.get(kind, KINDS[kind].push))


class Notice(models.Model):
    """One thing told to one player."""

    player = models.ForeignKey(User, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=12, choices=[(key, _(kind.words)) for key, kind in KINDS.items()])
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
        # That a player is told a key once is held by a trigger: see accounts/notices/partitions.py.
        indexes = [
            models.Index(fields=["player", "-id"], name="accounts_notice_list"),
            models.Index(fields=["player", "topic"], name="accounts_notice_topic"),
            models.Index("id", condition=Q(spread=False), name="accounts_notice_new"),
            models.Index(fields=["created_at"], name="accounts_notice_age"),
            models.Index(
                fields=["player"],
                condition=Q(read_at=None, settled_at=None),
                name="accounts_notice_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.player_id}: {self.subject}"


class PushSubscription(Explained):
    """A browser that takes pushed notices, as the Push API describes it."""

    player = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    dropped_at = models.DateTimeField(null=True, help_text="It takes no more since; kept to be shown.")
    why = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"a browser of {self.player_id}"
