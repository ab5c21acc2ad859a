"""Telling players things: on the site, and by the ways they chose.

`tell` writes a notice in the caller's transaction; the worker spreads it to mail, browsers and
webhooks afterwards (spread, send). A server that is down there delays no page and loses nothing.
What is told of a move is told by the worker, out of the outbox (accounts.outbox): no move waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from accounts import bell
from accounts.models import User
from accounts.models.notices import KINDS, Notice
from accounts.said import Words, by_language

LISTED = [key for key, kind in KINDS.items() if kind.listed]
LONGEST = 150


def tell(
    players: Iterable[User | None],
    kind: str,
    key: str,
    subject: Words,
    address: str,
    *,
    topic: str = "",
    text: Words = "",
) -> None:
    """Tell each of these players once: whatever was told under this key before is not told again. Everybody
    is told in a language of their own, whoever brought it about.

    Robots, closed and inactive accounts are told nothing. `address` is the path of the page it is about;
    `topic` names what settles it. One query, or none.
    """
    told = [player for player in players if player is not None and player.is_active and not player.robot]
    rows: list[Notice] = []
    for some in by_language(told):
        said, more = str(subject)[:LONGEST], str(text)
        rows += [
            Notice(player=player, kind=kind, key=key, subject=said, text=more, address=address, topic=topic)
            for player in some
        ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if kind in LISTED:
        bell.ring(player.pk for player in told)


def settle(player_id: int, *topics: str) -> None:
    """Mark what was told under these topics: there is nothing left to do about it. One query.

    It leaves the list and is sent no more. Nothing is deleted, for a worker may just now be making its
    deliveries, whose foreign key would fail at the caller's commit.
    """
    told = Notice.objects.filter(player=player_id, topic__in=topics, settled_at=None)
    if told.update(settled_at=timezone.now()):
        bell.ring([player_id])


def forget(players: Iterable[int], topic: str) -> None:
    """Let what was told these players under a topic be told once more: what was settled is to be done again.

    One query.
    """
    own = Concat(F("key"), Value("-"), Cast("pk", CharField()))
    Notice.objects.filter(player__in=players, topic=topic).update(key=own)


def listed(player: User) -> QuerySet[Notice]:
    """What the player's list shows, newest first."""
    return Notice.objects.filter(player=player, kind__in=LISTED, settled_at=None).order_by("-pk")


def unread(player: User) -> QuerySet[Notice]:
    """Those of them that are new."""
    return listed(player).filter(read_at=None)


def read(notice: Notice) -> None:
    """Mark one as read, unless it is."""
    if notice.read_at is None:
        notice.read_at = timezone.now()
        notice.save(update_fields=["read_at"])
        bell.ring([notice.player_id])


def read_all(player: User) -> None:
    """Mark all as read."""
    if unread(player).update(read_at=timezone.now()):
        bell.ring([player.pk])
