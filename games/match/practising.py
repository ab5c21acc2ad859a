"""Where somebody practises: alone, or against robots, and for no rating. There a choice may be taken back.

The table goes back to the seat's last choice, the dice lying there as they lay; what was done since goes with
it, robots' replies included. The log stays as it is and says so in a move of its own. No dice come again: the
sets that were rolled since are spent, and the next roll takes the set that is reserved now.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.match import deadlines, latest, move_log, play, records, unseen
from games.match.locked import Locked, lock, write
from games.match.statements import APPEND, of_move
from games.models import Match, Move, Seat
from games.replay import Step, replay, standing
from games.rules.base import Kind
from games.tables.base import Made
from games.taken_back import FINAL, not_taken_back, takes_back, taking_back

MOST = 100
"""Take-backs in one match: a log has an end."""
SURELY = {Kind.SCORE.value, Kind.BANK.value, Kind.PICK_UP.value}
"""Moves that follow a choice at the latest: dice might have been rolled instead, then or before."""


class NoTakeBack(Exception):
    """Nothing can be taken back at this match. The message is one sentence fit to be shown to the player."""


class NothingToTakeBack(Exception):
    """There is no choice to take back now. The message is one sentence fit to be shown to the player."""


def practises(match: Match, seats: Sequence[Seat], mine: Seat | None) -> bool:
    """Whether this seat's player practises in a match that runs: it helps nobody against anybody.

    Where all get the same dice nobody does: they would come again, and others play them.
    """
    if mine is None or match.status != Match.Status.RUNNING or match.organised or match.deal_id is not None:
        return False
    others = [seat for seat in seats if seat is not mine]
    if others and match.rated:
        return False
    return all(seat.player is not None and seat.player.level for seat in others)


def may_take_back(match: Match, seats: Sequence[Seat], mine: Seat | None, recent: Sequence[Made]) -> bool:
    """Whether the seat has a choice to take back, `recent` being the last moves that it sees.

    No query where these tell; else one.
    """
    if mine is None or mine.orders or not practises(match, seats, mine):
        return False
    for move in reversed(not_taken_back(recent, lambda move: move)):
        if move.kind in FINAL:
            return False
        if move.seat == mine.index and move.kind in SURELY:
            return True
    whole = recent if len(recent) == match.version else move_log.all_moves(match)
    return bool(takes_back(match.rules, _standing(match, seats, whole), mine.index))


@transaction.atomic
def take_back(match_id: int, player: User, version: int) -> Match:
    """Let the table go back to before the player's last choice. The same form acts once.

    `version` is what `play.version_for` said when the page was made. Raises NotSeated, MatchOver, Stale,
    NoTakeBack, NothingToTakeBack, Match.DoesNotExist: whichever it is, nothing was changed.
    """
    locked = lock(match_id)
    seat = play.must_have_seen(locked, player, version)
    match, seats = locked.match, locked.seats
    if not practises(match, seats, seat):
        raise NoTakeBack(_("You can take back choices only in unrated play, alone or against robots."))
    if seat.orders:
        raise NoTakeBack(_("Your standing orders would make the same move again: turn them off first."))
    moves = move_log.all_moves(match)
    if sum(move.kind == Kind.TAKE_BACK for move in moves) >= MOST:
        raise NothingToTakeBack(
            ngettext(
                "You have taken back %(count)s choice in this match, the most you may: play on from here.",
                "You have taken back %(count)s choices in this match, the most you may: play on from here.",
                MOST,
            )
            % {"count": MOST}
        )
    there = _standing(match, seats, moves)
    taken = takes_back(match.rules, there, seat.index)
    if not taken:
        raise NothingToTakeBack(_("There is no choice of yours to take back: play on from here."))
    _go_back(locked, seat, there[: len(there) - len(taken)], taken)
    return match


def _standing(match: Match, seats: Sequence[Seat], moves: Sequence[Made]) -> list[Step]:
    return standing(replay(records.as_record(match, seats, moves)))


def _go_back(locked: Locked, seat: Seat, stays: Sequence[Step], taken: Sequence[Step]) -> None:
    """Append the take-back, and store the table and all that lists read of it as these steps left it."""
    match, seats, rules, now = locked.match, locked.seats, locked.match.rules, timezone.now()
    state, back = taken[0].before, taking_back(taken, seat.index)
    match.version += 1
    seat.moves += 1
    match.taken_back = True
    made = Move(match=match, number=match.version, seat=seat.index, kind=back.kind.value, box=back.box)
    latest.note_all(seats, stays, rules, now)
    seat.acted_at = now
    for one, total in zip(seats, rules.totals(state), strict=True):
        one.total = total
    match.state = rules.dump(state)
    deadlines.run(match, seats, state, now)
    sees = unseen.seen_by(rules, state, seat.index, seats)
    write(locked, by=seat.player_id, seen_by=sees, appended=[(APPEND, of_move(made, now))], last=True)
