"""The bell in the head of every page: the channel on which it rings when something is new or read; and
that on which a player's programs are asked whether they still may listen.
"""

from __future__ import annotations

from collections.abc import Iterable

from accounts import live

NEW = """(
  SELECT count(*) FROM accounts_notice
  WHERE player_id = $1::bigint AND kind = ANY($2::text[]) AND settled_at IS NULL AND read_at IS NULL
), (
  SELECT count(*) FROM accounts_thread
  WHERE ((low_id = $1 AND last > low_read) OR (high_id = $1 AND last > high_read))
  AND last_by_id IS DISTINCT FROM $1
)"""
"""How many notices and threads are new, as two columns of a statement: for a player, $1, who is told of these
kinds of notices, $2.
"""


def channel(player_id: int) -> str:
    """The player's own channel, which nobody else hears: notices and messages came, or were read."""
    return f"player-{player_id}"


def ring(players: Iterable[int]) -> None:
    """Tell these players' open pages, by their keys, once the transaction is through. No query."""
    live.publish_on_commit(*(channel(player) for player in players))


def of_programs(player_id: int) -> str:
    """The channel on which streams to the player's programs hear that some may no longer be let in."""
    return f"programs-of-{player_id}"


def ask_programs(player_id: int) -> None:
    """Let open streams to the player's programs look whether they still may, on commit. No query."""
    live.publish_on_commit(of_programs(player_id))
