"""Why somebody who leads has decided so: everything that is decided has a reason, which all can read."""

from __future__ import annotations


class BadDecision(ValueError):
    """Something is missing. The message can be shown."""


def reason(why: str) -> str:
    """Why it was decided, without blanks around it. Raises BadDecision where nothing is said."""
    if not why.strip():
        raise BadDecision("Say why: everybody can read it.")
    return why.strip()
