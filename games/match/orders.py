"""Standing orders of a seat: given, changed and taken back by its player, done by the worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import User
from games.match import channels, wake
from games.match.locked import Locked, lock
from games.models import Match, Seat
from games.rules.base import Move
from games.rules.orders import Orders, ordered
from games.tables import table_of


class NoOrders(Exception):
    """Nobody gives standing orders at this match. The sentence says why."""


def why_none(match: Match, seats: Sequence[Seat]) -> str:
    """Why nobody gives standing orders at this match, in a sentence; empty where players may."""
    if not match.may_order:
        return _("This event is played without standing orders: every roll is made by its player.")
    if match.apart or len(seats) == 1:
        return _("Standing orders are for matches in which you wait for others: here you play when you like.")
    return ""


@transaction.atomic
def give(match_id: int, player: User, orders: Orders) -> None:
    """Let these be the player's orders from now on, none among them. What they do already is done at once.

    Raises NotSeated, MatchOver, NoOrders, Match.DoesNotExist.
    """
    locked = lock(match_id)
    match, seat = locked.match, locked.seat_of(player)
    locked.must_run()
    why = why_none(match, locked.seats)
    if orders and why:
        raise NoOrders(why)
    if not table_of(match.rules).banks:
        orders = replace(orders, bank=0)
    seat.orders = orders.dump()
    seat.save(update_fields=["orders"])
    live.publish_on_commit(channels.of_list(player.pk))
    if orders:
        transaction.on_commit(lambda: wake.robots(match_id), robust=True)


def move_of(locked: Locked, seat: Seat) -> Move | None:
    """What the orders of this seat do now, if anything. Who cannot sign in plays by none."""
    player, match = seat.player, locked.match
    if not seat.orders or player is None or not player.is_active or player.suspended:
        return None
    if why_none(match, locked.seats):
        return None
    beat = table_of(match.rules).to_beat(match.table, seat.index)
    return ordered(match.rules, match.table, seat.index, Orders.load(seat.orders), beat)
