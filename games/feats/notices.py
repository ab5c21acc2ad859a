"""What is told of achievements."""

from __future__ import annotations

from django.urls import reverse

from accounts import notices
from accounts.models import User
from accounts.said import later as _
from games.feats.words import WORDS


def earned(player: User, feat: str) -> None:
    """Tell a player of an achievement, once however often it is counted."""
    words = WORDS[feat]
    said = _("You have earned an achievement: %(name)s") % {"name": words.name}
    address = reverse("games:player", args=[player.get_username()]) + "#feats"
    notices.tell([player], "feat", f"feat-{feat}", said, address, text=words.line)
