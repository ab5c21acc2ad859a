"""What was chosen by reading, three from each subject, had that lived, and what notices it now."""

from __future__ import annotations

from tests.mutants import Mutant

FRESH_EYES_4 = (
    Mutant(
        "games/clock/holiday.py",
        "holiday = Holiday(year, Taken(until=holiday.taken.until))",
        "holiday = Holiday(year)",
        "tests/games/test_holiday_hours.py",
    ),
    Mutant(
        "games/match/clocks.py",
        '(Seat.objects.filter(match__in=ticking), ("deadline", "remind_at", "remind_last")),',
        '(Seat.objects.filter(match__in=ticking), ("deadline", "remind_at")),',
        "tests/games/test_clocks.py",
    ),
    Mutant(
        "dicepool/guard.py",
        "lost = (kept.batch and kept.sure and not has(kept)) or not grew_from(kept)",
        "lost = (kept.batch and not has(kept)) or not grew_from(kept)",
        "tests/dicepool/test_guard.py",
    ),
    Mutant(
        "ladders/formats/bracket.py",
        "sum(places < better[row.entrant] for places in out)",
        "sum(places <= better[row.entrant] for places in out)",
        "tests/ladders/formats/test_knockout.py",
    ),
    Mutant(
        "accounts/api/rates.py",
        "        if asked == 1:\n            line.expire(key, 2 * rate.seconds)\n",
        "",
        "tests/api/test_auth.py",
    ),
)
