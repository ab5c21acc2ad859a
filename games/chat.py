"""The room beside a match: for those who sit there."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import addresses
from accounts.models import User
from accounts.models.talk import Words
from accounts.spoken import kept_by_language
from accounts.talk.rooms import Room
from games.models import Match, Remark


class Beside(Room):
    """Where those who have agreed to a match talk: nobody is spoken to who was but invited."""

    one_line = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.name = f"match-{match.pk}"
        self.heading, self.back, self.readers, self.asks = _words()
        self.address = addresses.of("games:chat", match.pk)
        self.around = addresses.of("games:table", match.pk)

    def why_not_read(self, player: User) -> str:
        """Only who sits there and has said yes. One query."""
        accepted = self.match.seats.filter(player=player).values_list("accepted", flat=True).first()
        if accepted is None:
            return _("You are not playing in this match.")
        return "" if accepted else _("Accept the invitation first: this chat is for the players.")

    def why_not_say(self, player: User) -> str:
        """Who sits there has agreed to the others."""
        return ""

    def remarks(self, player: User) -> QuerySet[Words]:
        """All of them."""
        return Remark.objects.filter(match=self.match)

    def keep(self, player: User, text: str) -> Remark:
        """One row."""
        return Remark.objects.create(match=self.match, player=player, text=text)

    def report_address(self, remark: Words) -> str:
        """Beside the chat."""
        return reverse("games:report_remark", args=[self.match.pk, remark.pk])


@kept_by_language()
def _words() -> tuple[str, str, str, str]:
    """What it is called, what the way back is, who reads it, what it asks for: every table has the room."""
    return (
        _("Chat"),
        _("Back to the table"),
        _("Only the players at this table can read what is said here."),
        _("Say something"),
    )
