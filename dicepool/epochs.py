"""Beginning anew beyond everything that was ever issued, after a database was restored."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from dicepool import guard, locks, logbook, memory, tree
from dicepool.memory import Memory
from dicepool.models import Batch, Epoch
from dicepool.refill import LOCK, newest


class Forgotten(Exception):
    """Nothing outside the database remembers how far was dealt: whoever begins anew must say it."""


def bound(after: int | None) -> int:
    """The serial after which a new epoch would begin: beyond all that the database and the memory know of,
    and beyond `after`. Raises Forgotten.
    """
    return _bound(guard.look(), memory.recall(), after)


def _bound(here: guard.Here, kept: Memory | None, after: int | None) -> int:
    if kept is None and after is None:
        raise Forgotten
    last = Batch.objects.aggregate(last=Max("last"))["last"] or 0
    begun = Epoch.objects.aggregate(after=Max("after"))["after"] or 0
    remembered = (kept.mark, kept.last) if kept else ()
    return max(here.taken, here.mark or 0, last, begun, after or 0, *remembered)


def begin(after: int | None = None, beyond: int = 0) -> Epoch:
    """Give up every set that is left, begin after `bound(after)`, and admit draws from there.

    Batches that are here are laid open as used up; those that are lost stay in the list by their numbers,
    and the next batch follows the newest of them. The public log goes on in a new tree, with a
    number beyond all that are known of and beyond `beyond`.

    Raises Forgotten, guard.Behind.
    """
    with transaction.atomic():
        locks.wait_for(LOCK)  # no refill meanwhile
        with guard.alone():
            here, kept = guard.look(), memory.recall()
            number, chain = newest()
            if kept and kept.batch > number:
                number, chain = kept.batch, bytes.fromhex(kept.chain)
            epoch = Epoch.objects.create(
                cursor=here.taken,
                after=_bound(here, kept, after),
                batch=number,
                chain=chain,
                known=kept is not None,
            )
            tree.begin(kept, beyond)
    # Only now, for these stand whatever becomes of their transaction.
    with guard.alone():  # and not from what was seen before: another new epoch may have begun meanwhile
        here, kept = guard.look(), memory.recall()
        guard.advance(here, kept, epoch.after, 0, logbook.EPOCH)
    return epoch
