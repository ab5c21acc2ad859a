"""What Celery runs for people."""

from __future__ import annotations

from celery import shared_task

from accounts import leaving, mailing, publishing, remembered
from accounts.notices import send, spread


@shared_task
def deliver() -> None:
    """Tell of news, and send what is to be told by mail, push and webhook."""
    publishing.tell_news()
    spread.spread()
    send.send_due()
    mailing.send_due()


@shared_task
def forget_old_notices() -> None:
    """Keep the list of notices short."""
    spread.forget_old()


@shared_task
def forget_at_night() -> None:
    """Decisions about closed accounts that hold no more, and accounts that nobody has confirmed."""
    remembered.forget()
    leaving.forget_unconfirmed()
