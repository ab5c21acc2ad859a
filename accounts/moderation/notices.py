"""What players are told of decisions about them, in words. Who decides says only what it was."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts import notices
from accounts.models.moderation import Sanction
from accounts.said import Words
from accounts.said import later as _

DECIDED = {
    Sanction.Kind.WARN: gettext_lazy("You have been warned"),
    Sanction.Kind.MUTE: gettext_lazy("You may not write for a while"),
    Sanction.Kind.BAR: gettext_lazy("You may not enter events for a while"),
    Sanction.Kind.SUSPEND: gettext_lazy("You may not use the site for a while"),
}


def decided(sanction: Sanction) -> None:
    """Something holds against the player from now on."""
    said = DECIDED[Sanction.Kind(sanction.kind)]
    _tell(sanction, f"sanction-{sanction.pk}", said, sanction.reason)


def taken_back(sanction: Sanction) -> None:
    """It holds no more."""
    said = _("A decision about you was reversed")
    _tell(sanction, f"lifted-{sanction.pk}", said, sanction.lifted_why)


def stands(sanction: Sanction) -> None:
    """An appeal was answered: the decision holds as before."""
    said = _("Your appeal was read: the decision stands")
    _tell(sanction, f"upheld-{sanction.pk}", said, sanction.upheld_why)


def _tell(sanction: Sanction, key: str, said: Words, why: str) -> None:
    notices.tell([sanction.player], "staff", key, said, reverse("sanctions"), text=why)
