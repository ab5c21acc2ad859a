"""What the site tells of its own works, in words: of webhooks switched off, of errands given up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from accounts import notices
from accounts.models import User
from accounts.models.hook import Hook
from accounts.models.outbox import Errand
from accounts.retold import later_read
from accounts.said import later as _


def switched_off(hook: Hook, now: datetime) -> None:
    """A webhook has failed too often, or is no more."""
    said = _("Your webhook at %(host)s is switched off") % {"host": hook.host}
    why = _(
        "It failed %(times)s times in a row. The last time: %(why)s It is off until you switch it on again."
    )
    key = f"hook-off-{hook.pk}-{now.isoformat()}"
    facts = {"times": hook.fails, "why": later_read(hook, "why")}
    notices.tell([hook.owner], "ways", key, said, hook.page, text=why % facts)


def given_up(errand: Errand, staff: Iterable[User]) -> None:
    """What follows from something was tried for days, in vain."""
    said = _("Something needs a hand: “%(errand)s” was given up") % {"errand": errand}
    why = _("It was tried for days, and failed. Mend what stands in the list, then try again.")
    address = reverse("admin:accounts_errand_changelist") + "?given_up_at__isempty=0"
    notices.tell(staff, "event", f"given-up-{errand.pk}-{errand.tries}", said, address, text=why)
