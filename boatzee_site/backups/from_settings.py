"""The folder of backups as the settings name it."""

from __future__ import annotations

from django.conf import settings

from boatzee_site.backups import sealing
from boatzee_site.backups.store import Refused, Store


def store() -> Store:
    """The folder with its keys, made where it is not there. Raises Refused."""
    if not settings.BACKUP_KEYS:
        raise Refused("BACKUP_KEYS is not set: nothing is kept that is not sealed.")
    try:
        found = Store(settings.BACKUP_DIR, sealing.parse_keys(settings.BACKUP_KEYS))
    except sealing.BadKeys as error:
        raise Refused(str(error)) from None
    found.make()
    return found
