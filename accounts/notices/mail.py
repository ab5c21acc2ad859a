"""Notices by mail: one at once, or a day's in one."""

from __future__ import annotations

import smtplib
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from accounts.models.notices import KINDS, Delivery
from accounts.notices.ways import Gone, Unreachable

SALT = "no more of this kind"
ALL = "digest"
"""What stands for the daily mail in place of a kind."""


def send(deliveries: list[Delivery]) -> None:
    """Mail these notices of one player in one mail. Raises Unreachable, Gone."""
    player = deliveries[0].notice.player
    address = EmailAddress.objects.filter(user=player, primary=True, verified=True).first()
    if address is None or not player.is_active:
        raise Gone("there is no confirmed address")
    try:
        written(player, address.email, deliveries).send()
    except smtplib.SMTPRecipientsRefused as error:
        if all(code >= 500 for code, _ in error.recipients.values()):
            raise Gone("the address is refused") from error
        raise Unreachable(str(error)) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Unreachable(str(error)) from error


def written(player: User, address: str, deliveries: list[Delivery]) -> EmailMultiAlternatives:
    """The mail, as text and HTML, with what mail programs need to offer one click to be rid of it."""
    notices = [delivery.notice for delivery in deliveries]
    digest = deliveries[0].way == Delivery.Way.DIGEST
    kind = ALL if digest else notices[0].kind
    off = settings.SITE_URL + reverse("notices_off", args=[signing.dumps([player.pk, kind], salt=SALT)])
    subject = notices[0].subject
    if digest and len(notices) > 1:
        subject = f"{subject}, and {len(notices) - 1} more"
    context = {
        "player": player,
        "notices": notices,
        "site": settings.SITE_URL,
        "off": off,
        "why": "the daily mail" if digest else f"“{KINDS[kind].label}”",
        "settings": settings.SITE_URL + reverse("notices_settings"),
        "subject": subject,
    }
    mail = EmailMultiAlternatives(
        subject=f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}",
        body=render_to_string("mail/notices.txt", context),
        to=[address],
        headers={
            "Message-ID": f"<{kind}-{notices[0].pk}-{player.pk}@{urlsplit(settings.SITE_URL).hostname}>",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("mail/notices.html", context), "text/html")
    return mail


def unsubscribe(token: str) -> tuple[User, str]:
    """Whom and what kind an unsubscribe address names. Raises BadSignature, User.DoesNotExist."""
    pk, kind = signing.loads(token, salt=SALT)
    return User.objects.get(pk=pk), kind
