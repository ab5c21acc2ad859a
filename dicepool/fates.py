"""What became of the sets that were taken: shown to everybody, or thrown away; or neither yet.

As long as a set has no fate it has no proof, is in no count that others see, and keeps its batch from being
published. Who took it says what becomes of it, in the transaction in which it does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from dicepool.models import Batch, Fate, Handout
from dicepool.stock import taken
from dicepool.turning import NUMBER_BYTES

AN_HOUR = timedelta(hours=1)
"""No transaction lasts as long."""
GIVEN_UP = "SELECT after FROM dicepool_epoch ORDER BY id DESC LIMIT 1"
"""Up to which serial sets were given up by the newest epoch, for a caller's statement; null without one.

What was reserved up to there may have been opened in what the restored database forgot.
"""
EPOCH_BEGAN = "SELECT began_at FROM dicepool_epoch ORDER BY id DESC LIMIT 1"
"""When that epoch began, likewise.

What the database kept since before then may have been used in what it forgot.
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A set that everybody may see from now on, and the player's own number where one was sent with it."""

    serial: int
    number: bytes = field(default=b"", repr=False)

    def __post_init__(self) -> None:
        if len(self.number) not in {0, NUMBER_BYTES}:
            raise ValueError(f"A player's own number has {NUMBER_BYTES} bytes.")


def show(shown: Sequence[Shown]) -> None:
    """Let everybody see these sets, once the caller's transaction commits. One query; safe to do twice.

    Only in the transaction that shows them.
    """
    _write(map(_shown, shown))


def throw_away(serials: Iterable[int]) -> None:
    """Say that these sets were reserved and are never used. One query; safe to do twice."""
    _write(Fate(serial=serial, kind=Fate.Kind.THROWN_AWAY) for serial in serials)


def show_once(shown: Sequence[Shown]) -> None:
    """As `show`, but an IntegrityError where one of them has its fate already."""
    _write(map(_shown, shown), once=True)


def _shown(one: Shown) -> Fate:
    return Fate(serial=one.serial, kind=Fate.Kind.SHOWN, number=one.number or None)


def throw_away_forgotten() -> int:
    """Throw away the sets that nobody owns and that were not shown by the transaction that wanted them, for
    it was rolled back. Only where a keeper holds the dice keys: draws take in another one. Returns how many.
    """
    if not settings.DICE_KEEPER:
        return 0
    found = [serial for waiting in _waiting() for serial in _unowned(waiting)]
    throw_away(found)
    return len(found)


def _unowned(waiting: QuerySet[Handout]) -> Iterable[int]:
    return waiting.filter(owner__isnull=True, at__lt=timezone.now() - AN_HOUR).values_list(
        "serial", flat=True
    )


def _write(fates: Iterable[Fate], *, once: bool = False) -> None:
    """In the order of the serials, so that two who write some of the same never wait for each other."""
    ordered = sorted(fates, key=lambda fate: fate.serial)
    Fate.objects.bulk_create(ordered, ignore_conflicts=not once)


def owners() -> Iterator[Mapping[bytes, Sequence[int]]]:
    """Every owner of sets without a fate, with their serials; batch by batch, one query each.

    A set that nobody owns is left out. So is, where a keeper holds the dice keys, what was taken within the
    hour: it may have been drawn for a transaction that nobody sees yet.
    """
    for waiting in _waiting():
        found: dict[bytes, list[int]] = defaultdict(list)
        owned = waiting.filter(owner__isnull=False).order_by("serial")
        if settings.DICE_KEEPER:
            owned = owned.filter(at__lt=timezone.now() - AN_HOUR)
        for serial, owner in owned.values_list("serial", "owner"):
            found[bytes(owner or b"")].append(serial)
        if found:
            yield found


def waiting() -> int:
    """How many sets were taken and have no fate yet. One query a batch."""
    return sum(sets.count() for sets in _waiting())


def _waiting() -> Iterator[QuerySet[Handout]]:
    """The sets without a fate, by batches: those that are laid open have none, and the others are in use."""
    used = Batch.objects.filter(publication__isnull=True, first__lte=taken()).order_by("number")
    for first, last in used.values_list("first", "last"):
        yield _without(first, last)


def _without(first: int, last: int) -> QuerySet[Handout]:
    """Of these serials. Both tables are told which, or the database would read all of the fates there are."""
    span = (first, last)
    fates = Fate.objects.filter(serial=OuterRef("serial"), serial__range=span)
    return Handout.objects.filter(~Exists(fates), serial__range=span)


def settled(batches: Iterable[Batch]) -> list[Batch]:
    """Those of these batches in which every set that was taken has its fate. One query a batch."""
    return [batch for batch in batches if not _without(batch.first, batch.last).exists()]
