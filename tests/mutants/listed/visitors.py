"""A budget for every visitor: streams, pictures, the counts themselves."""

from __future__ import annotations

from tests.mutants import in_file

PICTURES = "tests/accounts/test_pictures.py"
SPENDING = "tests/accounts/test_spending.py"
LOBBY = "tests/games/test_lobby.py"
BUDGETS = "tests/site/test_budgets.py"
EVENTS = "tests/site/test_stream.py"
STREAMS, TOKENS = "tests/site/test_stream_budget.py", "tests/site/test_stream_tokens.py"

VISITORS = (
    *in_file(
        "accounts/spending.py",
        SPENDING,
        ("< %(most)s\n", "<= %(most)s\n"),
    ),
    *in_file(
        "accounts/spending.py",
        f"{SPENDING}::test_what_is_spent_again_is_kept_for_another_window",
        ("until = clock_timestamp() + %(window)s\nWHERE", "until = clock_timestamp()\nWHERE"),
    ),
    *in_file(
        "accounts/visitors.py",
        "tests/accounts/test_visitors.py",
        ("hops[-count] if", "hops[0] if"),
        ("if found.ipv4_mapped:", "if False:"),
    ),
    *in_file(
        "accounts/live/channels.py",
        f"{TOKENS}::test_a_token_lasts_minutes",
        (", max_age=limits.TOKEN_LASTS", ""),
    ),
    *in_file(
        "accounts/live/stream.py",
        f"{TOKENS}::test_a_token_is_good_for_whom_it_was_made_only",
        (
            ('if permission.bound not in {visitors.bound("", address), visitors.bound(session, address)}:'),
            "if False:",
        ),
    ),
    *in_file(
        "accounts/live/stream.py",
        f"{STREAMS} {EVENTS}",
        ("    if place is None:\n", "    if False:\n"),
        ("await asyncio.shield(self._places.give_back(self._place))", "await asyncio.sleep(0)"),
    ),
    *in_file(
        "accounts/people/pictures.py",
        PICTURES,
        ("(PICTURE_PIXELS if shrinks else PICTURE_PIXELS_WHOLE)", "PICTURE_PIXELS"),
    ),
    *in_file(
        "boatzee_site/budgets.py",
        BUDGETS,
        ("except spending.TooOften", "except KeyError"),
    ),
    *in_file(
        "games/seats/lobby.py",
        f"{BUDGETS} {LOBBY}",
        ("limits.OPEN_BETWEEN", "999"),
        ("    must_have_room(player, others=others)\n    seating", "    seating"),
        ("    must_be_free(others)\n", ""),
        ("    must_be_free(seat.player for seat in seats if seat.player is not None)\n", ""),
    ),
)
