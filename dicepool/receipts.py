"""What a player gets for a set that is reserved: which set it is, under which pledge, and since when.

Signed it is the site's promise that the set stands in the log just so. It names no dice and tells none.
"""

from __future__ import annotations

from dicepool import notes


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
    """The receipt as a note that the site has signed: only for a set whose reservation is committed."""
    return notes.sign(receipt)


def public_key() -> str:
    """The key to check receipts with, as text (`vkey`)."""
    return notes.public_key()
