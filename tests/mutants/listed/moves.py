"""What follows from a move, and never undoes it."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

OUTBOX = "tests/accounts/test_outbox.py"
FOLLOWED = "tests/faults/test_followed_up.py"
LOCKS = "tests/faults/test_lock_order.py"
TELLING = "tests/games/test_notices.py"

MOVES = "tests/faults/test_moves.py"
SESSIONS = "tests/accounts/test_sessions.py"
TOGETHER = "tests/statements/test_together.py"
BY_FORM = "tests/games/views/test_move.py"
FAR = "tests/games/views/test_table.py::test_a_number_beyond_all_that_the_database_knows_leads_nowhere"

QUICK = (
    *in_file(
        "statements/together.py",
        TOGETHER,
        ("    if not here.in_atomic_block:\n", "    if False:\n"),
        ("if commit and not here.savepoint_ids and", "if commit and"),
        ("        if not self.begun:\n", "        if False:\n"),
        ("            if result.status not in DONE:\n", "            if False:\n"),
    ),
    *in_file(
        "accounts/sessions.py",
        SESSIONS,
        ("user is None or key != str(user.pk) or", "user is None or"),
        (" or not user.is_active:", ":"),
        (
            "    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:\n",
            "    if False:\n",
        ),
        ("    return user if fits else None", "    return user"),
        (" AND session.expire_date > $2", " AND $2::timestamptz IS NOT NULL"),
    ),
    *in_file(
        "games/match/locked.py",
        MOVES,
        (
            "together((LOCK, [match_id]), (SEATS, [[match_id]]))",
            "together((SEATS, [[match_id]]), (LOCK, [match_id]))[::-1]",
        ),
        ("ends = last and not match.over", "ends = last"),
    ),
    *in_file(
        "games/match/locked.py",
        "tests/games/views/test_table.py::test_a_void_match_says_why",
        ("    if not changed <= set(SAVED):\n", "    if False:\n"),
    ),
    *in_file("games/match/locked.py", FAR, ("    if match_id > Match.HIGHEST:\n", "    if False:\n")),
    *in_file("games/match/queries.py", FAR, (" if match_id <= Match.HIGHEST else []", "")),
    *in_file(
        "games/views/table.py",
        BY_FORM,
        ('"HTTP_HX_REQUEST" in request.META', "True"),
        ('return request.method == "POST" and', "return False and"),
    ),
)
FOLLOW_UP = (
    *in_file(
        "accounts/notices/__init__.py", FOLLOWED, ("told.update(settled_at=timezone.now())", "told.delete()")
    ),
    *in_file(
        "accounts/outbox.py",
        OUTBOX,
        ("pg_advisory_xact_lock(", "pg_try_advisory_xact_lock("),
        (".exclude(done__contains=[step])", ""),
        (
            "        if step in (steps := set(_steps(kind, facts)))\n",
            "        if (steps := set(_steps(kind, facts)))\n",
        ),
        ("return [first, *(step", "return [*(step"),
        ("get(step, (what,))", "get(step, ())"),
        ("if steps == {step}]", "if True]"),
        ("@transaction.atomic\n", ""),
        ("given_up_at=now if errand.created_at < now - PATIENCE else None", "given_up_at=None"),
        (
            "            site.given_up(errand, User.objects.filter(is_staff=True, is_active=True))\n",
            "            pass\n",
        ),
        ("tries=errand.tries + 1", "tries=errand.tries"),
    ),
    *in_file(
        "games/match/notices.py",
        TELLING,
        ('f"turn-{match.pk}-{seat.since}"', 'f"turn-{match.pk}"'),
        ('if not seat.to_move or seat.since != facts["since"]:', "if not seat.to_move:"),
    ),
    Mutant(
        "games/match/notices.py",
        "if not who.to_move or who.deadline is None or",
        "if who.deadline is None or",
        TELLING,
        equivalent="a seat that is not to move has no deadline; said twice, so that it can be read",
    ),
    *in_file(
        "games/seats/automatch.py",
        LOCKS,
        ('    Wish.objects.select_for_update(of=("self",)).filter(player=player).first()\n', ""),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/games/test_lobby.py::test_who_opens_a_match_keeps_nobody_from_seating_the_same_player",
        ("select_for_update(no_key=True)", "select_for_update()"),
    ),
)
