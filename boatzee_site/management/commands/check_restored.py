"""Look at all of a restored database, for `restore_drill`, which starts this in a process of its own."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from dicepool import audit, guard, keeper, memory, seal
from dicepool.models import Batch, DiceSet, Publication
from games.management.commands.check_matches import differences
from games.models import Match


class Command(BaseCommand):
    """Prints JSON. Changes nothing, neither there nor in what is remembered outside."""

    help = "Looks at a restored database, for restore_drill."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was found."""
        begun = Match.objects.filter(started_at__isnull=False).order_by("pk").values_list("pk", flat=True)
        wrong, count = [], 0
        for number in begun.iterator():
            count += 1
            wrong += [f"Match {number}: {one}." for one in differences(number)]
        dice = {"batches": Batch.objects.count(), "faults": _dice()}
        found = {"tables": _rows(), "matches": count, "wrong": wrong, "dice": dice, "mark": _mark()}
        self.stdout.write(json.dumps(found))


def _rows() -> dict[str, int]:
    """How many every table has."""
    names = connection.introspection.table_names()
    with connection.cursor() as cursor:
        found = {}
        for name in names:
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608
            found[name] = int(cursor.fetchone()[0])
    return found


def _dice() -> list[str]:
    """What is not as it was published."""
    try:
        return audit.faults(_is_there if keeper.away() else audit.holds)
    except (keeper.Silent, seal.KeyUnfit) as error:
        return [str(error)]


def _is_there(batch: Batch) -> bool:
    """Whether every set of it is there. The keeper of the keys reads the site's database, not this one."""
    if Publication.objects.filter(pk=batch.pk).exists():
        return True
    return DiceSet.objects.filter(serial__range=(batch.first, batch.last)).count() == batch.size


def _mark() -> dict[str, Any]:
    """What is remembered outside of how far dice were dealt, beside what this database knows.

    That it is behind is what becomes of any backup: `new_epoch` is for that. A fault is what would leave
    somebody who restores this without any memory, or with one that cannot be relied on.
    """
    here = guard.look()
    try:
        kept = memory.recall()
    except memory.OutOfReach as error:
        return {"sentence": str(error), "faults": [str(error)]}
    if kept is None:
        nothing = "Nothing outside the database remembers how far dice were dealt."
        return {"sentence": nothing, "faults": [nothing] if here.mark is not None else []}
    if kept.system == here.system and here.mark is not None and here.mark > kept.mark:
        older = "What is remembered outside the database is older than this backup, and cannot be relied on."
        return {"sentence": older, "faults": [older]}
    sentence = f"dice were dealt up to serial {kept.committed:,}, this database knows of {here.taken:,}"
    refused = guard.verdict(here, kept)
    return {"sentence": sentence + (f"; new_epoch is needed: {refused}" if refused else ""), "faults": []}
