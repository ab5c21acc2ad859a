"""News of the site, and what players say of it."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User
from accounts.single_line import single_line


class News(models.Model):
    """A piece of news by the staff."""

    title = models.CharField(max_length=120, validators=[single_line])
    text = models.TextField()
    by = models.ForeignKey(User, models.SET_NULL, null=True, editable=False, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True, editable=False, db_index=True)
    told_at = models.DateTimeField(
        null=True, editable=False, help_text=_("When those who want news were told.")
    )

    class Meta:
        verbose_name_plural = _("news")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Where it stands."""
        return f"{reverse('news')}#news-{self.pk}"


class Testimonial(models.Model):
    """What a player says of the site, shown with the player's consent once staff have read it."""

    player = models.OneToOneField(User, models.CASCADE, related_name="testimonial")
    text = models.TextField(max_length=600)
    at = models.DateTimeField(auto_now=True)
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    approved_by = models.ForeignKey(User, models.SET_NULL, null=True, editable=False, related_name="+")

    def __str__(self) -> str:
        return f"what {self.player} says"
