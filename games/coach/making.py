"""Making the review of a match that is over, out of its moves: for the worker, which may take its time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from zlib import crc32

from games.analysis import review_packed
from games.analysis.judging import Explain, review, unexplained
from games.analysis.review import box_ids, ordered, turn_ends
from games.coach import advice
from games.match import move_log, records
from games.models import Match, Seat
from games.record import Match as Record
from games.record import opening
from games.replay import replay, rules_of, standing
from games.rules.base import Rules
from games.rules.cards.scorecard import Scorecard

REVIEWING = 3
"""Another one whenever a review of the same moves would say something else, or the same in fewer bytes: old
ones are made anew."""


def make(match: Match, seats: Sequence[Seat]) -> bytes:
    """The review of a match that is over, packed. One query.

    Raises advice.NotReady, BadRecord where its rules are not known any more.
    """
    return of_record(records.as_record(match, seats, move_log.all_moves(match)))


def of_record(whole: Record) -> bytes:
    """The same of a match by its record. No query. Raises the same."""
    rules, start = rules_of(whole), opening(whole)
    advisor = advice.advisor(rules)
    there = list(standing(replay(whole)))
    order = ordered([step.entry for step in there], side_by_side=whole.pace.apart)
    steps = [there[index] for index in order]
    found = review(rules, advisor, start, [step.entry for step in steps], explaining(rules, advisor))
    rolled = [bool(step.entry.dice) for step in steps]
    ends = turn_ends([(step.seat, step.turn) for step in steps])
    return review_packed.pack(found, tuple(box_ids(rules)), rolled, ends)


def version(rules: Rules[Any]) -> str:
    """By what a game is reviewed now: the game, the way of reviewing, and its tables.

    Every row of a review has it, and so has an index: of the tables' names eight digits are enough.
    """
    from games.analysis.advisors import tables_of  # noqa: PLC0415  (numpy)

    tables = ", ".join(sorted({table.version for table in tables_of(rules)}))
    return f"{rules.code} {REVIEWING} {crc32(tables.encode()):08x}"


def explaining(rules: Rules[Any], advisor: Any) -> Explain:
    """What says why a choice is better, where the coach of this game can."""
    from games.analysis.reasons import reasons  # noqa: PLC0415  (numpy is for those who reckon)
    from games.analysis.solo.advisor import CardAdvisor  # noqa: PLC0415

    if isinstance(rules, Scorecard) and isinstance(advisor, CardAdvisor):
        return partial(reasons, rules, advisor)
    return unexplained
