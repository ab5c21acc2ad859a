"""A ladder's results, its lock, and what idling costs."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

CLIMBING = "tests/ladders/test_climbing.py"
ONCE = "tests/ladders/test_counted_once.py"
RACES = "tests/faults/test_ladder_races.py"

SETTLED = (
    *in_file(
        "ladders/ladder/settling.py",
        f"{ONCE} {CLIMBING}",
        (" or leg in found.results:", ":"),
        (" or found.over_at is not None or leg in found.results:", ":"),
        ("winner == found.challenger_id", "winner == found.defender_id"),
        ("update(last_play=now, slid=0)", "update(last_play=now)"),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        RACES,
        ("Ladder.objects.select_for_update().get(pk=ladder_id)", "Ladder.objects.get(pk=ladder_id)"),
    ),
)

IDLED = (
    *in_file(
        "ladders/ladder/idling.py",
        f"{ONCE} {CLIMBING}",
        ("taken and taken.until and taken.until > rung.last_play else", "taken and taken.until else"),
        ("slides_due(idled[rung.pk]) > rung.slid", "slides_due(idled[rung.pk]) > 0"),
        ("filter(pk__in=keys, frozen_at=None)", "filter(pk__in=keys)"),
        ("not idleness.slides_due(idled[other])", "True"),
    ),
    Mutant(
        "ladders/ladder/idling.py",
        " - idleness.SLIDES, frozen_at=None)",
        " - idleness.SLIDES)",
        CLIMBING,
        equivalent="each batch looks again, under the lock of the ladder; here it only spares work",
    ),
    *in_file(
        "ladders/ladder/idleness.py",
        "tests/ladders/formats/test_ladder_idle.py",
        ("return idled >= LEAVES", "return idled > LEAVES"),
        ("- SLIDES) // timedelta(days=1) + 1)", "- SLIDES) // timedelta(days=1))"),
        ("at - earlier < WITHIN", "at - earlier <= WITHIN"),
        ("until, recent = at + REMOVED, []", "until = at + REMOVED"),
    ),
)
