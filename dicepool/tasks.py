"""What Celery runs for the pool."""

from __future__ import annotations

from celery import shared_task

from dicepool import alarm, days, fates, guard, keeper, refill, retire, seal


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
def throw_away_forgotten() -> None:
    """Throw away what was drawn for transactions that were rolled back, where a keeper holds the keys."""
    fates.throw_away_forgotten()


@shared_task
def count_on() -> None:
    """Count what was handed out lately."""
    days.count_on()


@shared_task
def keep_up() -> None:
    """Remember outside the database how far it has dealt."""
    try:
        guard.keep_up()
    except guard.Behind as error:
        alarm.stopped(str(error))


@shared_task
def count_days() -> None:
    """Count the dice of the days that are over, for the observatory."""
    try:
        days.count_finished_days()
    except keeper.Silent as error:  # it is tried again within the hour
        alarm.stopped(str(error))
