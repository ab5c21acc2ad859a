"""The bell in the head of every page: the channel on which it rings when something is new or read."""

from __future__ import annotations

from collections.abc import Iterable

from accounts import live


def channel(player_id: int) -> str:
    """The player's own channel, which nobody else hears: notices and messages came, or were read."""
    return f"player-{player_id}"


def ring(players: Iterable[int]) -> None:
    """Tell these players' open pages, by their keys, once the transaction is through. No query."""
    live.publish_on_commit(*(channel(player) for player in players))
