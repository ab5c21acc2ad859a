"""How allauth does things here."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse

from accounts import mailing


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's own, whose mails go through the outbox: no page waits for a mail server, or fails with it."""

    def pre_login(self, request: HttpRequest, user: Any, **given: Any) -> HttpResponse | None:
        """As allauth has it, but nobody signs in as a robot or a bot, whatever password somebody gave it."""
        if user.robot:
            clear_login(request)
            return cast("HttpResponse", self.respond_user_inactive(request, user))
        return cast("HttpResponse | None", super().pre_login(request, user, **given))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write it now, in the transaction of the page; the worker sends it."""
        request = current.request
        named = {"site": settings.SITE_URL, "site_name": settings.SITE_NAME}
        whole = {"request": request, "email": email, **context, **named}
        mail = self.render_mail(template_prefix, email, whole)
        html = ""
        if isinstance(mail, EmailMultiAlternatives):
            html = next((str(text) for text, kind in mail.alternatives if kind == "text/html"), "")
        mailing.put(email, mail.subject, str(mail.body), html, sender=mail.from_email)


class Keys(DefaultMFAAdapter):  # type: ignore[misc]
    """allauth's own, which calls the site by its name where a passkey or an app keeps it."""

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)
