"""Matches as games.record knows them, out of what the database holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accounts.models import User
from games import record
from games.match import move_log
from games.match.queries import with_seats
from games.models import Match, Move, Seat
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.tables.base import Made

CHUNK = 200


def as_record(match: Match, seats: Sequence[Seat], moves: Sequence[Made]) -> record.Match:
    """The match as games.record knows it, out of what the database holds. No query, but one of a match with a
    deal that was not read along with it.

    Its seed is told once it is over, or its deal open: until then it would tell whose the sets in the log
    are.
    """
    rounds: list[tuple[record.Throw, ...]] = []
    entries = []
    contenders: tuple[int, ...] = tuple(range(len(seats)))
    throws: list[record.Throw] = []
    for move in moves:
        if move.kind != Move.ROLL_OFF:
            acted = RulesMove(Kind(move.kind), tuple(move.keep), move.box)
            numbers = tuple(move.numbers) if any(move.numbers) else ()
            came = tuple(move.dice), tuple(move.serials), numbers, move.ordered
            entries.append(record.Entry(move.seat, acted, *came))
            continue
        throws.append(record.Throw(move.seat, move.serials[0], move.dice[0]))
        if len(throws) == len(contenders):
            rounds.append(tuple(throws))
            throws = []
            contenders = record.still_in(rounds, len(seats))
    ending = None
    if match.status == Match.Status.VOID:  # also where staff had given places before
        ending = record.Ending(match.reason)
    elif match.adjudicated:
        ending = record.Ending(match.reason, tuple(seat.place or 0 for seat in seats))
    return record.Match(
        code=match.code,
        version=match.rules_version,
        options=match.options,
        pace=Pace(match.pace),
        names=tuple(seat.name for seat in seats),
        entries=tuple(entries),
        starter=match.starter or 0,
        roll_off=tuple(rounds),
        ending=ending,
        number=match.pk,
        day=match.started_at.date() if match.started_at else None,
        seed=_seed(match),
        deal=match.deal_id,
    )


def text(match: Match, seats: Sequence[Seat]) -> str:
    """The record of a match, as games.record writes it. One query, none where its moves have been read."""
    return record.write(as_record(match, seats, move_log.all_moves(match)))


def _seed(match: Match) -> str:
    if match.deal is not None:
        return bytes(match.deal.seed).hex() if match.deal.is_open else ""
    return bytes(match.seed).hex() if match.seed and match.over else ""


def everything(player: User) -> Iterator[Match]:
    """All the player's matches with seats and moves, oldest first. Three queries for each CHUNK of them."""
    mine = Match.objects.filter(seats__player=player).select_related("deal").order_by("pk")
    return move_log.with_moves(with_seats(mine), CHUNK)
