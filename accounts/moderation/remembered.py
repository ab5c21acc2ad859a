"""What outlives a closed account: a decision of the staff, for its length and not a day longer.

No address and no name is kept, only a keyed hash of each. The key comes from SECRET_KEY; an old key that
stands in SECRET_KEY_FALLBACKS still finds what was kept under it.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import alphabets
from accounts.models import Sanction, Trace, User

SALT = "accounts.moderation.remembered"
DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Providers to whom a dot in the name is nothing, and their one name. To all others it is a letter."""


def plain_address(address: str) -> str:
    """The mailbox behind an address: in small letters, without what follows a plus, Google's without dots.

    A plus begins a tag at nearly every provider; where it is a letter, somebody with another tag of a
    suspended player's name has to write to the staff.
    """
    local, _at, domain = unicodedata.normalize("NFKC", address).strip().casefold().rpartition("@")
    domain = domain.rstrip(".")
    local = local.partition("+")[0] or local
    if domain in DOTLESS:
        domain, local = DOTLESS[domain], local.replace(".", "")
    return f"{local}@{domain}"


def _digests(what: str, value: str) -> list[str]:
    """The keyed hash of a value, by the present key first and then by every older one."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac(f"{SALT}.{what}", value, secret=key, algorithm="sha256").hexdigest() for key in keys]


def _of_address(address: str) -> list[str]:
    return _digests("address", plain_address(address))


def _of_name(name: str) -> list[str]:
    return _digests("name", name.strip().lower())


def _of_looks(name: str) -> list[str]:
    """Of what a name looks like: who was suspended comes back by no name that one would take for it.

    That in any case first: it is what is kept.
    """
    return [digest for one in alphabets.looks(name) for digest in _digests("looks", one)]


def addresses_of(player: User) -> set[str]:
    """The player's primary address and every one that was confirmed.

    One that was only typed in may be anybody's: keeping it would shut out whoever it belongs to.
    """
    own = Q(primary=True) | Q(verified=True)
    found = set(EmailAddress.objects.filter(own, user_id=player.pk).values_list("email", flat=True))
    return {address for address in (found | {player.email}) if address}


def keep(player: User) -> None:
    """Keep what holds against a player who closes the account: by the addresses; a suspension by the name."""
    for sanction in _longest(player):
        digests = [_of_address(address)[0] for address in addresses_of(player)]
        if sanction.kind == Sanction.Kind.SUSPEND:
            digests += [_of_name(player.username)[0], _of_looks(player.username)[0]]
        for digest in digests:
            trace, made = Trace.objects.get_or_create(
                digest=digest,
                kind=sanction.kind,
                defaults={"reason": sanction.reason, "until": sanction.until or timezone.now()},
            )
            if not made and sanction.until is not None and trace.until < sanction.until:
                trace.until, trace.reason = sanction.until, sanction.reason
                trace.save(update_fields=["until", "reason"])


def _longest(player: User) -> list[Sanction]:
    """Of each kind that lasts, the decision that holds longest."""
    standing = Sanction.objects.filter(player=player, lifted_at=None, until__gt=timezone.now())
    return list({sanction.kind: sanction for sanction in standing.order_by("until")}.values())


def forget_lifted(player: User, kind: str, until: datetime | None) -> None:
    """After a decision was taken back: keep nothing beyond the day until which another still holds."""
    traces = Trace.objects.filter(kind=kind, digest__in=_all_of(player))
    if until is None or until <= timezone.now():
        traces.delete()
    else:
        traces.filter(until__gt=until).update(until=until)


def _all_of(player: User) -> list[str]:
    """Every digest of the player's addresses and name."""
    found = [digest for address in addresses_of(player) for digest in _of_address(address)]
    return [*found, *_of_name(player.username), *_of_looks(player.username)]


def _standing() -> QuerySet[Trace]:
    return Trace.objects.filter(until__gt=timezone.now())


def why_not_address(address: str) -> str:
    """Why nobody may use this address now; empty where anybody may. One query."""
    if not _standing().filter(kind=Sanction.Kind.SUSPEND, digest__in=_of_address(address)).exists():
        return ""
    return _(
        "This address cannot be used. If you think that is a mistake, write to the people who run the site."
    )


def why_not_name(name: str) -> str:
    """Why nobody may be called so now; empty where anybody may. One query."""
    digests = [*_of_name(name), *_of_looks(name)]
    if not _standing().filter(kind=Sanction.Kind.SUSPEND, digest__in=digests).exists():
        return ""
    return _("This name is not available. Please choose another.")


def carried(address: str) -> list[Trace]:
    """What holds against whoever has this address, but for suspensions: those are refused at the door."""
    found = _standing().filter(digest__in=_of_address(address)).exclude(kind=Sanction.Kind.SUSPEND)
    return list(found.order_by("kind"))


def forget() -> int:
    """Delete what holds no more. Returns how many."""
    return Trace.objects.filter(until__lte=timezone.now()).delete()[0]
