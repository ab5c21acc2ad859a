"""Messages between players.

Neither who ignores nor who is ignored can write; a muted player cannot either. Until a newcomer has
finished a match, it can only answer: nobody makes accounts to write to everybody.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import notices, relations
from accounts.models import User
from accounts.models.talk import LONGEST, Message, Thread

PAGE = 50
THREADS = 100
FOUND = 50


class MayNotWrite(Exception):
    """The player may not write to the other. The sentence says why."""


class BadText(ValueError):
    """Nothing was written, or too much."""


def clean(text: str) -> str:
    """What was written, without blanks around it. Raises BadText."""
    text = text.strip().replace("\x00", "")
    if not text:
        raise BadText("Write something first.")
    if len(text) > LONGEST:
        raise BadText(f"This is longer than {LONGEST:,} letters.")
    return text


def must_not_be_muted(player: User) -> None:
    """Raise MayNotWrite while staff have muted the player."""
    if player.muted_until and player.muted_until > timezone.now():
        until = timezone.localtime(player.muted_until)
        raise MayNotWrite(f"You may not write until {until:%-d %B %Y, %H:%M}.")


def hushed(player: User) -> Q:
    """Which words of others are not shown to the player now: those of who is muted; one sees one's own."""
    return Q(player__muted_until__gt=timezone.now()) & ~Q(player=player)


def is_settled(player: User) -> bool:
    """Whether the player has finished a match (settings.SETTLED): newcomers are limited."""
    settled: bool = import_string(settings.SETTLED)(player)
    return settled


def thread_of(player: User, other: User) -> Thread | None:
    """What the two have written, if anything. One query."""
    low, high = sorted((player.pk, other.pk))
    return Thread.objects.select_related("low", "high").filter(low=low, high=high).first()


def why_not(player: User, other: User) -> str:
    """Why the player may not write to the other now; empty when it may."""
    try:
        must_not_be_muted(player)
    except MayNotWrite as reason:
        return str(reason)
    if other.robot or not other.is_active:
        return "Nobody would read it."
    if not relations.may_write(player, other):
        return "You two do not write to each other."
    if not player.acts_as_staff and not is_settled(player):
        thread = thread_of(player, other)
        if thread is None or not thread.messages.filter(sender=other).exists():
            return "Until you have finished a match you can only answer those who write to you."
    return ""


@transaction.atomic
def write(player: User, other: User, text: str) -> Message:
    """Send a message. Raises MayNotWrite, BadText."""
    text = clean(text)
    reason = why_not(player, other)
    if reason:
        raise MayNotWrite(reason)
    low, high = sorted((player, other), key=lambda one: one.pk)
    thread, _ = Thread.objects.get_or_create(low=low, high=high)
    thread = Thread.objects.select_for_update().get(pk=thread.pk)
    message = Message.objects.create(thread=thread, sender=player, text=text)
    thread.last, thread.last_by = message.pk, player
    setattr(thread, f"{thread.side(player)}_read", message.pk)
    thread.save()
    unread = getattr(thread, f"{thread.side(other)}_read")
    notices.tell(
        [other],
        "message",
        f"message-{thread.pk}-{unread}",  # once until it is read, however many are written
        f"{player.get_username()} writes to you",
        reverse("talk", args=[player.get_username()]),
        topic=f"thread-{thread.pk}",
    )
    return message


def read(player: User, thread: Thread, before: int | None = None) -> tuple[list[Message], int | None]:
    """A page of the messages the player still has, oldest first: the latest, or those before a message.

    All of them are read from then on. With it the message before which there are more, if there are.
    Three queries.
    """
    side = thread.side(player)
    kept = thread.messages.select_related("sender").filter(pk__gt=getattr(thread, f"{side}_gone"))
    if before is not None:
        kept = kept.filter(pk__lt=before)
    latest = list(kept.order_by("-pk")[: PAGE + 1])
    if getattr(thread, f"{side}_read") < thread.last:
        Thread.objects.filter(pk=thread.pk).update(**{f"{side}_read": thread.last})
        notices.settle(player.pk, f"thread-{thread.pk}")
    shown = latest[:PAGE]
    return shown[::-1], shown[-1].pk if len(latest) > PAGE else None


def delete(player: User, thread: Thread) -> None:
    """Delete all of it on the player's side."""
    side = thread.side(player)
    Thread.objects.filter(pk=thread.pk).update(**{f"{side}_gone": F("last"), f"{side}_read": F("last")})


def _mine(player: User) -> Q:
    return Q(low=player, last__gt=F("low_gone")) | Q(high=player, last__gt=F("high_gone"))


def threads(player: User) -> list[Thread]:
    """What the player has not deleted, the latest first. One query."""
    return list(
        Thread.objects.select_related("low", "high").filter(_mine(player)).order_by("-last")[:THREADS]
    )


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
    found = Message.objects.select_related("sender", "thread__low", "thread__high").filter(mine)
    return list(found.filter(text__icontains=words).order_by("-pk")[:FOUND])
