"""Letters: mail to an address, which may belong to nobody here. Put into the outbox, sent by the worker.

Notices have their own way there (accounts.notices); this is for people who are not here yet, and for
what allauth writes to those who sign up or forgot their password.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models.delivery import Delivery


def post(to: str, subject: str, template: str, context: Mapping[str, Any]) -> None:
    """Write a letter from `<template>.txt` and `<template>.html`. One query."""
    whole = {**context, "subject": subject, "site": settings.SITE_URL, "site_name": settings.SITE_NAME}
    put(
        to,
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        render_to_string(f"{template}.txt", whole),
        render_to_string(f"{template}.html", whole),
    )


def put(to: str, subject: str, text: str, html: str = "", *, sender: str = "") -> None:
    """Put a letter into the outbox, in the caller's transaction. One query."""
    Delivery.objects.create(
        way=Delivery.Way.LETTER,
        lane=f"letter-{to.lower()}",
        to=to,
        content={"subject": subject, "text": text, "html": html, "from": sender},
        due=timezone.now(),
    )
