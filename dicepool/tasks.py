"""What Celery runs for the pool."""

from __future__ import annotations

from celery import shared_task

from dicepool import (
    alarm,
    days,
    fates,
    folding,
    guard,
    keeper,
    leaning,
    log,
    logfiles,
    refill,
    retire,
    seal,
    tree,
    witnesses,
)


@shared_task
def top_up(*, full: bool = False) -> None:
    """Roll new sets when the pool is below its low-water mark, or in any case if `full`; then publish
    and drop the batches that are used up.
    """
    alarm.low_water()
    try:
        if full:
            refill.fill("operator")
        else:
            refill.top_up()
        if retire.retire():
            refill.reopen()
    except (seal.KeyUnfit, guard.Behind, keeper.Silent) as error:
        alarm.stopped(str(error))


@shared_task
def seal_log() -> None:
    """Seal the log of what was taken lately. Where the disk is full draws go on, and it is tried again."""
    try:
        log.seal()
    except (OSError, guard.Behind) as error:
        alarm.unsealed(str(error))


@shared_task
def fold() -> None:
    """Take out of the database what nobody needs of batches that are laid open, and then out of the files."""
    for part in (folding.fold, leaning.make_lean):
        try:
            part()
        except (OSError, logfiles.Lost) as error:
            alarm.lost(str(error))


@shared_task
def throw_away_forgotten() -> None:
    """Throw away what was drawn for transactions that were rolled back, where a keeper holds the keys."""
    fates.throw_away_forgotten()


@shared_task
def count_on() -> None:
    """Count what was handed out lately."""
    days.count_on()


@shared_task
def keep_up() -> None:
    """Remember outside the database how far it has dealt, and sign what was added to the public log."""
    try:
        guard.keep_up()
        tree.keep_up()
    except guard.Behind as error:
        alarm.stopped(str(error))


@shared_task
def count_days() -> None:
    """Count the dice of the days that are over, for the observatory; forget heads that nobody needs."""
    try:
        days.count_finished_days()
    except keeper.Silent as error:  # it is tried again within the hour
        alarm.stopped(str(error))
    witnesses.forget_old_heads()
