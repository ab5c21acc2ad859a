"""What is looked at whenever a command checks the database, `migrate` included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connection

from dicepool import seal
from dicepool.models import Batch


def keys_are_there(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Every batch that can still be drawn from has its key among the dice keys."""
    if not databases or Batch._meta.db_table not in connection.introspection.table_names():
        return []
    known = seal.parse_keys(settings.DICE_KEYS).by_id
    needed = Batch.objects.filter(publication__isnull=True).values_list("key_id", flat=True).distinct()
    return [
        Error(
            f"The dice key {key_id} is missing from DICE_KEYS, and sets in the pool are sealed with it.",
            hint="Keep an old key beside the new one until its batches are used up and published.",
            id="dicepool.E001",
        )
        for key_id in sorted(set(needed) - set(known))
    ]
