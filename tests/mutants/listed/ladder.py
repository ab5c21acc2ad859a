"""A ladder's results, its lock, and what idling costs."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

CLIMBING = "tests/ladders/test_climbing.py"
ONCE = "tests/ladders/test_counted_once.py"
RACES = "tests/faults/test_ladder_races.py"
OF_CLUBS = "tests/ladders/test_club_ladders.py"

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
        ('Ladder.objects.select_related("club").select_for_update(of=("self",))', "Ladder.objects"),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        OF_CLUBS,
        ("    if not inside(ladder, [player.pk]):\n", "    if False:\n"),
        ("rungs.get(player) if player in stay else None", "rungs.get(player)"),
        ("    if ladder.closed_at is not None:\n        raise", "    if False:\n        raise"),
        ("    ladder.challenges.filter(over_at=None).update(over_at=now)\n", ""),
    ),
    *in_file(
        "ladders/ladder/order.py",
        "tests/ladders/test_order.py::test_whichever_bucket_is_spaced_anew_nobody_changes_places",
        ("// (count + 1)", "// count"),
    ),
    *in_file(
        "ladders/clubs/ladders.py",
        OF_CLUBS,
        (" and (known is None or found.closed_at is None):", " and False:"),
        ("    if club.ladders.filter(closed_at=None).count() >= MOST:\n", "    if False:\n"),
        (', joined_at__lte=OuterRef("joined_at")', ""),
        ("Q(club__closed_at__isnull=False) | Exists(strays)", "Exists(strays)"),
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
        "ladder.rungs.filter(last_play__lte=now - idleness.SLIDES, frozen_at=None)",
        "ladder.rungs.filter(last_play__lte=now - idleness.SLIDES)",
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
