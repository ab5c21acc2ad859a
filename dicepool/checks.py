"""What is looked at whenever a command checks the database, `migrate` included, and when a process starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks as django_checks
from django.core.checks import CheckMessage, Error
from django.db import DatabaseError, connection

from dicepool import keeper, keys, notes, seal, tree
from dicepool.models import Batch, Head

CANNOT = "Sets in the pool are sealed with it."
OTHER_KEY = "The public log of the dice was signed with another DICE_LOG_KEY, or under another DICE_ORIGIN."
PUT_BACK = "Put the old ones back: to its witnesses this is another site."
KEEP = "Keep an old key beside the new one until its batches are used up and published."


def keys_fit(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Every batch that can still be drawn from has its own key among the dice keys."""
    if not databases:
        return []
    with connection.cursor() as cursor:
        if Batch._meta.db_table not in connection.introspection.table_names(cursor):
            return []
        columns = {
            one.name for one in connection.introspection.get_table_description(cursor, "dicepool_batch")
        }
    if "key_check" in columns:
        try:
            return [_message(error) for error in keys.unfit()]
        except keeper.Silent as error:  # it is started after `migrate`, and looks itself
            return [django_checks.Warning(f"{error} Whether they fit could not be seen.", id="dicepool.W001")]
    if keeper.away():
        return []
    # `migrate` is about to add it: all that can be said is which ids are missing.
    known = seal.parse_keys(settings.DICE_KEYS).by_id
    needed = Batch.objects.filter(publication__isnull=True).values_list("key_id", flat=True).distinct()
    return [
        _message(seal.KeyMissing(f"The dice key {key_id} is not in DICE_KEYS."))
        for key_id in sorted(set(needed) - set(known))
    ]


def log_key_fits(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The public log was last signed with the key, and under the name, that the site has now."""
    if not databases:
        return []
    with connection.cursor() as cursor:
        if Head._meta.db_table not in connection.introspection.table_names(cursor):
            return []
    head = tree.head()
    if head is None or notes.parse(head.note).signed([notes.verifier(settings.DICE_ORIGIN)]):
        return []
    return [django_checks.Warning(OTHER_KEY, hint=PUT_BACK, id="dicepool.W002")]


def _message(error: seal.KeyUnfit) -> Error:
    missing = isinstance(error, seal.KeyMissing)
    return Error(f"{error} {CANNOT}", hint=KEEP, id="dicepool.E001" if missing else "dicepool.E002")


def at_start() -> bool:
    """Refuse to start a process that draws, or rolls, with dice keys that are not the pool's.

    Ends it with one clear line. A database that is down or not set up yet, and a keeper that does not answer,
    are for later: a draw looks again. Returns whether they were looked at.
    """
    if keeper.away() and settings.DICE_KEYS:
        raise SystemExit(
            "Boatzee cannot start: with DICE_KEEPER no process has DICE_KEYS but `manage.py hold_dice_key`."
        )
    try:
        wrong = keys.unfit()
    except (DatabaseError, keeper.Silent):
        return False
    finally:
        keeper.hang_up()
        connection.close()  # what starts here forks, and a connection cannot be shared
    if wrong:
        raise SystemExit(f"Boatzee cannot start: {wrong[0]}")
    return True
