"""What eyes that had not seen the list found alive, and its kin."""

from __future__ import annotations

from tests.mutants import in_file

FRESH_EYES_2 = (
    *in_file(
        "games/match/clocks.py",
        "tests/games/test_told_of_times.py",
        ("        deadlines.set_reminders(late, timezone.now())\n", ""),
        ("        notices.forget_turns(locked.match, [late])\n", ""),
    ),
    *in_file(
        "games/daily/handing.py",
        "tests/games/daily/test_handing.py",
        (" and counting.is_written(made.match.table.cards[0])", ""),
    ),
)
