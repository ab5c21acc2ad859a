"""What follows from a move, and never undoes it."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

OUTBOX = "tests/accounts/test_outbox.py"
FOLLOWED = "tests/faults/test_followed_up.py"
LOCKS = "tests/faults/test_lock_order.py"
TELLING = "tests/games/test_telling.py"

FOLLOW_UP = (
    *in_file(
        "accounts/notices/__init__.py", FOLLOWED, ("told.update(settled_at=timezone.now())", "told.delete()")
    ),
    *in_file(
        "accounts/outbox.py",
        OUTBOX,
        ("pg_advisory_xact_lock(", "pg_try_advisory_xact_lock("),
        (".exclude(done__contains=[step])", ""),
        ("@transaction.atomic\n", ""),
        ("given_up_at=now if errand.created_at < now - PATIENCE else None", "given_up_at=None"),
        ("            _tell_of_giving_up(errand)\n", "            pass\n"),
        ("tries=errand.tries + 1", "tries=errand.tries"),
    ),
    *in_file(
        "games/telling.py",
        TELLING,
        ('f"turn-{match.pk}-{seat.since}"', 'f"turn-{match.pk}"'),
        ('if not seat.to_move or seat.since != facts["since"]:', "if not seat.to_move:"),
    ),
    Mutant(
        "games/telling.py",
        "if not who.to_move or who.deadline is None or",
        "if who.deadline is None or",
        TELLING,
        equivalent="a seat that is not to move has no deadline; said twice, so that it can be read",
    ),
    *in_file(
        "games/automatch.py",
        LOCKS,
        ('    Wish.objects.select_for_update(of=("self",)).filter(player=player).first()\n', ""),
    ),
    *in_file(
        "games/lobby.py",
        "tests/games/test_lobby.py::test_who_opens_a_match_keeps_nobody_from_seating_the_same_player",
        ("select_for_update(no_key=True)", "select_for_update()"),
    ),
)
