"""The channels on which matches say that they changed."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User


def of_match(match_id: int, player: int | None = None) -> str:
    """The channel of a match: everybody's, or that of one who plays there.

    What a stranger may not see is told to those only who may, each on their own channel.
    """
    return f"match-{match_id}" if player is None else f"match-{match_id}-{player}"


def heard_by(match_id: int, players: Iterable[int | None] | None) -> list[str]:
    """Where a change is told: to everybody, or to these players (None of a closed account) alone."""
    if players is None:
        return [of_match(match_id)]
    return [of_match(match_id, player) for player in players if player is not None]


def of_list(player: int) -> str:
    """The channel of a player's list of matches, which nobody else hears."""
    return f"matches-of-{player}"


def of_lists(players: Iterable[User | None]) -> list[str]:
    """The lists of these players (None of a closed account); the site's robots read none."""
    return [of_list(player.pk) for player in players if player is not None and not player.level]
