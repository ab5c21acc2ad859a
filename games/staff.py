"""What staff and directors may do to a match that is over: correct how it ended, or let it go on.

Each is one transaction that first locks the match. Nothing of it touches a move: the log stays the truth.
What a rated match made of ratings is taken back by an entry of its own (rules.md, "Organised play"), and the
match is not rated again.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import live, play, ranking
from games.models import Match, Seat
from games.rules.base import Pace


class NotDecided(Exception):
    """Nobody decided this match: it was played to its end. Nothing was changed."""


@transaction.atomic
def correct(match_id: int, places: Sequence[int], reason: str) -> Match:
    """Give the seats of a finished match these places instead. Totals stay as they were played.

    Raises play.MatchOver where it is not finished, ValueError.
    """
    match, seats = play.lock(match_id)
    if match.status != Match.Status.FINISHED:
        raise play.MatchOver(_("Only a match that was played can be corrected."))
    play.must_be_places(places, seats)
    match.adjudicated, match.reason = True, play.said(reason)
    _unrate(match)
    match.save(update_fields=["adjudicated", "reason", "rated"])
    for seat, place in zip(seats, places, strict=True):
        seat.place = place
    Seat.objects.bulk_update(seats, ["place"])
    transaction.on_commit(lambda: live.publish(live.channel(match.pk)), robust=True)
    return match


@transaction.atomic
def discount(match_id: int, reason: str) -> Match:
    """Take back what a finished match made of ratings. Raises play.MatchOver, ValueError."""
    match, _seats = play.lock(match_id)
    if match.status != Match.Status.FINISHED:
        raise play.MatchOver(_("Only a match that was played can be corrected."))
    match.reason = play.said(reason)
    _unrate(match)
    match.save(update_fields=["reason", "rated"])
    return match


@transaction.atomic
def void(match_id: int, reason: str) -> Match:
    """Take a finished match back: nobody has a result of it. Raises play.MatchOver, ValueError."""
    match, seats = play.lock(match_id)
    if match.status != Match.Status.FINISHED:
        raise play.MatchOver(_("Only a match that was played can be taken back."))
    match.status, match.reason = Match.Status.VOID, play.said(reason)
    _unrate(match)
    for seat in seats:
        seat.place = None
    play.write(match, seats)
    return match


@transaction.atomic
def reopen(match_id: int) -> Match:
    """Let a match go on that somebody decided, from where it stood, with clocks that run anew.

    Raises NotDecided, also where cards that were hidden have been seen.
    """
    match, seats = play.lock(match_id)
    if match.status != Match.Status.FINISHED or not match.adjudicated or _is_full(match):
        raise NotDecided(_("Only a match that was decided before its end can go on."))
    if match.pace == Pace.SPLIT:
        raise NotDecided(_("The hidden cards were laid open when it was decided: let it be played again."))
    _unrate(match)
    match.status, match.adjudicated, match.reason, match.ended_at = Match.Status.RUNNING, False, "", None
    for seat in seats:
        seat.place = None
    play.run_on(match, seats, timezone.now())
    play.write(match, seats)
    return match


def _is_full(match: Match) -> bool:
    return match.rules.result(match.table) is not None


def _unrate(match: Match) -> None:
    if match.rated:
        ranking.take_back(match, timezone.now())
        match.rated = False
