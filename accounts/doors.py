"""How one comes in, and who is not let in: what the site asks of allauth (settings.ACCOUNT_ADAPTER)."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core import context
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts import adapter, alphabets, devices, guessing, letters, looking, moderation
from accounts.models import User
from accounts.moderation import remembered
from accounts.said import Said

logger = logging.getLogger(__name__)


def _welcome(player: User) -> SafeString:
    """What a new player is told once: the name, the time zone, and what is still missing."""
    said: list[tuple[str]] = [(_("Welcome, %(name)s!") % {"name": player.username},)]
    if player.name_given:
        name = format_html('<a href="{}">{}</a>', reverse("account_name"), _("choose your own"))
        said.append((format_html(_("That is a name to begin with: {name}."), name=name),))
    said.append((_("Your time zone is %(zone)s.") % {"zone": player.time_zone.replace("_", " ")},))
    if not player.email:
        address = format_html('<a href="{}">{}</a>', reverse("account_email"), _("Add an e-mail address"))
        lost = _("{address}: without one, a lost password or passkey cannot be replaced.")
        said.append((format_html(lost, address=address),))
    return format_html_join(" ", "{}", said)


class Adapter(adapter.Adapter):
    """allauth's own, with decisions that outlive accounts, known browsers, and letters that are not lost."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse a name that a suspended player had, or that looks like another's. Raises ValidationError.

        Returns it as it is kept.
        """
        name: str = super().clean_username(alphabets.tidy(username), shallow)
        reason = remembered.why_not_name(name)
        if reason or (not shallow and looking.alike(name)):
            raise ValidationError(reason or str(looking.ALIKE))
        return name

    def clean_email(self, email: str) -> str:
        """Refuse an address that a suspended player had. Raises ValidationError."""
        address: str = super().clean_email(email)
        reason = remembered.why_not_address(address)
        if reason:
            raise ValidationError(reason)
        return address

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Make the account: always a new one, also under the number for which a passkey was made."""
        user.pk = getattr(form, "number", None)
        super().save_user(request, user, form, commit=False)
        if commit:
            user.save(force_insert=True)
            looking.try_on(user.pk, user.username)
        return user

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address, unless its owner was suspended since the link was sent.

        What else held against a closed account with this address holds from now on.
        """
        reason = remembered.why_not_address(email_address.email)
        if reason:
            self.add_message(request, messages.ERROR, message=reason)
            return False
        done: bool = super().confirm_email(request, email_address)
        if done:
            moderation.carry_over(email_address.user, email_address.email)
        return done

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell who owns an address why no account was made with it."""
        if remembered.why_not_address(email):
            self.send_mail("account/email/address_refused", email, {})
        else:
            super().send_account_already_exists_mail(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try at a password (accounts.guessing). Raises ValidationError where there were too many."""
        self._login_failed_rl_usage = guessing.begin(request, credentials)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def set_password(self, user: User, password: str) -> None:
        """Set it; whoever came by a link from the owner's mail may sign in here with it at once."""
        super().set_password(user, password)
        guessing.believe(context.request, user)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and remember for `post_login` whether it is the first time ever."""
        self._first = user.last_login is None
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Go on to the next page; a new browser is told to the player."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if kwargs.get("signup"):
            messages.success(request, _welcome(user))
        devices.greet(request, response, user, first=getattr(self, "_first", False))
        return response

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell of a change to how one comes in: by a letter that waits while the mail server is away."""
        if template_prefix not in letters.CHANGES:  # what a later allauth has to tell, in its own words
            super().send_notification_mail(template_prefix, user, context, email)
            return
        subject, sentence = letters.CHANGES[template_prefix]
        request = self.request
        letters.warn(
            user,
            subject,
            Said(lambda: str(sentence)) % (context or {}),
            devices.browser_of(request),
            devices.network_of(request),
            to=email or "",
        )
