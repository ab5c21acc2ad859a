"""Letters to the staff: taken from anybody, answered once by mail."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import mailing
from accounts.models import Enquiry, User


class BadAnswer(ValueError):
    """There is nothing to send, or it was answered already. The sentence says which."""


def take(email: str, subject: str, text: str, player: User | None = None) -> Enquiry:
    """Put a letter into the staff's queue."""
    return Enquiry.objects.create(player=player, email=email, subject=subject, text=text)


@transaction.atomic
def answer(enquiry_id: int, staff: User, text: str) -> Enquiry:
    """Answer by mail, once. Raises BadAnswer; of two at once the second is told so."""
    text = text.replace("\x00", "").strip()
    if not text:
        raise BadAnswer(_("Write an answer, or close it without one."))
    found = _open(enquiry_id)
    _close(found, staff, text)
    mailing.post(found.email, f"Re: {found.subject}", "mail/answer", {"enquiry": found})
    return found


@transaction.atomic
def close(enquiry_id: int, staff: User) -> Enquiry:
    """Take it off the queue without a word. Raises BadAnswer."""
    found = _open(enquiry_id)
    _close(found, staff, "")
    return found


def _open(enquiry_id: int) -> Enquiry:
    found = Enquiry.objects.select_for_update().get(pk=enquiry_id)
    if found.answered_at is not None:
        raise BadAnswer(_("Somebody has answered this already."))
    return found


def _close(found: Enquiry, staff: User, text: str) -> None:
    found.answer, found.answered_at, found.answered_by = text, timezone.now(), staff
    found.save(update_fields=["answer", "answered_at", "answered_by"])
