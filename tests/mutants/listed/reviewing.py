"""What keeps a review from being a hint, and from saying what is not so."""

from __future__ import annotations

from tests.mutants import in_file

VIEW = "tests/games/views/test_review.py"
SERVICE = "tests/games/coach/test_reviews.py"
PURE = "tests/games/analysis/test_review.py"

REVIEWING = (
    *in_file(
        "games/views/review.py",
        VIEW,
        ("    if match.status != Match.Status.FINISHED:\n", "    if False:\n"),
    ),
    *in_file(
        "games/coach/reviews.py",
        VIEW,
        ("return match.event is None or bool(", "return match.event is not None or bool("),
        ("    if not may_be_reviewed(match):\n        return Found", "    if False:\n        return Found"),
        ("    if not may_be_reviewed(match):\n        row.due", "    if False:\n        row.due"),
    ),
    *in_file(
        "games/coach/reviews.py",
        SERVICE,
        ("skip_locked=True", "nowait=True"),
        ("or row.ended_at != match.ended_at:", "or False:"),
        (
            "            with transaction.atomic():\n                row.packed",
            "            if True:\n                row.packed",
        ),
        ("and not any(guests)", ""),
    ),
    *in_file(
        "ladders/events/queries.py",
        VIEW,
        ("    if unplayed.filter(round__lte=mine.round).exists():\n        return False\n", ""),
    ),
    *in_file(
        "games/analysis/judging.py",
        PURE,
        ("luck = NOTHING if move.kind in LEAVING else change.plus(cost)", "luck = change.plus(cost)"),
        ("sums.unplayed = sums.unplayed.minus(change)", "pass"),
    ),
)
