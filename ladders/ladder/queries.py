"""What the page of a ladder reads. Every function costs a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.alphabets import in_order
from accounts.models import User
from ladders.ladder import order
from ladders.ladder import rules as rules_of
from ladders.models import Challenge, Ladder, Rung

SHOWN = 50
AROUND = 12
"""Rungs shown below the player's own, at least."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rung as it is shown: with its number."""

    rung: Rung
    number: int
    change: int
    in_reach: bool
    mine: bool


def steps(ladder: Ladder, player: User | None, mine: int | None, first: int | None = None) -> list[Step]:
    """The rungs around the player's own, whose number is `mine`, or from `first` on. One query.

    Around their own are all within reach, as far as they fit on a page.
    """
    top = rules_of.reach(mine) if mine else 1
    begin = first or 1
    if mine and first is None:
        begin = max(1, top - 2, mine + AROUND - SHOWN)
    rows = order.stretch(ladder.pk, begin, SHOWN + 1).select_related("player")
    return _steps(rows, begin, player, mine)


def steps_after(
    ladder: Ladder, player: User | None, mine: int | None, key: int | None, first: int, count: int
) -> list[Step]:
    """So many rungs below the one with a `key`, or from the number `first` on. Two queries at most."""
    if key is None:
        rows = list(order.stretch(ladder.pk, first, count).select_related("player"))
    else:
        below = ladder.rungs.select_related("player").filter(key__gt=key).order_by("key")
        rows = list(below[:count])
        first = (order.rank(ladder.pk, rows[0].player_id) or 1) if rows else 1
    return _steps(rows, first, player, mine)


def _steps(rows: Iterable[Rung], begin: int, player: User | None, mine: int | None) -> list[Step]:
    top = rules_of.reach(mine) if mine else 1
    return [
        Step(
            rung,
            number,
            rung.before - number if rung.before else 0,
            mine is not None and top <= number < mine,
            rung.player_id == (player.pk if player else 0),
        )
        for number, rung in enumerate(rows, begin)
    ]


def of_clubs(player: User) -> list[Ladder]:
    """The ladders of the clubs to which the player belongs. One query."""
    found = Ladder.objects.select_related("club").filter(club__members__player=player, closed_at=None)
    return sorted(found.order_by("pk"), key=lambda ladder: in_order(ladder.club.name if ladder.club else ""))


def challenges(ladder: Ladder, player: User) -> list[Challenge]:
    """The player's challenges that run. One query."""
    mine = Q(challenger=player) | Q(defender=player)
    found = ladder.challenges.select_related("challenger", "defender").filter(mine, over_at=None)
    return list(found.order_by("pk"))
