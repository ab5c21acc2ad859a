"""Reports of what should not be, and what staff decided."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Report(models.Model):
    """Somebody tells the staff of a player, with what was written where there is something.

    The words stay as they were, also when either account is closed.
    """

    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports")
    about = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports_about")
    why = models.TextField(max_length=1000)
    quote = models.TextField(blank=True, editable=False, help_text=_("What was written, as it was then."))
    where = models.CharField(max_length=200, blank=True, editable=False)
    at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, editable=False, related_name="+")
    decision = models.TextField(blank=True, editable=False)

    class Meta:
        indexes = [models.Index("at", condition=models.Q(decided_at=None), name="accounts_report_queue")]

    def __str__(self) -> str:
        return f"report {self.pk} about {self.about or 'a former player'}"


class Sanction(models.Model):
    """A decision of the staff about a player. Only accounts.moderation writes it; none is ever changed.

    An appeal against it is answered once: it is lifted, or it is upheld.
    """

    class Kind(models.TextChoices):
        WARN = "warn", _("warning")
        MUTE = "mute", _("may not write")
        BAR = "bar", _("may not enter events")
        SUSPEND = "suspend", _("may not use the site")

    player = models.ForeignKey(User, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.TextField(help_text=_("The player reads it."))
    until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    report = models.ForeignKey(Report, models.SET_NULL, null=True, blank=True, related_name="sanctions")
    at = models.DateTimeField(auto_now_add=True)
    appeal = models.TextField(blank=True, max_length=2000)
    appealed_at = models.DateTimeField(null=True, blank=True)
    upheld_at = models.DateTimeField(null=True, blank=True)
    upheld_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    upheld_why = models.TextField(blank=True, db_default="")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    lifted_why = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["player", "-id"], name="accounts_sanction_list")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player}"

    @property
    def waits(self) -> bool:
        """Whether there is an appeal that nobody has answered."""
        return self.appealed_at is not None and self.upheld_at is None and self.lifted_at is None


class Trace(models.Model):
    """What is kept of a closed account while a decision about it holds: no address, no name, a keyed hash."""

    digest = models.CharField(max_length=64, help_text="Of an address or a name, keyed.")
    kind = models.CharField(max_length=8, choices=Sanction.Kind)
    reason = models.TextField()
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["digest", "kind"], name="accounts_trace_once")]

    def __str__(self) -> str:
        return f"{self.kind} until {self.until:%Y-%m-%d}"
