"""How sending can fail. The sentence is for the player; what else is known goes to the staff."""

from __future__ import annotations

import ssl

from django.conf import settings

from accounts.retold import words_of
from accounts.said import Said, Words, later
from accounts.single_line import flatten
from accounts.spoken import speaking

WHY = 200
"""Letters of a reason that are kept."""


class Unreachable(Exception):
    """The other side did not take it now. It is tried again."""


class Gone(Exception):
    """There is nobody to take it, and there will not be."""


def reason(error: Exception) -> Words:
    """What a player may read of a failure: nothing of what happened inside the site."""
    if isinstance(error, Unreachable | Gone):
        said = words_of(error)
        return said if isinstance(said, Said) else flatten(str(said))[:WHY]
    if isinstance(error, TimeoutError):
        return later("There was no answer in time.")
    if isinstance(error, ssl.SSLError):
        return later("No secure line could be had: is the certificate in order?")
    if isinstance(error, OSError):
        return later("No line could be had.")
    return later("Something went wrong that nobody had thought of. The staff can see what.")


def detail(error: Exception) -> str:
    """The same for those who run the site."""
    with speaking(settings.LANGUAGE_CODE):
        return flatten(f"{type(error).__name__}: {error}")
