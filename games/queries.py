"""What pages read. Every function costs a fixed number of queries, however long its answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import record
from games.models import Joining, Match, Move, Seat, Seek
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove

RECENT_MOVES = 48
"""Moves a table shows of the past: a last turn of everybody at a table of ten, and more."""
PAGE = 30
ROOM = 100
MOST_ROLLS = 50_000


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats))


def table(match_id: int) -> tuple[Match, list[Seat]]:
    """A match and its seats in order. Raises Match.DoesNotExist. Two queries."""
    match = _with_seats(Match.objects.all()).get(pk=match_id)
    return match, list(match.seats.all())


def recent_moves(match: Match, hidden: Sequence[int]) -> list[Move]:
    """The last moves of the seats that are not hidden, oldest first. One query."""
    moves = match.moves.exclude(seat__in=hidden).order_by("-number")[:RECENT_MOVES]
    return list(reversed(moves))


def all_moves(match: Match) -> list[Move]:
    """The whole log, oldest first. One query."""
    return list(match.moves.order_by("number"))


def as_record(match: Match, seats: Sequence[Seat], moves: Sequence[Move]) -> record.Match:
    """The match as games.record knows it, out of what the database holds. No query."""
    rounds: list[tuple[record.Throw, ...]] = []
    entries = []
    contenders: tuple[int, ...] = tuple(range(len(seats)))
    throws: list[record.Throw] = []
    for move in moves:
        if move.kind != Move.ROLL_OFF:
            acted = RulesMove(Kind(move.kind), tuple(move.keep), move.box)
            entries.append(record.Entry(move.seat, acted, tuple(move.dice), tuple(move.serials)))
            continue
        throws.append(record.Throw(move.seat, move.serials[0], move.dice[0]))
        if len(throws) == len(contenders):
            rounds.append(tuple(throws))
            throws = []
            contenders = record.still_in(rounds, len(seats))
    ending = None
    if match.adjudicated:
        ending = record.Ending(match.reason, tuple(seat.place or 0 for seat in seats))
    elif match.status == Match.Status.VOID:
        ending = record.Ending(match.reason)
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
    )


def my_rolls(player: User) -> Iterator[tuple[int, ...]]:
    """What fell to the player, a tuple a roll, the latest MOST_ROLLS at most. One query."""
    mine = Move.objects.filter(match__seats__player=player, match__seats__index=F("seat"))
    rolled = mine.exclude(dice=[]).order_by("-pk").values_list("dice", flat=True)[:MOST_ROLLS]
    return (tuple(dice) for dice in rolled)


def my_turn(player: User) -> list[Match]:
    """The matches that wait for the player, the nearest deadline first. Two queries."""
    return list(
        _with_seats(
            Match.objects.filter(seats__player=player, seats__to_move=True).order_by(
                F("seats__deadline").asc(nulls_last=True), "pk"
            )
        )
    )


def waiting_for_others(player: User) -> list[Match]:
    """Running matches in which the player has to wait. Two queries."""
    return list(
        _with_seats(
            Match.objects.filter(
                seats__player=player, seats__to_move=False, status=Match.Status.RUNNING
            ).order_by(F("deadline").asc(nulls_last=True), "pk")
        )
    )


def invitations(player: User) -> list[Match]:
    """Matches that have not begun: those the player is asked to, and those the player made. Two queries."""
    return list(
        _with_seats(Match.objects.filter(seats__player=player, status=Match.Status.INVITING).order_by("-pk"))
    )


def open_seeks(player: User) -> list[Seek]:
    """What waits in the waiting room, and the player's own private ones, the newest first. Two queries."""
    visible = Q(token="") | Q(joinings__player=player)
    joinings = Joining.objects.select_related("player").order_by("pk")
    return list(
        Seek.objects.filter(visible, expires_at__gt=timezone.now())
        .distinct()
        .prefetch_related(Prefetch("joinings", joinings))
        .order_by("-pk")[:ROOM]
    )


def seek_by_link(token: str) -> Seek | None:
    """The private open match of this link, if it is still there. Two queries."""
    joinings = Joining.objects.select_related("player").order_by("pk")
    found = Seek.objects.filter(token=token, expires_at__gt=timezone.now())
    return found.prefetch_related(Prefetch("joinings", joinings)).first() if token else None


def finished(player: User) -> list[Match]:
    """The player's last finished matches, newest first. Two queries."""
    return list(
        _with_seats(
            Match.objects.filter(
                seats__player=player, status__in=[Match.Status.FINISHED, Match.Status.VOID]
            ).order_by("-ended_at", "-pk")[:PAGE]
        )
    )


def count_waiting(player: User) -> int:
    """How many matches wait for the player. One query."""
    return Seat.objects.filter(player=player, to_move=True).count()


def next_waiting(player: User, match: Match) -> tuple[int | None, int]:
    """The next match that waits for the player after this one, and how many wait in all. One query."""
    waiting = list(
        Seat.objects.filter(player=player, to_move=True)
        .exclude(match=match)
        .order_by(F("deadline").asc(nulls_last=True), "match")
        .values_list("match_id", flat=True)[:100]
    )
    return (waiting[0] if waiting else None), len(waiting)
