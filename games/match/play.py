"""Moves: how a match begins, and what its players do at the table (docs/architecture.md, "One move").

Each is one transaction under the match's lock. What else becomes of a match is in staff.py (who decides),
clocks.py (whose time is up) and seating.py (who sits there).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock
from games.match import deadlines, deals, latest, notices, ranking, seating, sets, unseen, watching
from games.match.locked import Locked, MatchOver, NotSeated, Stale, lock, seat_of, write
from games.match.reserving import keep_told, reserve_missing
from games.match.sets import NOTHING, PoolEmpty, PoolStopped, Sent, Thrown, WrongNumber, roll_off_outside
from games.match.statements import APPEND, of_move, to_the_millisecond
from games.models import Match, Move, Seat
from games.rules.base import IllegalMove, Kind, Pace, Result, roll_off
from games.rules.base import Move as RulesMove
from statements import Asked

__all__ = [
    "NOTHING",
    "TIMED_OUT",
    "Locked",
    "MatchOver",
    "NotSeated",
    "NotYourTurn",
    "PoolEmpty",
    "PoolStopped",
    "Sent",
    "Stale",
    "StillHidden",
    "WrongNumber",
    "act",
    "finish",
    "keep_told",
    "leave_all",
    "lock",
    "move",
    "reserve_missing",
    "resign",
    "roll_off_outside",
    "run_out",
    "seat_of",
    "start",
    "version_for",
]


TIMED_OUT = RulesMove(Kind.TIMEOUT)
"""The move that the clock makes for whoever is late."""


class NotYourTurn(Exception):
    """Somebody else is to move. Nothing was changed."""


class StillHidden(Exception):
    """The player may not see this of the others yet."""


def version_for(match: Match, seat: Seat | None) -> int:
    """What a form must send back to act: the number of moves it has seen.

    Under `turns` those of the match. Where cards are apart those of the player's own seat: the others' moves
    are neither shown nor in the way, and their number tells a stranger nothing.
    """
    if match.apart:
        return seat.moves if seat else 0
    return match.version


@transaction.atomic
def start(match_id: int, by: User | None = None, *, until: datetime | None = None) -> Match:
    """Begin a match whose players have all accepted: roll off who starts, lay the cards, reserve everybody's
    first sets of dice, run the clock.

    `by` is who brought it about and needs no word of it. `until` is when a match of an event ends whose
    cards are apart: with its round. Raises MatchOver when it has begun already or was declined, and
    dicepool.pool.PoolEmpty.
    """
    locked = lock(match_id)
    match, seats = locked.match, locked.seats
    if match.status != Match.Status.INVITING:
        raise MatchOver(_("This match has begun already."))
    rules = match.rules
    if match.starter is None:
        match.starter = _roll_off(match, seats) if match.pace == Pace.TURNS and len(seats) > 1 else 0
    state = rules.start(len(seats), match.options, Pace(match.pace), match.starter)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    deals.reserve(match, seats, locked.restored)
    for seat in seats:
        seat.bank = clock.CLOCKS[match.clock].start
    if len(seats) > 1:
        notices.note(match, "begun", by=by.pk if by else None)
    _save(locked, state, match.started_at, until=until)
    return match


def _roll_off(match: Match, seats: Sequence[Seat]) -> int:
    """Roll for the start until one seat is highest; the rounds open the move log."""
    contenders: tuple[int, ...] = tuple(range(len(seats)))
    rounds: list[Move] = []
    turn, at = 0, to_the_millisecond(timezone.now())
    while len(contenders) > 1:
        turn += 1
        drawn = sets.roll_off(match, contenders, turn)
        for seat, rolled in zip(contenders, drawn, strict=True):
            match.version += 1
            rounds.append(
                Move(
                    match=match,
                    number=match.version,
                    seat=seat,
                    kind=Move.ROLL_OFF,
                    dice=[rolled.dice[0]],
                    serials=[rolled.serial],
                    at=at,
                )
            )
        contenders = roll_off(contenders, [rolled.dice[0] for rolled in drawn])
    Move.objects.bulk_create(rounds)
    return contenders[0]


def move(match_id: int, player: User, version: int, wanted: RulesMove, sent: Sent = NOTHING) -> Match:
    """Make one move. Legality is settled before any dice are opened; the same form acts once.

    `version` is what `version_for` said when the page was made; `sent` is what the player's browser adds to
    the dice. Returns the match with its seats (Match.laid). Raises NotSeated, MatchOver, Stale, NotYourTurn,
    WrongNumber, IllegalMove, dicepool.pool.PoolEmpty: nothing was changed, but numbers stay told.
    """
    try:
        try:
            return _move(match_id, player, version, wanted, sent)
        except sets.Unreserved:
            reserve_missing(match_id)
            return _move(match_id, player, version, wanted, sent)
    except PoolEmpty:  # dice may have been taken in part, so all of it was rolled back
        keep_told(match_id, player, sent)
        raise


def _move(match_id: int, player: User, version: int, wanted: RulesMove, sent: Sent) -> Match:
    with transaction.atomic():
        locked = lock(match_id)
        seat = locked.seat_of(player)
        told = sets.keep_told(seat, sent)
        try:
            act(locked, must_have_seen(locked, player, version), wanted, sent, last=True)
        except (Stale, NotYourTurn, IllegalMove, WrongNumber) as error:  # nothing was written yet
            refused = error
            if told:
                seat.save(update_fields=["reserved"])
        else:
            locked.match.laid = locked.seats
            return locked.match
    raise refused


def must_have_seen(locked: Locked, player: User, version: int) -> Seat:
    """The player's seat at a match that runs. Raises NotSeated, MatchOver, and Stale unless `version` is what
    `version_for` says now.
    """
    seat = locked.seat_of(player)
    locked.must_run()
    now = version_for(locked.match, seat)
    if version != now:
        raise Stale(_("The table has changed since this page was made. This is how it stands now."), now)
    return seat


def resign(match_id: int, player: User, version: int) -> Match:
    """Give the match up, whoever is to move. Raises what `move` raises."""
    return move(match_id, player, version, RulesMove(Kind.RESIGN))


def leave_all(player: User) -> None:
    """Take a player who closes the account off every table: running matches are resigned, others declined."""
    for match_id in list(_unfinished(player).values_list("pk", flat=True)):
        with transaction.atomic():
            locked = lock(match_id)
            if locked.match.status == Match.Status.RUNNING:
                with suppress(IllegalMove):  # whoever has resigned, or filled the card, has left already
                    act(locked, locked.seat_of(player), RulesMove(Kind.RESIGN))
            elif locked.match.status == Match.Status.INVITING:
                seating.decline(locked, player)


def _unfinished(player: User) -> Any:
    return Match.objects.filter(
        seats__player=player, status__in=[Match.Status.RUNNING, Match.Status.INVITING]
    ).order_by("pk")


def act(
    locked: Locked,
    seat: Seat,
    wanted: RulesMove,
    sent: Sent = NOTHING,
    *,
    ordered: bool = False,
    last: bool = False,
) -> None:
    """Check, open, play, reserve anew, append and save: the steps after the lock and the version.

    Only for a match that runs, and with its numbers kept before (sets.keep_told). `ordered` is what standing
    orders do. Where nothing follows in the same transaction, this is the `last` of it. Raises what `move`
    raises, but Stale, and sets.Unreserved.
    """
    match, seats, rules = locked.match, locked.seats, locked.match.rules
    state, now = match.table, timezone.now()
    if wanted.kind not in {Kind.RESIGN, Kind.TIMEOUT} and seat.index not in rules.to_act(state):
        raise NotYourTurn(_("It is not your turn. You see the table as it stands now."))
    count = rules.dice_wanted(state, seat.index, wanted)
    hidden = seat.index in rules.hidden(state, None) or watching.is_unwatched(seats)
    thrown = deals.roll(match, state, seat, count, sent, locked.restored) if count else Thrown()
    after = rules.play(state, seat.index, wanted, thrown.dice)
    made = _next_move(match, seat, wanted, thrown)
    made.ordered = ordered
    latest.note(seat, made, rules, state, after, now)
    if match.deal_id is not None:
        pass  # all sets were taken beforehand, and stay closed
    elif count and rules.result(after) is None:
        sets.go_on(match, seat, thrown, sent, hidden=hidden)
    elif count:
        sets.used_up(seat, thrown)
    by = None if ordered or wanted.kind is Kind.TIMEOUT else seat.player_id
    sees = None if wanted.kind is Kind.RESIGN else unseen.seen_by(rules, after, seat.index, seats)
    _save(locked, after, now, by=by, seen_by=sees, appended=[(APPEND, of_move(made, now))], last=last)


def _next_move(match: Match, seat: Seat, wanted: RulesMove, thrown: Thrown) -> Move:
    """The next line of the match's log, which the caller saves."""
    match.version += 1
    seat.moves += 1
    return Move(
        match=match,
        number=match.version,
        seat=seat.index,
        kind=wanted.kind.value,
        keep=list(wanted.keep),
        box=wanted.box,
        dice=list(thrown.dice),
        serials=list(thrown.serials),
        numbers=[number.hex() for number in thrown.numbers],
        at=to_the_millisecond(timezone.now()),
    )


