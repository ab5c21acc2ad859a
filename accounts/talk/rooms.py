"""One room for all talk: beside a match, in a team, in an event, and between two players.

A room says who comes in and where it keeps what is said. What holds for all of them stands here: how much
may be said at once and by whom, who is not heard, and how open pages learn that there is something new.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from django.core.cache import cache
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import live, spending
from accounts.models import User
from accounts.models.talk import LONGEST, Words
from accounts.moderation.muting import MayNotWrite, hushed, must_not_be_muted
from accounts.people import finding, relations
from accounts.talk.words import clean

PAGE = 50
"""Remarks that are shown at once; earlier ones are a page away."""
REMEMBERED = 24 * 3600  # seconds for which a page that lost its line may send again
ONCE = 40
"""How long the word of one sending may be; longer ones are of nobody's page."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A page of what was said, oldest first, and the key before which there is more, if there is."""

    said: list[Words]
    earlier: int | None


class Room(ABC):
    """A place where players talk. What is written to people is one sentence that can be shown."""

    name: str
    """What it is called in addresses and on channels, `match-5`."""
    heading: str
    address: str
    """Its own page, which takes what is said, too."""
    around: str
    """The page that it belongs to."""
    back: str
    """What the way to that page is called."""
    readers: str = ""
    """Who reads what is said here: a sentence."""
    asks: str
    """What stands above the field that takes words."""
    longest = LONGEST
    one_line: bool = False
    """Whether there is room for one line to write in."""
    can_be_off: bool = True
    """Whether it is still for players who have the chat off (Profile.chat)."""

    @property
    def channel(self) -> str:
        """Where open pages hear that something was said. Only who may read is given leave to listen."""
        return f"talk-{self.name}"

    @abstractmethod
    def why_not_read(self, player: User) -> str:
        """Why the player may not come in; empty when it may."""

    @abstractmethod
    def why_not_say(self, player: User) -> str:
        """Why one who may read may say nothing here now, beside what holds everywhere; empty when it may."""

    @abstractmethod
    def remarks(self, player: User) -> QuerySet[Words]:
        """All that was said, as far as it is kept for the player."""

    @abstractmethod
    def keep(self, player: User, text: str) -> Words:
        """Write a remark down. It is called in a transaction."""

    def look(self, player: User) -> None:  # noqa: B027  (most rooms count nobody's looks)
        """The player looks at what was said."""

    def down_address(self, remark: Words, player: User) -> str:
        """Where the player takes a remark down; empty for who does not lead the room."""
        return ""

    @abstractmethod
    def report_address(self, remark: Words) -> str:
        """Where a remark is reported."""


def is_off(room: Room, player: User) -> bool:
    """Whether the player wants no talk but messages. One query."""
    return room.can_be_off and not finding.profile_of(player).chat


def why_not(room: Room, player: User) -> str:
    """Why the player may say nothing in the room now; empty when it may."""
    reason = room.why_not_read(player)
    if reason:
        return reason
    try:
        must_not_be_muted(player)
    except MayNotWrite as muted:
        return str(muted)
    if is_off(room, player):
        return _("Your chat is switched off.")
    return room.why_not_say(player)


def say(room: Room, player: User, text: str, once: str = "") -> Words | None:
    """Say something. None where this sending, by its word `once`, was taken before.

    Raises MayNotWrite, BadText, spending.TooOften. What is refused is not said, and may be sent again.
    """
    text = clean(text)
    reason = why_not(room, player)
    if reason:
        raise MayNotWrite(reason)
    with transaction.atomic():  # the word of a sending stands only where its remark does
        if once and _was_taken(f"said:{room.name}:{player.pk}:{once[:ONCE]}"):
            return None
        spending.spend("message", player)
        remark = room.keep(player, text)
        live.publish_on_commit(room.channel)
    return remark


class NothingSaid(LookupError):
    """There is no such remark that the player reads and somebody else has made."""


def reported(room: Room, player: User, remark_id: int) -> Words:
    """A remark of another that the player reports, with who made it. Raises NothingSaid."""
    if room.why_not_read(player):
        raise NothingSaid
    others = room.remarks(player).select_related("player").exclude(player=player)
    found = others.filter(pk=remark_id, player__isnull=False).first()
    if found is None:
        raise NothingSaid
    return found


def quoted(room: Room, remark: Words) -> tuple[str, str]:
    """What staff read of it: the words as they are now, and where they stand."""
    return remark.text, f"{room.name}, remark {remark.pk}"


def _was_taken(word: str) -> bool:
    """Whether a sending was taken before; else it is now. Only in the transaction that keeps what it says.

    Waits for another try of the same sending. Raises OperationalError where that one lasts too long: nobody
    knows yet whether it will be said.
    """
    if cache.add(word, 1, REMEMBERED):
        return False
    if cache.get(word) is None:
        raise OperationalError("This is still being sent.")
    return True


def heard(room: Room, player: User, before: int | None = None) -> Heard | None:
    """The latest that was said, or what was said before a remark; None where the player has the chat off.

    Ignored players and those who ignore the player are not heard, nor who is muted. Raises MayNotWrite
    where the player may not come in.
    """
    reason = room.why_not_read(player)
    if reason:
        raise MayNotWrite(reason)
    if is_off(room, player):
        return None
    room.look(player)
    said = room.remarks(player).select_related("player")
    if room.can_be_off:
        said = said.exclude(hushed(player)).exclude(player__in=relations.apart(player))
    if before is not None:
        said = said.filter(pk__lt=before)
    latest = list(said.order_by("-pk")[: PAGE + 1])
    shown = latest[:PAGE]
    return Heard(shown[::-1], shown[-1].pk if len(latest) > PAGE else None)
