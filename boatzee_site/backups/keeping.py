"""Throwing away what nobody needs any more of the backups, and never the newest that is good."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from boatzee_site.backups import store
from boatzee_site.backups.sealing import Spoilt, settle
from boatzee_site.backups.store import Backup, Store

logger = logging.getLogger(__name__)


def keep(kept: Store, now: datetime, days: int) -> list[str]:
    """Leave what it takes to go back to any moment of so many days. Returns the names of what went.

    A chain goes once the one after it is good and began before those days. What cannot be read is not
    touched, and while there is such a thing, nothing of the log is: who knows what it needs.
    """
    with kept.alone("backup"):
        there, wrong = kept.readable()
        chains = _chains(there)
        gone: list[str] = []
        for chain in chains[: _first_to_stay(kept, chains, now - timedelta(days=days))]:
            for backup in reversed(chain):  # what builds on others first: a killed run leaves no hole
                _throw_away(kept, backup.name)
                gone.append(backup.name)
        left = [backup for name, backup in there.items() if name not in gone]
        if left and not wrong:
            gone += _thin_log(kept, left)
        return gone


def _chains(there: dict[str, Backup]) -> list[list[Backup]]:
    """Every whole backup with all that builds upon it, oldest first. What lost its beginning is in none."""
    chains: dict[str, list[Backup]] = {}
    for backup in there.values():
        if not backup.parent:
            chains[backup.name] = [backup]
            continue
        for chain in chains.values():
            if any(one.name == backup.parent for one in chain):
                chain.append(backup)
    return list(chains.values())


def _first_to_stay(kept: Store, chains: list[list[Backup]], moment: datetime) -> int:
    """Which chain is the newest that began before a moment and of which every byte is what was written: it
    takes none before it to go back to any later moment. 0, and so nothing goes, if none is.
    """
    for number in range(len(chains) - 1, 0, -1):
        if chains[number][0].ended_at > moment:
            continue
        try:
            for backup in chains[number]:
                kept.check(backup)
        except Spoilt as error:
            logger.error("A backup is spoilt, and an older one is kept in its stead: %s", error)
        else:
            return number
    return 0


def _throw_away(kept: Store, name: str) -> None:
    (kept.folder / name).rename(kept.folder / f".{name}.old")
    settle(kept.folder)
    kept.clear_up()


def _thin_log(kept: Store, left: list[Backup]) -> list[str]:
    """What no backup needs that is left. Histories of timelines stay: they are tiny."""
    first = min(backup.first_segment for backup in left)
    size = left[0].segment_bytes
    old = [
        name for name in kept.segments() if store.SEGMENT.match(name) and store.number_of(name, size) < first
    ]
    for name in old:
        (kept.log / f"{name}{store.SEALED}").unlink()
    return old
