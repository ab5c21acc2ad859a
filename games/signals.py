"""The one signal of the project: games announce, ladders listen."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent with `match`, inside the transaction that ended it, places and totals written.

A receiver must be idempotent: the signal may come more than once.
"""
