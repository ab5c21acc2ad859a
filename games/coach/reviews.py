"""Reviews of matches that are over: asked for, made by the worker, kept in a row of a few hundred bytes, and
after a while in fewer (shortening.py).

A match of two is reviewed by itself once it is over, others when somebody asks. None is made, and none shown,
before the match is over, nor in an event before nobody plays its round any more: until then a review would be
a hint to whoever still plays. A row holds for the match as it ended then: one that was taken back has none,
and one that went on and ended again is reviewed anew.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import live
from games.analysis import review, review_packed
from games.analysis.base import NotAdvised
from games.analysis.review import Sums, box_ids
from games.coach import fair_play, making
from games.coach.advice import NotReady
from games.match import channels, notices, queries, wake
from games.match.played import Played
from games.models import Match, PuzzleSource, Review, Seat
from games.record import Step

logger = logging.getLogger(__name__)
AT_ONCE = 200
"""Reviews that one call makes: of the largest cards a few minutes."""
WAITS_FOR_ROUND, AT_MOST = timedelta(minutes=30), timedelta(hours=12)
"""How long a review waits for its round at first, and, when it has waited for long, between two looks."""
WAITS_FOR_TABLES = timedelta(minutes=1)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60, 600))
"""How long to wait after the first failure, the second …; after the last it is given up."""


class State(StrEnum):
    """How far the review of a match is."""

    TOO_SOON = "too-soon"
    """Its event still plays its round."""
    NONE = "none"
    ASKED = "asked"
    GETTING_READY = "getting-ready"
    """The coach has still to reckon what it needs to know of the game."""
    FAILED = "failed"
    SHORT = "short"
    """Its sums alone are still kept."""
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Found:
    """How far a review is, the review itself once it is READY, and the sums of one that is SHORT."""

    state: State
    review: review.Review | None = None
    sums: tuple[Sums, ...] = ()


def may_be_reviewed(match: Match) -> bool:
    """Whether a match was played and is over, and so are its round and its deal. No query but of these."""
    if match.status != Match.Status.FINISHED or not match.begun or match.closed:
        return False
    return match.event is None or bool(import_string(settings.MATCH_ROUND_OVER)(match))


def find(match: Match) -> Found:
    """What there is of the review of a match that is over. One query, and a few in an event."""
    if not may_be_reviewed(match):
        return Found(State.TOO_SOON)
    row = Review.objects.filter(match=match).first()
    if row is None or row.ended_at != match.ended_at:
        return Found(State.NONE)
    if row.packed is not None and not (row.short and row.due):
        try:
            return _read(bytes(row.packed), tuple(box_ids(match.rules)), short=row.short)
        except review_packed.Unreadable:
            return Found(State.NONE)
    if row.due is None:
        return Found(State.FAILED)
    waits = row.due - timezone.now()
    if row.tries or waits <= timedelta(0):
        return Found(State.ASKED)
    # Since the worker found its round still running, that has ended: who is here need not wait for the rest.
    return Found(State.GETTING_READY if waits <= WAITS_FOR_TABLES else State.NONE)


def _read(packed: bytes, boxes: Sequence[str], *, short: bool) -> Found:
    if short:
        return Found(State.SHORT, sums=review_packed.head(packed, boxes))
    return Found(State.READY, review_packed.unpack(packed, boxes))


def steps_of(match: Match, whole: Played) -> list[tuple[int, Step]]:
    """The moves in the order of the steps of a review, each with its place in the replay, from 0."""
    there = [(index, whole.steps[index]) for index in whole.there]
    order = review.ordered([made.entry for _index, made in there], side_by_side=match.apart)
    return [there[place] for place in order]


def ask(match: Match) -> None:
    """Let the worker make the review of a match that may be reviewed, if there is none yet or not all of it.
    Idempotent.

    Whatever asks for one that is there, or being made, changes nothing. Two queries.
    """
    state, now = find(match).state, timezone.now()
    if state in (State.NONE, State.FAILED):
        _want(match, now)
    elif state is State.SHORT:
        # Statistics read its sums until the rest is there, and where that fails.
        Review.objects.filter(match=match, short=True, due=None).update(due=now, asked_at=now, tries=0)
        transaction.on_commit(wake.reviews, robust=True)


def follow(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """What the end of a match brings about (settings.OUTBOX): of two players it is reviewed by itself.

    What guests play, and practice with choices taken back, is reviewed when they ask. A review of a match
    that was taken back is dropped.
    """
    if all(facts["what"] != "over" for facts in happened):
        return
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.ended_at is None:
        return
    if match.status != Match.Status.FINISHED:
        Review.objects.filter(match=match).delete()
        fair_play.follow(queries.table(match_id)[1])
        return
    guests = list(match.seats.values_list("player__guest", flat=True))
    known = Review.objects.filter(match=match, ended_at=match.ended_at)
    wanted = match.begun and not match.taken_back and len(guests) == 2 and not any(guests)
    if wanted and not known.exists():
        _want(match, timezone.now())


def _want(match: Match, due: datetime) -> None:
    fresh = {
        "packed": None,
        "short": False,
        "tries": 0,
        "due": due,
        "ended_at": match.ended_at,
        "asked_at": due,
    }
    Review.objects.update_or_create(match=match, defaults=fresh)
    transaction.on_commit(wake.reviews, robust=True)


def make_due(most: int = AT_ONCE) -> int:
    """Make reviews that are due, so many at most. Returns how many were seen to.

    Safe in several workers at once: each passes over what another is at.
    """
    now = timezone.now()
    for count in range(most):
        seats = _make_next(now)
        if seats is None:
            return count
        if seats:
            fair_play.follow(seats)
    return most


@transaction.atomic
def _make_next(now: datetime) -> Sequence[Seat] | None:
    """See to the one that has been due longest. None where none is due; else the seats of its match, of whom
    there is more to be known now, and nobody where there is not.
    """
    waiting = Review.objects.select_for_update(no_key=True, skip_locked=True)
    row = waiting.filter(due__lte=now).order_by("due").first()
    if row is None:
        return None
    match, seats = queries.table(row.match_id)
    if match.status != Match.Status.FINISHED or match.ended_at is None:
        row.delete()
        return seats
    row.ended_at = match.ended_at
    if not may_be_reviewed(match):
        row.due = now + min(max(WAITS_FOR_ROUND, (now - row.asked_at) / 4), AT_MOST)
    else:
        try:
            with transaction.atomic():
                row.packed, row.due = making.make(match, seats), None
                row.tables = making.version(match.rules)
                if not row.short:
                    PuzzleSource.objects.get_or_create(match=match)  # games.puzzles looks through it
                row.short = False
                notices.note_changed(match.pk)
        except NotReady:
            row.due = now + WAITS_FOR_TABLES
        except NotAdvised:
            row.due, row.tries = None, len(PAUSES)
        except Exception:  # whatever fails, fails alone
            logger.exception("match %s could not be reviewed", match.pk)
            row.due = now + PAUSES[row.tries] if row.tries < len(PAUSES) else None
            row.tries += 1
    row.save()
    live.publish_on_commit(*channels.of_match(match.pk))
    return [] if row.packed is None else seats
