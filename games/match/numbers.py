"""Players' own numbers: what comes with a move, and the small stock of pledges for first rolls.

A number is made in the browser and fixed by its pledge before a set is reserved for it; the roll that uses
the set brings the number (dicepool/turning.py). Whoever sends none rolls the set's own dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from accounts.models import User
from games.models import Pledge

STOCK = 8
"""Pledges that are kept of a player for matches to come: for eight of them, or four of Dice 10000."""
TAKE = """
WITH free AS (
    SELECT id, player_id FROM games_pledge WHERE player_id = ANY(%(players)s)
        AND (made_at > %(since)s) IS NOT FALSE FOR UPDATE SKIP LOCKED
), ranked AS (
    SELECT id, row_number() OVER (PARTITION BY player_id ORDER BY id DESC) AS place FROM free
)
DELETE FROM games_pledge USING ranked WHERE games_pledge.id = ranked.id AND place <= %(each)s
RETURNING player_id, pledge
"""


class WrongNumber(Exception):
    """A number does not fit the pledge that the set was reserved under. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a browser sends with a move: numbers for the sets that it rolls, and pledges for the next ones.

    A number has 16 bytes, a pledge 32. Both are none where no script runs, and for robots.
    """

    numbers: tuple[bytes, ...] = field(default=(), repr=False)
    pledges: tuple[bytes, ...] = ()


NOTHING = Sent()


@transaction.atomic
def stock(player: User, pledges: Sequence[bytes]) -> int:
    """Keep pledges for matches to come; of all there are the newest STOCK stay. Returns how many they are.

    A pledge that is there already is not added again. Three queries.
    """
    Pledge.objects.bulk_create(
        [Pledge(player=player, pledge=pledge) for pledge in pledges], ignore_conflicts=True
    )
    kept = list(Pledge.objects.filter(player=player).order_by("-pk").values_list("pk", flat=True)[:STOCK])
    Pledge.objects.filter(player=player).exclude(pk__in=kept).delete()
    return len(kept)


def take(players: Collection[int], each: int, since: datetime | None = None) -> dict[int, list[bytes]]:
    """Take the newest pledges of these players out of the stock, so many of each or fewer. One query.

    None from before `since`, when the database had been restored: in what it forgot, a set may have been
    reserved under them, and the numbers told. Only inside the transaction that reserves sets under them. What
    another start is just taking is passed over: nobody waits.
    """
    found: dict[int, list[bytes]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(TAKE, {"players": list(players), "each": each, "since": since})
        for player, pledge in cursor.fetchall():
            found[player].append(bytes(pledge))
    return found


def hand_over(guest: User, player: User) -> None:
    """Give the guest's pledges to whoever signed up or in: the numbers are in the same browser."""
    pledges = [bytes(one) for one in guest.pledges.order_by("pk").values_list("pledge", flat=True)]
    stock(player, pledges)
