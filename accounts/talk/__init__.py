"""Messages between two players, a room of their own.

Neither who ignores nor who is ignored can write; a muted player cannot either. Until a newcomer has
finished a match, it can only answer: nobody makes accounts to write to everybody.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import bell
from accounts.models import User
from accounts.models.talk import Message, Thread, Words
from accounts.people import relations
from accounts.talk import notices
from accounts.talk.rooms import Room

THREADS = 100
FOUND = 50


def is_settled(player: User) -> bool:
    """Whether the player has finished a match (settings.SETTLED): newcomers are limited."""
    settled: bool = import_string(settings.SETTLED)(player)
    return settled


def thread_of(player: User, other: User) -> Thread | None:
    """What the two have written, if anything. One query."""
    low, high = sorted((player.pk, other.pk))
    return Thread.objects.select_related("low", "high").filter(low=low, high=high).first()


class Two(Room):
    """Where two players write to each other. Chat off leaves it on."""

    can_be_off = False

    def __init__(self, player: User, other: User) -> None:
        self.low, self.high = sorted((player, other), key=lambda one: one.pk)
        self.other = other
        self.name = f"two-{self.low.pk}-{self.high.pk}"
        self.heading = other.get_username()
        self.address = reverse("talk", args=[other.get_username()])
        self.around, self.back = reverse("messages"), _("All messages")
        self.asks = _("Write to %(name)s") % {"name": other.get_username()}

    def why_not_read(self, player: User) -> str:
        """Who asks is one of the two."""
        return ""

    def why_not_say(self, player: User) -> str:
        """Robots do not read; who is ignored does not write; a newcomer only answers."""
        if player == self.other:
            return _("That is you.")
        if self.other.robot or not self.other.is_active:
            return _("Nobody would read it.")
        if not relations.may_write(player, self.other):
            return _("You two cannot write to each other.")
        if not player.acts_as_staff and not is_settled(player):
            written = Message.objects.filter(thread__low=self.low, thread__high=self.high, player=self.other)
            if not written.exists():
                return _("Until you have finished a match, you can only answer players who write to you.")
        return ""

    def remarks(self, player: User) -> QuerySet[Message]:
        """What the player has not deleted."""
        gone = F("thread__low_gone" if player == self.low else "thread__high_gone")
        return Message.objects.filter(thread__low=self.low, thread__high=self.high, pk__gt=gone)

    def keep(self, player: User, text: str) -> Message:
        """Write a message down, and tell the other of it."""
        thread, _made = Thread.objects.get_or_create(low=self.low, high=self.high)
        thread = Thread.objects.select_for_update().get(pk=thread.pk)
        message = Message.objects.create(thread=thread, player=player, text=text)
        thread.last, thread.last_by = message.pk, player
        setattr(thread, f"{thread.side(player)}_read", message.pk)
        thread.save()
        bell.ring([self.other.pk])
        notices.written(thread, player, self.other)
        return message

    def look(self, player: User) -> None:
        """All that stands there now is read. Nothing is written where nothing is new."""
        thread = thread_of(player, self.other)
        if thread is None:
            return
        side = thread.side(player)
        if getattr(thread, f"{side}_read") < thread.last:
            Thread.objects.filter(pk=thread.pk).update(**{f"{side}_read": thread.last})
            notices.read(thread, player)
            bell.ring([player.pk])

    def report_address(self, remark: Words) -> str:
        """Beside the messages."""
        return reverse("report_message", args=[self.other.get_username(), remark.pk])


def delete(player: User, thread: Thread) -> None:
    """Delete all of it on the player's side."""
    side = thread.side(player)
    Thread.objects.filter(pk=thread.pk).update(**{f"{side}_gone": F("last"), f"{side}_read": F("last")})
    bell.ring([player.pk])


def _mine(player: User) -> Q:
    return Q(low=player, last__gt=F("low_gone")) | Q(high=player, last__gt=F("high_gone"))


def threads(player: User) -> list[Thread]:
    """What the player has not deleted, the latest first. One query."""
    return threads_before(player, None, THREADS)


def threads_before(player: User, last: int | None, count: int) -> list[Thread]:
    """So many of those whose latest message came before that with this key. One query."""
    found = Thread.objects.select_related("low", "high").filter(_mine(player))
    before = found if last is None else found.filter(last__lt=last)
    return list(before.order_by("-last")[:count])


def unread(player: User) -> QuerySet[Thread]:
    """The threads that have something new."""
    new = Q(low=player, last__gt=F("low_read")) | Q(high=player, last__gt=F("high_read"))
    return Thread.objects.filter(new).exclude(last_by=player)


def search(player: User, words: str) -> list[Message]:
    """The latest of the player's messages, sent or received and not deleted, that hold these words."""
    words = words.replace("\x00", "").strip()
    if not words:
        return []
    mine = Q(thread__low=player, pk__gt=F("thread__low_gone")) | Q(
        thread__high=player, pk__gt=F("thread__high_gone")
    )
    found = Message.objects.select_related("player", "thread__low", "thread__high").filter(mine)
    return list(found.filter(text__icontains=words).order_by("-pk")[:FOUND])
