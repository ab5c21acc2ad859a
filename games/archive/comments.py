"""Comments on a match that is over, by those who played it: theirs alone until all of them agree otherwise.

Everybody who sat there and still has an account is asked; robots are not. Once all agree, whoever may see the
match reads what was said; each can take that back at any time, for all that stands there. Who closes the
account takes away what it said, and is asked no longer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import addresses, holding, live, spending
from accounts.models import User
from accounts.models.talk import Words
from accounts.moderation.muting import hushed
from accounts.people import relations
from accounts.talk.rooms import Room, is_off
from games.archive import notices
from games.models import Agreement, Comment, Match, Seat

SHOWN = 50
"""Comments beside a replay, the latest; the page of comments has all."""


class NotYours(Exception):
    """Only who played the match decides about its comments. The sentence can be shown."""


class OfMatch(Room):
    """Where the players of a match that is over say what they think of it."""

    def __init__(self, match: Match, seats: Sequence[Seat], agreed: Collection[int]) -> None:
        self.match, self.seats = match, seats
        self.name = f"comments-{match.pk}"
        self.heading = _("Comments on a match of %(game)s") % {"game": match.rules.name}
        self.address = addresses.of("games:comments", match.pk)
        self.around, self.back = addresses.of("games:replay", match.pk), _("Back to the replay")
        self.asks = _("Say something about the match")
        self.agreed = set(agreed)
        self.public = bool(self._asked) and self._asked <= self.agreed
        self.readers = self._readers()

    @property
    def _asked(self) -> set[int]:
        """Whoever has to agree before others read it."""
        return {seat.player.pk for seat in self.seats if seat.player is not None and not seat.player.robot}

    def _readers(self) -> str:
        if self.public:
            return _("All players have agreed that everybody may read these comments.")
        return _("Only the players of this match can read these comments, until all of them agree otherwise.")

    def plays(self, player: User | None) -> bool:
        """Whether the player sat there."""
        return player is not None and player.pk in self._asked

    def why_not_read(self, player: User) -> str:
        """Who played it, and everybody once they agree. It is not told whether there is anything to read."""
        if self.public or self.plays(player):
            return ""
        return _("Only the players of this match read what they say of it.")

    def why_not_say(self, player: User) -> str:
        """Only who played it."""
        return "" if self.plays(player) else _("Only the players of this match comment on it.")

    def remarks(self, player: User) -> QuerySet[Words]:
        """All of them."""
        return Comment.objects.filter(match=self.match)

    def keep(self, player: User, text: str) -> Comment:
        """Write one down, and tell the others who played."""
        others = [
            seat.player
            for seat in self.seats
            if seat.player is not None and seat.player != player and not seat.player.guest
        ]
        there = set(holding.hold([player.pk, *(other.pk for other in others)])) - relations.apart(player)
        comment = Comment.objects.create(match=self.match, player=player, text=text)
        notices.commented(comment, [other for other in others if other.pk in there])
        return comment

    def look(self, player: User) -> None:
        """What was told of them is settled."""
        if self.plays(player):
            notices.looked(self.match.pk, player)

    def report_address(self, remark: Words) -> str:
        """Beside the comments."""
        return reverse("games:report_comment", args=[self.match.pk, remark.pk])


def room_of(match: Match, seats: Sequence[Seat]) -> OfMatch:
    """The room of a match that is over. One query."""
    agreed = Agreement.objects.filter(match=match).values_list("player", flat=True)
    return OfMatch(match, seats, set(agreed))


@transaction.atomic
def agree(room: OfMatch, player: User, *, agrees: bool) -> None:
    """Agree that everybody may read the comments, or take that back. Raises NotYours, spending.TooOften."""
    if not room.plays(player):
        raise NotYours(_("Only the players of this match decide who reads what they say of it."))
    spending.spend("keep", player)
    if agrees and holding.hold([player.pk]):
        Agreement.objects.bulk_create([Agreement(match=room.match, player=player)], ignore_conflicts=True)
    elif not agrees:
        Agreement.objects.filter(match=room.match, player=player).delete()
    live.publish_on_commit(room.channel)


def latest(room: OfMatch, viewer: User | None) -> list[Comment]:
    """The latest comments that the viewer may read beside the replay, the oldest of them first; whoever is
    muted, or apart from the viewer, is left out, and all where the viewer has the chat off. Three queries at
    most.
    """
    if not (room.public or room.plays(viewer)) or (viewer is not None and is_off(room, viewer)):
        return []
    said = Comment.objects.filter(match=room.match).select_related("player")
    if viewer is not None:
        said = said.exclude(hushed(viewer)).exclude(player__in=relations.apart(viewer))
    shown = [one for one in said.order_by("-pk")[:SHOWN] if viewer == one.player or not one.player.muted]
    return shown[::-1]


def everything(player: User) -> list[Any]:
    """What the player has said so, for the player's own archive. One query."""
    found = Comment.objects.filter(player=player).order_by("pk")
    return list(found.values("match", "text", "at"))


def agreed(player: User) -> list[Any]:
    """Where the player has agreed that everybody may read it. One query."""
    found = Agreement.objects.filter(player=player).order_by("pk")
    return list(found.values("match", "at"))
