"""What a player gets for a set that is reserved: which set it is, under which pledge, and since when.

Signed it is the site's promise that the set stands in the log just so. It names no dice and tells none.
"""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from dicepool import notes

KEPT = 4096
"""Signed ones that a process remembers: half a kilobyte each."""


def text(serial: int, label: bytes, pledge: bytes, at_ms: int) -> str:
    """The text of a set's receipt: what its number turns the dice with, and what is signed.

    `label` has 32 bytes, `pledge` 32 or none; `at_ms` is when the set was taken, in milliseconds since 1970,
    by the database's clock. It says exactly what the set's line in the log says; whose it is, the signature
    says.
    """
    return (
        f"boatzee receipt v1\nset {serial}\nlabel {label.hex()}\n"
        f"pledge {pledge.hex() or 'none'}\nat {at_ms}\n"
    )


def signed(receipt: str) -> str:
    """The receipt as a note that the site has signed. Nobody is shown it before the set's reservation is
    committed.

    To sign takes longer than to remember, and a page shows the same ones again.
    """
    return _signed(receipt, settings.DICE_ORIGIN, settings.DICE_LOG_KEY)


@lru_cache(maxsize=KEPT)
@sensitive_variables()
def _signed(receipt: str, _origin: str, _key: str) -> str:
    return notes.sign(receipt)


def public_key() -> str:
    """The key to check receipts with, as text (`vkey`)."""
    return notes.public_key()
