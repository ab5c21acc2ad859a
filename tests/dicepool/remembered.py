"""What a test has remembered of a database outside it."""

from __future__ import annotations

from dicepool.memory import Memory

KEPT = Memory(
    system=7, timeline=2, path="base/5/9", mark=1000, committed=140, batch=0, chain="", last=0, sure=True
)
