"""Used-up batches: publish their key and sets, then drop their partitions.

In that order, each step finding out what an interrupted run before it left undone. Nothing here
takes a lock that a draw would wait for.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import OperationalError, connection, transaction
from django.views.decorators.debug import sensitive_variables

from dicepool import archive, fates, keeper, keys, openings, seal
from dicepool.arrays import np
from dicepool.models import Batch, Publication
from dicepool.settling import draws_are_settled
from dicepool.stock import taken
from statements import alone

LOCK = 0x626F6175  # one retirement at a time; refills go on meanwhile
DETACH_TIMEOUT = "10s"  # for readers of the pool with an old snapshot; the next run goes on


def retire() -> list[int]:
    """Publish and drop every batch that is used up. Returns the numbers of the batches published.

    A batch of which a set is still in an open transaction is left for the next run: what is not
    taken yet must not be published. So is one of which a set has no fate: somebody will use it, or hides
    it. Where another retirement is running it does nothing.
    """
    with alone(LOCK) as only:
        if not only:
            return []
        published = keeper.publish() if keeper.away() else publish_ripe()
        for table, pending in _partitions_of_published():
            if not drop(table, pending=pending):
                break  # only one partition can be on its way out
        return published


def publish_ripe(progress: Callable[[Batch], object] | None = None) -> list[int]:
    """Publish every batch that is used up, whoever asks for it. Returns their numbers."""
    batches = Batch.objects.defer("groups").filter(publication__isnull=True)
    used_up = list(batches.filter(last__lte=taken()).order_by("number"))
    published = []
    if used_up and draws_are_settled():
        for batch in fates.settled(used_up):  # looked at once all that was drawn has been committed
            publish(batch)
            published.append(batch.number)
            if progress:
                progress(batch)
    return published


@sensitive_variables()
def publish(batch: Batch) -> None:
    """Write a used-up batch's key and sets where everybody may read them."""
    span = (batch.first, batch.last)
    with transaction.atomic():
        dice = archive.opened(batch, [span])[span]
        openings.fold(batch)
        Publication.objects.create(
            batch=batch,
            key=keys.batch_key(batch),
            sets=seal.index_of(dice).astype(np.dtype(">u2")).tobytes(),
        )


def _partitions_of_published() -> list[tuple[str, bool]]:
    """Tables of published batches: name, and whether a detachment was cut short. That one is first.

    A table that was detached but not dropped is found by its name.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, coalesce(i.inhdetachpending, false) FROM dicepool_publication p"
            " JOIN dicepool_batch b ON b.number = p.batch_id"
            " JOIN pg_class c ON c.oid = to_regclass('dicepool_set_' || b.first || '_' || b.last)"
            " LEFT JOIN pg_inherits i ON i.inhrelid = c.oid ORDER BY 2 DESC, b.number"
        )
        return [(table, pending) for table, pending in cursor.fetchall()]


def drop(table: str, *, pending: bool) -> bool:
    """Take a partition out of the pool and drop it. False where readers of the pool hold it up."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_inherits WHERE inhrelid = %s::regclass", [table])
        attached = cursor.fetchone()[0] == 1
        if attached:
            cursor.execute(f"SET statement_timeout = '{DETACH_TIMEOUT}'")
            try:
                how = "FINALIZE" if pending else "CONCURRENTLY"
                cursor.execute(f"ALTER TABLE dicepool_diceset DETACH PARTITION {table} {how}")
            except OperationalError:
                return False
            finally:
                cursor.execute("RESET statement_timeout")
        cursor.execute(f"DROP TABLE {table}")
    return True
