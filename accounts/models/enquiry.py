"""What somebody writes to those who run the site, and what they answer."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User
from accounts.single_line import single_line

LONGEST_ENQUIRY = 4000


class Enquiry(models.Model):
    """A letter to the staff, of a player or of a visitor, open until somebody has answered it."""

    player = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="enquiries", db_index=False
    )
    email = models.EmailField(help_text=_("Where the answer goes."))
    subject = models.CharField(max_length=120, validators=[single_line])
    text = models.TextField(max_length=LONGEST_ENQUIRY)
    at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(blank=True, max_length=LONGEST_ENQUIRY)
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    answered_by = models.ForeignKey(User, models.SET_NULL, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name_plural = _("enquiries")
        indexes = [
            models.Index("at", condition=models.Q(answered_at=None), name="accounts_enquiry_queue"),
            models.Index(
                fields=["player"], condition=models.Q(player__isnull=False), name="accounts_enquiry_of"
            ),
        ]

    def __str__(self) -> str:
        return f"enquiry {self.pk}: {self.subject}"
