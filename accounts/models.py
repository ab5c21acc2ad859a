"""People."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class User(AbstractUser):
    """A player. Names are unique whatever their case."""

    time_zone = models.CharField(
        max_length=64, default="UTC", help_text="An IANA name such as Europe/Vienna."
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_name_any_case",
                violation_error_message="A player of that name exists already.",
            ),
        ]
