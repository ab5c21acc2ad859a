"""Notices since a place in them: what is new to who listens, each once, also after the line was lost.

Keys of notices are given upward but come to be seen in the order of commits: one may turn up below another
that was told already. So the last minute is looked through again each time, and who comes back with a place
may be told something of the minute before it twice, but misses nothing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from accounts.models.notices import Notice
from accounts.notices import LISTED

LATE = timedelta(minutes=1)
"""No transaction that tells of something takes longer."""
REMEMBERED = timedelta(days=3)
"""A place holds for so long: less than any notice is kept (accounts.retention)."""
MOST = 200
"""So many notices are told one by one to who comes back; to who has missed more, that it is so."""
BEFORE = 100
"""Notices before a place among which is looked for one that is older than LATE."""
PLACE = re.compile(r"(\d{1,18})-(\d{1,12})")


class Unknown(Exception):
    """Nobody can say any more what came after this place."""


class Since:
    """Where somebody stands in a player's notices: at a place, or behind all there are."""

    def __init__(self, player_id: int, place: str = "") -> None:
        """Raises Unknown for a place that is none, that is too old, or that a restored database has lost."""
        self.player_id = player_id
        now = timezone.now()
        number, at = _read(place, now) if place else (None, now)
        notices = Notice.objects.filter(player=player_id).order_by("-pk")
        if number is not None:
            notices = notices.filter(pk__lte=number)
        recent = list(notices.values_list("pk", "created_at")[:BEFORE])
        if number is None:
            self.number, self.at = recent[0] if recent else (0, now)
            self._told = {pk for pk, _at in recent}
        else:
            if number and (not recent or recent[0][0] != number or _seconds(recent[0][1]) != _seconds(at)):
                raise Unknown
            self.number, self.at, self._told = number, at, {number}
        self._floor = self._below(recent, now if number is None else at)

    def _below(self, recent: list[tuple[int, datetime]], moment: datetime) -> int:
        """The last key below which nothing turns up any more."""
        settled = (pk for pk, at in recent if at < moment - LATE)
        return next(settled, recent[-1][0] - 1 if len(recent) == BEFORE else 0)

    @property
    def place(self) -> str:
        """By which somebody comes back here."""
        return f"{self.number}-{_seconds(self.at)}"

    def new(self) -> list[tuple[Notice, str]]:
        """What has come that the player's list shows, oldest first, each with the place behind it. One query.
        Raises Unknown where that is more than anybody wants to be told one by one.
        """
        rows = Notice.objects.filter(player=self.player_id, pk__gt=self._floor, kind__in=LISTED)
        found = list(rows.filter(settled_at=None).exclude(pk__in=self._told).order_by("pk")[: MOST + 1])
        if len(found) > MOST:
            raise Unknown
        return [(one, self._behind(one)) for one in found]

    def _behind(self, one: Notice) -> str:
        self._told.add(one.pk)
        if one.pk > self.number:
            self.number, self.at = one.pk, one.created_at
        return self.place


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _read(place: str, now: datetime) -> tuple[int, datetime]:
    """The key and the moment in a place. Raises Unknown."""
    found = PLACE.fullmatch(place)
    if found is None:
        raise Unknown
    number, seconds = int(found[1]), int(found[2])
    if not _seconds(now - REMEMBERED) <= seconds <= _seconds(now + LATE):
        raise Unknown
    return number, datetime.fromtimestamp(seconds, UTC)
