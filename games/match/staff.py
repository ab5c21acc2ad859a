"""What staff and directors decide: how a match ends, that it never was, or that it goes on.

Each is one transaction that first locks the match. Nothing of it touches a move: the log stays the truth.
What a rated match made of ratings is taken back by an entry of its own (rules.md, "Organised play"), and the
match is not rated again. A folded match stays folded, for none of it reads the table but by `match.table`; to
go on it is unfolded.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import live
from accounts.retold import put_down
from accounts.said import Said, Words
from games.match import channels, deadlines, folding, notices, play, ranking
from games.match.locked import Locked, MatchOver, lock, write
from games.models import Match, Seat
from games.rules.base import Result


class NotDecided(Exception):
    """Nobody decided this match: it was played to its end. Nothing was changed."""


@transaction.atomic
def adjudicate(match_id: int, places: Sequence[int], reason: Words) -> Match:
    """End a running match with these places, one for each seat. Raises MatchOver, ValueError."""
    locked = lock(match_id)
    match = locked.match
    locked.must_run()
    _must_be_places(places, locked.seats)
    _give(match, reason)
    match.adjudicated = True
    totals = match.rules.totals(match.table)
    play.finish(locked, Result(tuple(places), totals), timezone.now())
    write(locked)
    return match


@transaction.atomic
def void(match_id: int, reason: Words) -> Match:
    """Take a match back that is not over, begun or not: nobody has a result of it.

    Raises MatchOver, ValueError.
    """
    locked = lock(match_id)
    match = locked.match
    if match.status not in {Match.Status.RUNNING, Match.Status.INVITING}:
        raise MatchOver(_("This match is over."))
    lay_aside(locked, reason, timezone.now())
    write(locked)
    return match


def lay_aside(locked: Locked, reason: Words, now: datetime) -> None:
    """Let a locked match have no result. `write` has still to store it. Raises ValueError."""
    match = locked.match
    _give(match, reason)
    match.status = Match.Status.VOID
    match.ended_at = now
    match.deadline = None
    for seat in locked.seats:
        seat.place = None
        deadlines.stop(seat)


@transaction.atomic
def correct(match_id: int, places: Sequence[int], reason: str) -> Match:
    """Give the seats of a finished match these places instead. Totals stay as they were played.

    Raises MatchOver where it is not finished, ValueError.
    """
    locked = _finished(match_id, _("Only a match that was played can be corrected."))
    match, seats = locked.match, locked.seats
    _must_be_places(places, seats)
    match.adjudicated = True
    _give(match, reason)
    _unrate(match)
    match.save(update_fields=["adjudicated", "reason", "said", "rated"])
    for seat, place in zip(seats, places, strict=True):
        seat.place = place
    Seat.objects.bulk_update(seats, ["place"])
    notices.note_changed(match.pk)
    live.publish_on_commit(channels.of_match(match.pk))
    return match


@transaction.atomic
def discount(match_id: int, reason: str) -> Match:
    """Take back what a finished match made of ratings. Raises MatchOver, ValueError."""
    match = _finished(match_id, _("Only a match that was played can be corrected.")).match
    _give(match, reason)
    _unrate(match)
    match.save(update_fields=["reason", "said", "rated"])
    notices.note_changed(match.pk)
    return match


@transaction.atomic
def take_back(match_id: int, reason: str) -> Match:
    """Take a finished match back: nobody has a result of it. Raises MatchOver, ValueError."""
    locked = _finished(match_id, _("Only a match that was played can be taken back."))
    match = locked.match
    match.status = Match.Status.VOID
    _give(match, reason)
    _unrate(match)
    for seat in locked.seats:
        seat.place = None
    write(locked)
    return match


@transaction.atomic
def reopen(match_id: int) -> Match:
    """Let a match go on that somebody decided, from where it stood, with clocks that run anew.

    Raises NotDecided, also where cards that were hidden have been seen.
    """
    locked = lock(match_id)
    match, seats = locked.match, locked.seats
    if match.status != Match.Status.FINISHED or not match.adjudicated or _is_full(match):
        raise NotDecided(_("Only a match that was decided before its end can go on."))
    if match.apart:
        raise NotDecided(_("The hidden cards were laid open when it was decided: let it be played again."))
    folding.unfold(match, seats)
    _unrate(match)
    match.status, match.adjudicated, match.ended_at = Match.Status.RUNNING, False, None
    match.reason, match.said = "", None
    for seat in seats:
        seat.place = None
    deadlines.run(match, seats, match.table, timezone.now())
    notices.forget_turns(match, seats)
    write(locked)
    notices.note_changed(match.pk)
    return match


def _is_full(match: Match) -> bool:
    return match.rules.result(match.table) is not None


def _unrate(match: Match) -> None:
    if match.rated:
        ranking.take_back(match, timezone.now())
        match.rated = False


def _finished(match_id: int, otherwise: str) -> Locked:
    """The match, locked. Raises MatchOver, which says `otherwise`, where it is not finished."""
    locked = lock(match_id)
    if locked.match.status != Match.Status.FINISHED:
        raise MatchOver(otherwise)
    return locked


def _give(match: Match, reason: Words) -> None:
    """Let this be the reason, without blanks around it; one of the site's own is a sentence for each reader.

    Raises ValueError where nothing is said.
    """
    why = reason if isinstance(reason, Said) else str(reason).strip()
    if not why:
        raise ValueError(_("Say why: the players read it."))
    kept = put_down(Match, reason=why)
    match.reason, match.said = kept["reason"], kept["said"]


def _must_be_places(places: Sequence[int], seats: Sequence[Seat]) -> None:
    """Raise ValueError unless every seat has a place."""
    if sorted(places) != _dense(places) or len(places) != len(seats):
        raise ValueError("Give every seat a place: 1 for the first, equal places for equals.")


def _dense(places: Sequence[int]) -> list[int]:
    """The places as they must be: each is one more than the number of seats before it (1, 2, 2, 4)."""
    ordered = sorted(places)
    return [1 + sum(1 for other in ordered if other < place) for place in ordered]
