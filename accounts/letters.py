"""Letters about the safety of an account: what was done, when, from where, and what to do if it was not you.

They go where the player was reached before the change, by the mail that is tried again until it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import mailing
from accounts.figures import written
from accounts.models import User
from accounts.said import Words
from accounts.spoken import speaking

CHANGES: Mapping[str, tuple[Promise, Promise]] = {
    "account/email/email_changed": (
        gettext_lazy("Your e-mail address was changed"),
        gettext_lazy(
            "Mail about your account used to go to %(from_email)s. From now on it goes to %(to_email)s."
        ),
    ),
    "account/email/email_deleted": (
        gettext_lazy("An e-mail address was removed from your account"),
        gettext_lazy("%(deleted_email)s no longer belongs to your account."),
    ),
    "account/email/password_changed": (
        gettext_lazy("Your password was changed"),
        gettext_lazy("Your password is new, and every other browser has been signed out."),
    ),
    "account/email/password_reset": (
        gettext_lazy("Your password was changed"),
        gettext_lazy("Somebody asked for a new password by mail and chose it."),
    ),
    "account/email/password_set": (
        gettext_lazy("Your password was set"),
        gettext_lazy("Your account has a password now."),
    ),
    "mfa/email/totp_activated": (
        gettext_lazy("An authenticator app was added"),
        gettext_lazy("From now on, signing in to your account takes a code from an app."),
    ),
    "mfa/email/totp_deactivated": (
        gettext_lazy("Your authenticator app was removed"),
        gettext_lazy("Signing in to your account no longer takes a code from an app."),
    ),
    "mfa/email/webauthn_added": (
        gettext_lazy("A passkey was added"),
        gettext_lazy("A new security key or passkey can open your account."),
    ),
    "mfa/email/webauthn_removed": (
        gettext_lazy("A passkey was removed"),
        gettext_lazy("A security key or passkey no longer opens your account."),
    ),
    "mfa/email/recovery_codes_generated": (
        gettext_lazy("New recovery codes were made"),
        gettext_lazy("Your account has new recovery codes; the old ones no longer work."),
    ),
}
"""What is said of a change, by the name that allauth has for it: the subject and a sentence."""


def address_of(player: User) -> str:
    """Where the player is reached: the primary address."""
    return EmailAddress.objects.get_primary_email(player) or player.email


def warn(player: User, subject: Words, said: Words, browser: Words, network: str, to: str = "") -> None:
    """Write the letter, in the player's language, for it may be somebody else who was here. Where there is no
    address nothing is written. Two queries.
    """
    to = to or address_of(player)
    if to:
        with speaking(player.reads):
            _write(player, str(subject), said, browser, network, to)


def _write(player: User, subject: str, said: Words, browser: Words, network: str, to: str) -> None:
    at = timezone.localtime(timezone.now(), player.zone)
    context = {
        "player": player,
        "said": said,
        "at": _("%(time)s (%(zone)s)") % {"time": written(at, "j F Y, H:i"), "zone": player.time_zone},
        "browser": browser,
        "network": network,
        "sessions": settings.SITE_URL + reverse("usersessions_list"),
        "reset": settings.SITE_URL + reverse("account_reset_password"),
    }
    mailing.post(to, subject, "mail/safety", context)
