"""What one player is to another."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Relation(models.Model):
    """`player` has `other` as a buddy, or ignores them. Only accounts.people.relations writes it."""

    class Kind(models.TextChoices):
        BUDDY = "buddy", _("buddy")
        IGNORED = "ignored", _("ignored")

    player = models.ForeignKey(User, models.CASCADE, related_name="relations")
    other = models.ForeignKey(User, models.CASCADE, related_name="relations_of_others")
    kind = models.CharField(max_length=7, choices=Kind)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="accounts_relation_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="accounts_relation_of_two"),
        ]
        indexes = [models.Index(fields=["other", "kind"], name="accounts_relation_back")]

    def __str__(self) -> str:
        return f"{self.other_id} is {self.kind} to {self.player_id}"
