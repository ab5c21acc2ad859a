"""Mail as the worker sends it."""

from __future__ import annotations

from django.core import mail
from django.core.mail import EmailMessage

from accounts.notices import send


def sent() -> list[EmailMessage]:
    """All mails that have gone out, after one more pass over the outbox."""
    send.send_due()
    return mail.outbox
