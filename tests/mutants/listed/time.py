"""Who is told that a time is up, and who decides what comes of it."""

from __future__ import annotations

from tests.mutants import in_file

TIMEOUTS = "tests/games/test_clocks.py"

CLOCKED = (
    *in_file(
        "games/match/play.py",
        "tests/games/test_told_of_times.py",
        ("by = None if ordered or wanted.kind is Kind.TIMEOUT else seat.player_id", "by = seat.player_id"),
    ),
    *in_file(
        "games/match/deadlines.py",
        "tests/ladders/test_absence.py",
        (" and match.pace == Pace.TURNS and not match.organised", " and match.pace == Pace.TURNS"),
    ),
    *in_file(
        "games/match/timeouts.py",
        "tests/ladders/test_absence.py",
        (" and len(seats) == len(stay) == 2 and not match.organised:", " and len(seats) == len(stay) == 2:"),
    ),
    *in_file(
        "games/match/clocks.py",
        TIMEOUTS,
        (" or match.due == match.deadline:", ":"),
        ("if late is None or late == mine or", "if late is None or"),
        ("    if locked.match.due is None or locked.match.due > now:\n        return False\n", ""),
    ),
)
