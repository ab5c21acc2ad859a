"""Who was absent from a match of an event, and how it counts then (rules.md, "Organised play")."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone

from games.match import move_log
from games.models import Match, Seat
from games.rules.base import Kind
from ladders.formats import base

GONE = {Kind.TIMEOUT.value, Kind.RESIGN.value}


def result_of(match: Match, seats: Sequence[int], absent: Collection[int] = ()) -> base.Result:
    """How a match ended, by the entries of its seats; `absent` are further ones. Two queries."""
    rows = list(match.seats.order_by("index"))
    missing, late = absent_and_late(match, rows)
    return base.Result(
        places=tuple(row.place or len(rows) for row in rows),
        totals=tuple(row.total for row in rows),
        at=match.ended_at or timezone.now(),
        absent=frozenset(
            seat for seat, row in zip(seats, rows, strict=True) if row.index in missing or seat in absent
        ),
        timed_out=frozenset(seat for seat, row in zip(seats, rows, strict=True) if row.index in late),
    )


def absent_and_late(match: Match, rows: Sequence[Seat]) -> tuple[set[int], set[int]]:
    """The seats that were absent from a match that is over, and those whose last word was the clock's.

    Absent is who did not finish a split card, lost by the clock, or left without a move although the turn had
    come. Where somebody decided the match, an open card is nobody's fault.
    """
    done = move_log.kinds_by_seat(match)
    late = {seat for seat, kinds in done.items() if kinds[-1] == Kind.TIMEOUT}
    came = {row.index for row in rows if row.index == match.starter or row.since > 0}
    never = {seat for seat, kinds in done.items() if seat in came and set(kinds) <= GONE}
    if match.apart:
        left = {seat for seat, kinds in done.items() if kinds[-1] in GONE}
        open_cards = set() if match.adjudicated else set(match.rules.unfinished(match.table))
        return left | open_cards, late
    two = len(rows) <= 2
    out = {seat for seat in late if two or done[seat][-2:] == [Kind.TIMEOUT, Kind.TIMEOUT]}
    return never | out, late


def never_moved(match: Match) -> set[int]:
    """The seats of a running match whose turn has come, and who never made a move."""
    done = move_log.kinds_by_seat(match)
    return {seat for seat in match.rules.to_act(match.table) if set(done.get(seat, ())) <= GONE}


def places(match: Match, absent: Collection[int]) -> list[int]:
    """Places by the totals as they stand, the absent ones below all others; equal ones are shared."""
    totals = match.rules.totals(match.table)
    worth = [(seat not in absent, total if seat not in absent else 0) for seat, total in enumerate(totals)]
    return [1 + sum(other > mine for other in worth) for mine in worth]
