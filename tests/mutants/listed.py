"""The mutants, by what they guard: the file, what stands there, what it becomes, the tests that notice."""

from __future__ import annotations

from tests.mutants import Mutant

OUTBOX = "tests/accounts/test_outbox.py"
FOLLOWED = "tests/faults/test_followed_up.py"
LOCKS = "tests/faults/test_lock_order.py"
TELLING = "tests/games/test_telling.py"

# What follows from a move, and never undoes it
FOLLOW_UP = (
    Mutant(
        "accounts/notices/__init__.py",
        "    told.update(settled_at=timezone.now())",
        "    told.delete()",
        FOLLOWED,
    ),
    Mutant("accounts/outbox.py", "pg_advisory_xact_lock(", "pg_try_advisory_xact_lock(", OUTBOX),
    Mutant("accounts/outbox.py", ".exclude(done__contains=[step])", "", OUTBOX),
    Mutant("accounts/outbox.py", "@transaction.atomic\n", "", OUTBOX),
    Mutant("games/telling.py", 'f"turn-{match.pk}-{seat.since}"', 'f"turn-{match.pk}"', TELLING),
)

MUTANTS: tuple[Mutant, ...] = (*FOLLOW_UP,)
