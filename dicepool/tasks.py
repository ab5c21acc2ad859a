"""What Celery runs for the pool."""

from __future__ import annotations

from celery import shared_task

from dicepool import refill


@shared_task
def top_up() -> None:
    """Roll new sets when the pool is at its low-water mark."""
    refill.top_up()
