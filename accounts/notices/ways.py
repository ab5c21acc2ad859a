"""How sending can fail. The sentence is for the player; what else is known goes to the staff."""

from __future__ import annotations

import ssl

from django.utils.translation import gettext as _

from accounts.single_line import flatten

WHY = 200
"""Letters of a reason that are kept."""


class Unreachable(Exception):
    """The other side did not take it now. It is tried again."""


class Gone(Exception):
    """There is nobody to take it, and there will not be."""


def reason(error: Exception) -> str:
    """What a player may read of a failure: nothing of what happened inside the site."""
    if isinstance(error, Unreachable | Gone):
        return flatten(str(error))[:WHY]
    if isinstance(error, TimeoutError):
        return _("There was no answer in time.")
    if isinstance(error, ssl.SSLError):
        return _("No secure line could be had: is the certificate in order?")
    if isinstance(error, OSError):
        return _("No line could be had.")
    return _("Something went wrong that nobody had thought of. The staff can see what.")


def detail(error: Exception) -> str:
    """The same for those who run the site."""
    return flatten(f"{type(error).__name__}: {error}")
