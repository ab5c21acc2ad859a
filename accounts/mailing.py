"""Mail to anybody, from Celery: written in the caller's transaction, sent afterwards, tried again.

Notices have their own way (accounts.notices); this is for people who are not here yet.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models.letter import Letter

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=3)
PAUSE = timedelta(minutes=10)
PATIENCE = timedelta(days=3)


def post(to: str, subject: str, template: str, context: Mapping[str, Any]) -> None:
    """Write a letter from `<template>.txt` and `<template>.html`. One query."""
    whole = {**context, "subject": subject, "site": settings.SITE_URL}
    Letter.objects.create(
        to=to,
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        text=render_to_string(f"{template}.txt", whole),
        html=render_to_string(f"{template}.html", whole),
        due=timezone.now(),
    )


def send_due() -> int:
    """Send every letter that is due, until the server does not take one. Safe in two workers."""
    sent = 0
    while letter := _claim():
        mail = EmailMultiAlternatives(
            letter.subject, letter.text, to=[letter.to], headers={"Auto-Submitted": "auto-generated"}
        )
        mail.attach_alternative(letter.html, "text/html")
        try:
            mail.send()
        except smtplib.SMTPRecipientsRefused as error:
            logger.info("%s will not be sent: %s", letter, error)
        except (smtplib.SMTPException, OSError) as error:
            logger.warning("%s was not sent: %s", letter, error)
            if letter.created_at > timezone.now() - PATIENCE:
                Letter.objects.filter(pk=letter.pk).update(due=timezone.now() + PAUSE, tries=letter.tries + 1)
            else:
                letter.delete()
            break
        sent += 1
        Letter.objects.filter(pk=letter.pk).delete()
    return sent


def _claim() -> Letter | None:
    now = timezone.now()
    while first := Letter.objects.filter(due__lte=now).order_by("due").first():
        if Letter.objects.filter(pk=first.pk, due__lte=now).update(due=now + LEASE):
            return first
    return None
