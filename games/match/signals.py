"""The signals of the project: games announce, ladders listen."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with `match`, inside the transaction that ended it, places and totals written.

A receiver only notes the fact in one row (accounts.outbox); the worker makes of it what follows. It must
be idempotent: the signal may come more than once.
"""

match_voided = Signal()
"""Sent with `match`, inside the transaction in which staff took it back. For receivers it is as the other."""

clocks_extended = Signal()
"""Sent with `since`, `more` and the keys of `matches`, inside the transaction that gave these more time
because the site was silent from `since` on. A receiver extends its own deadlines, and takes no locks but of
rows that come after matches (docs/locks.md).
"""