def run_out(locked: Locked, seat: Seat, now: datetime) -> tuple[Move, Sequence[Seat] | None]:
    """What `act` does where a seat's time has run out, but for what it writes: the move, the end's ratings
    and the match are the caller's to store. Returns the move, and the seats that see it as in `write`.
    """
    match, seats, rules, state = locked.match, locked.seats, locked.match.rules, locked.match.table
    after = rules.play(state, seat.index, TIMED_OUT, ())
    move = _next_move(match, seat, TIMED_OUT, Thrown())
    latest.note(seat, move, rules, state, after, now)
    sees = unseen.seen_by(rules, after, seat.index, seats)
    _lay_down(locked, after, now)
    return move, sees


def _save(
    locked: Locked,
    state: Any,
    now: datetime,
    *,
    by: int | None = None,
    until: datetime | None = None,
    seen_by: Sequence[Seat] | None = None,
    appended: Sequence[Asked] = (),
    last: bool = False,
) -> None:
    """Store the state and everything that lists read of it; end the match where the rules say so."""
    if _lay_down(locked, state, now, until):
        ranking.settle(locked.match, locked.seats, now)
    write(locked, by=by, seen_by=seen_by, appended=appended, last=last)


def _lay_down(locked: Locked, state: Any, now: datetime, until: datetime | None = None) -> bool:
    """Put the state on the table, with everything that lists read of it. Returns whether that is the end."""
    match, rules = locked.match, locked.match.rules
    match.state = rules.dump(state)
    result = rules.result(state)
    if result is not None:
        _end(locked, result, now)
        return True
    for seat, total in zip(locked.seats, rules.totals(state), strict=True):
        seat.total = total
    deadlines.run(match, locked.seats, state, now, until)
    return False


def finish(locked: Locked, result: Result, now: datetime) -> None:
    """End a locked match with this result: places, totals, ratings. `write` has still to store it."""
    _end(locked, result, now)
    ranking.settle(locked.match, locked.seats, now)


def _end(locked: Locked, result: Result, now: datetime) -> None:
    match, seats = locked.match, locked.seats
    match.status = Match.Status.FINISHED
    match.ended_at = now
    match.deadline = None
    for seat, place, total in zip(seats, result.places, result.totals, strict=True):
        seat.place, seat.total = place, total
        deadlines.stop(seat)
