"""The outbox: everything that has still to be sent, to whomever, by whatever way; and what was given up."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.explained import Explained
from accounts.models.hook import Hook
from accounts.models.notices import Notice, PushSubscription


class Delivery(Explained):
    """One thing to send by one way. It is gone once it is sent; given up it is kept a while, to be shown.

    Whoever sends it moves `due` forward first, as a lease. What belongs to no notice (a letter, an
    announcement) has all there is to say in `content`; it is emptied when the row is given up, for a
    letter may hold a way into an account.
    """

    class Way(models.TextChoices):
        MAIL = "mail", _("mail")
        DIGEST = "digest", _("daily mail")
        PUSH = "push", _("push")
        HOOK = "hook", _("webhook")
        LETTER = "letter", _("letter")
        NONE = "none", _("no way was found")

    way = models.CharField(max_length=6, choices=Way)
    lane = models.CharField(max_length=300, help_text=_("Whom it is for: each is served in turn."))
    notice = models.ForeignKey(Notice, models.CASCADE, null=True, related_name="deliveries")
    browser = models.ForeignKey(PushSubscription, models.CASCADE, null=True)
    hook = models.ForeignKey(Hook, models.CASCADE, null=True)
    to = models.CharField(max_length=254, blank=True, help_text=_("The address of a letter."))
    content = models.JSONField(default=dict)
    due = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0, help_text=_("How often it was begun to be sent."))
    created_at = models.DateTimeField(auto_now_add=True)
    given_up_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=200, blank=True, help_text=_("What went wrong, as a player reads it."))
    detail = models.CharField(max_length=300, blank=True, help_text=_("The same for those who run the site."))

    class Meta:
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way", "browser"],
                condition=Q(notice__isnull=False),
                nulls_distinct=False,
                name="accounts_delivery_once",
            )
        ]
        indexes = [
            models.Index(
                fields=["way", "lane", "due"], condition=Q(given_up_at=None), name="accounts_delivery_due"
            ),
            models.Index(
                fields=["-given_up_at"], condition=Q(given_up_at__isnull=False), name="accounts_delivery_lost"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.pk} of {self.lane}"

    @property
    def reads(self) -> str:
        """The language of whoever reads it, or why it was not sent; a letter is written already."""
        if self.notice is not None:
            return self.notice.player.reads
        return self.hook.owner.reads if self.hook is not None else ""


def lane_of_player(player_id: int) -> str:
    """The lane of what is mailed and pushed to a player."""
    return f"player-{player_id}"


def lane_of_hook(hook_id: int) -> str:
    """The lane of what is posted to a webhook."""
    return f"hook-{hook_id}"
