"""The two signals of the project: games announce, ladders listen."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with `match`, inside the transaction that ended it, places and totals written.

A receiver only notes the fact in one row (accounts.outbox); the worker makes of it what follows. It must
be idempotent: the signal may come more than once.
"""

match_voided = Signal()
"""Sent with `match`, inside the transaction that made it void: nobody has a result of it. As above."""
