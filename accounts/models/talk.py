"""What players write to one another."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from accounts.models.user import User

LONGEST = 2000
"""How many letters may be written at once, to one player as to many."""


class Words(models.Model):
    """Something that a player wrote to others; of a closed account the words stay without a name."""

    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Thread(models.Model):
    """All that two players have written to each other. `low` is the one with the smaller key."""

    low = models.ForeignKey(User, models.CASCADE, related_name="threads_low")
    high = models.ForeignKey(User, models.CASCADE, related_name="threads_high")
    last = models.PositiveBigIntegerField(default=0, help_text="The key of the latest message.")
    last_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    low_read = models.PositiveBigIntegerField(default=0, help_text="Up to which message low has read.")
    high_read = models.PositiveBigIntegerField(default=0)
    low_gone = models.PositiveBigIntegerField(default=0, help_text="Up to which message low has deleted.")
    high_gone = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="accounts_thread_once"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="accounts_thread_of_two"),
        ]
        indexes = [
            models.Index(fields=["low", "-last"], name="accounts_thread_low"),
            models.Index(fields=["high", "-last"], name="accounts_thread_high"),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} and {self.high_id}"

    def side(self, player: User) -> str:
        """`low` or `high`: which of the two the player is."""
        return "low" if player.pk == self.low_id else "high"

    def other(self, player: User) -> User:
        """The one the player talks to."""
        return self.high if player.pk == self.low_id else self.low

    def unread(self, player: User) -> bool:
        """Whether there is something new for the player."""
        read: int = getattr(self, f"{self.side(player)}_read")
        return self.last > read and self.last_by_id != player.pk


class Message(Words):
    """One message of a thread."""

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="messages")

    class Meta:
        indexes = [models.Index(fields=["thread", "-id"], name="accounts_message_list")]

    def __str__(self) -> str:
        return f"message {self.pk} of {self.thread_id}"
