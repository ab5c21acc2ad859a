"""Looking for puzzles in matches that were reviewed: the costliest decisions of each seat, where somebody
went wrong.

What reviews may show, puzzles may: never of a match that runs, nor in an event before its round is over. And
nothing comes from a match one of whose players wants nobody to watch.
"""

from __future__ import annotations

import logging

from django.db import transaction

from games import positions
from games.analysis.review import ordered, whole_match
from games.coach import advice, reviews
from games.match import queries, watching
from games.match.played import played
from games.models import Match, Puzzle, PuzzleSource
from games.positions import BadPosition, Position
from games.puzzles import making

logger = logging.getLogger(__name__)
OF_ONE = 2
"""Puzzles that one match makes at most."""
AT_ONCE = 200
"""Matches that one call looks through."""


def look_through(most: int = AT_ONCE) -> int:
    """Look through matches that were reviewed, so many at most. Returns how many puzzles were found.

    Safe in several workers at once: each passes over what another is at. Matches of games whose tables are
    not there wait, and no other waits for them.
    """
    found, unready = 0, set[str]()
    for _ in range(most):
        one = _next(unready)
        if one is None:
            break
        found += one
    return found


@transaction.atomic
def _next(unready: set[str]) -> int | None:
    """See to one match, of no game that is `unready`, to which others may come. None where none waits."""
    waiting = PuzzleSource.objects.select_for_update(of=("self",), skip_locked=True).select_related("match")
    row = waiting.exclude(match__code__in=unready).order_by("pk").first()
    if row is None:
        return None
    try:
        with transaction.atomic():
            found = _of(row.match_id)
    except advice.NotReady:
        unready.add(row.match.code)
        return 0
    except Exception:  # whatever fails, fails alone, and is not looked at again
        logger.exception("match %s could not be looked through for puzzles", row.match_id)
        found = 0
    row.delete()
    return found


def _of(match_id: int) -> int:
    """Keep the puzzles of one match. Returns how many are new."""
    match, seats = queries.table(match_id)
    if match.taken_back or watching.is_unwatched(seats) or making.counts().get(match.code, 0) >= making.MOST:
        return 0
    found = reviews.find(match)  # asks again whether it may be reviewed
    if found.review is None:
        return 0
    advisor, whole = advice.advisor(match.rules), played(match, seats)
    order = ordered([made.entry for made in whole.steps], side_by_side=match.apart)
    costly = [one for seat in found.review.positions for one in seat]
    hard: list[making.Found] = []
    for one in sorted(costly, key=lambda one: one.step):
        step = whole.steps[order[one.step]]
        position = _position(match, step.before, step.entry.seat)
        puzzle = making.consider(advisor, position, step.entry.move) if position else None
        if puzzle is not None:
            hard.append(puzzle)
    # Those with another kind of answer than the first come before those with the same.
    hard[1:] = sorted(hard[1:], key=lambda puzzle: puzzle.answer is hard[0].answer)
    before = kept = Puzzle.objects.filter(match=match).count()
    for puzzle in hard:
        if kept < OF_ONE:
            kept += making.keep(puzzle, match)
    return kept - before


def _position(match: Match, state: object, seat: int) -> Position | None:
    """What lay before a seat; None where it cannot be laid again, or more than two race."""
    rules = match.rules
    if not whole_match(rules) and len(rules.totals(state)) != 2:
        return None
    try:
        return positions.alone(Position(match.code, state, seat))
    except BadPosition:
        return None
