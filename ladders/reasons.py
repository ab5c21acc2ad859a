"""Why somebody who leads has decided so: everything that is decided has a reason, which all can read."""

from __future__ import annotations

from django.utils.translation import gettext as _


class BadDecision(ValueError):
    """Something is missing. The message can be shown."""


def reason(why: str) -> str:
    """Why it was decided, without blanks around it. Raises BadDecision where nothing is said."""
    if not why.strip():
        raise BadDecision(_("Say why: everybody can read it."))
    return why.strip()
