"""How sending can fail."""

from __future__ import annotations


class Unreachable(Exception):
    """The other side did not take it now. It is tried again."""


class Gone(Exception):
    """There is nobody to take it, and there will not be."""
