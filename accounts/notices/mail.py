"""Mail: notices, one at once or a day's in one, and letters to whoever has an address."""

from __future__ import annotations

import smtplib
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.models import User
from accounts.models.delivery import Delivery
from accounts.models.notices import KINDS, Notice
from accounts.notices.ways import Gone, Unreachable
from accounts.said import later
from accounts.single_line import flatten
from accounts.spoken import speaking

SALT = "no more of this kind"
ALL = "digest"
"""What stands for the daily mail in place of a kind."""


def compose(deliveries: list[Delivery]) -> EmailMultiAlternatives:
    """One mail of these: a letter, or notices of one player, in the player's language. Raises Gone, and
    whatever is wrong with them.
    """
    with speaking(deliveries[0].reads):
        mail = _composed(deliveries)
        mail.message()  # whatever cannot be written is found out now, and not while the server listens
    return mail


def _composed(deliveries: list[Delivery]) -> EmailMultiAlternatives:
    first = deliveries[0]
    if first.notice is None:
        return letter(first)
    player = first.notice.player
    address = EmailAddress.objects.filter(user=player, primary=True, verified=True).first()
    if address is None or not player.is_active:
        raise Gone(later("You have no confirmed address."))
    notices = [delivery.notice for delivery in deliveries if delivery.notice is not None]
    return written(player, address.email, notices, digest=first.way == Delivery.Way.DIGEST)


def letter(delivery: Delivery) -> EmailMultiAlternatives:
    """A mail to an address that may belong to nobody here, as it was written."""
    said = delivery.content
    mail = EmailMultiAlternatives(
        subject=flatten(said["subject"]),
        body=said["text"],
        from_email=said.get("from") or None,
        to=[delivery.to],
        headers={
            "Message-ID": f"<letter-{delivery.pk}@{urlsplit(settings.SITE_URL).hostname}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    if said.get("html"):
        mail.attach_alternative(said["html"], "text/html")
    return mail


def written(player: User, address: str, notices: list[Notice], *, digest: bool) -> EmailMultiAlternatives:
    """The mail, as text and HTML, with what mail programs need to offer one click to be rid of it."""
    kind = ALL if digest else notices[0].kind
    off = settings.SITE_URL + reverse("notices_off", args=[signing.dumps([player.pk, kind], salt=SALT)])
    subject = notices[0].subject
    if digest and len(notices) > 1:
        more = len(notices) - 1
        subject = ngettext("%(first)s, and %(more)d more", "%(first)s, and %(more)d more", more) % {
            "first": subject,
            "more": more,
        }
    subject = flatten(subject)
    context = {
        "player": player,
        "notices": notices,
        "site": settings.SITE_URL,
        "site_name": settings.SITE_NAME,
        "off": off,
        "digest": digest,
        "kind": "" if digest else KINDS[kind].label,
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


def judged(error: smtplib.SMTPException) -> Exception:
    """What a mail server's refusal means: Gone where it is for good, else Unreachable."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _said in error.recipients.values()]
        if codes and all(code >= 500 for code in codes):
            return Gone(later("The mail server of this address refused it (%(code)s).") % {"code": codes[0]})
    return Unreachable(later("The mail server did not accept it."))


def unsubscribe(token: str) -> tuple[User, str]:
    """Whom and what kind an unsubscribe address names. Raises BadSignature, User.DoesNotExist."""
    pk, kind = signing.loads(token, salt=SALT)
    return User.objects.get(pk=pk), kind
