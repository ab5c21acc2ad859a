"""What functions picked at random had that lived, and what notices it now."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

AUTOMATCH, REMATCH, DEALS = (f"tests/games/test_{name}.py" for name in ("automatch", "rematch", "deals_kept"))
FRESH_EYES_3 = (
    *in_file(
        "games/seats/automatch.py",
        AUTOMATCH,
        ("        accepted=True,\n        match__status__in", "        match__status__in"),
        ("    for player in players:\n        lobby.must_have_room(player)\n    match", "    match"),
    ),
    *in_file(
        "games/seats/lobby.py",
        REMATCH,
        ("rated = match.rated if others else None", "rated = None"),
    ),
    Mutant("games/match/deals.py", "if not deal.sets and not deal.is_open:", "if not deal.sets:", DEALS),
    Mutant(
        "games/match/move_log.py",
        "        for move in unpack(bytes(packed)).moves:\n"
        "            yield from _sets(move.serials, move.numbers)\n",
        "        pass\n",
        DEALS,
    ),
    Mutant(
        "games/daily/trying.py",
        "if daily.stopped_at is not None or timezone.now() >= schedule.ends(day):",
        "if timezone.now() >= schedule.ends(day):",
        "tests/games/daily/test_days.py",
    ),
    Mutant(
        "games/api/leaders.py",
        "if (time in FADING and begins < kept_since()) or (time is Span.YEAR and begins.year < FIRST_YEAR):",
        "if time is Span.YEAR and begins.year < FIRST_YEAR:",
        "tests/api/test_keeping.py",
    ),
    Mutant(
        "ladders/clubs/matches.py",
        "    if found.status not in ClubMatch.BEFORE or found.due > now:\n",
        "    if found.status not in ClubMatch.BEFORE:\n",
        "tests/ladders/test_club_matches.py",
    ),
    Mutant(
        "ladders/events/forms.py",
        'people = User.objects.filter(is_active=True, robot="")\n        user = finding',
        "people = User.objects.filter(is_active=True)\n        user = finding",
        "tests/ladders/test_co_leading.py",
    ),
)
