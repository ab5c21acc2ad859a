"""Streams, pictures, answers that are kept, what is cleared away, and the proxy."""

from __future__ import annotations

from tests.mutants import in_file

BUDGETS = "tests/site/test_budgets.py"
CLEARING = "tests/site/test_clearing.py"
STREAMS = "tests/site/test_stream_budget.py"

STREAMING = (
    *in_file(
        "boatzee_site/places.py",
        f"{STREAMS}::test_a_visitor_has_so_many_streams_in_all_processes_together",
        ("(limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)", "(999, limits.STREAMS_AN_ADDRESS)"),
    ),
    *in_file(
        "boatzee_site/places.py",
        f"{STREAMS}::test_an_address_has_so_many_streams_however_many_visitors_it_claims",
        ("(limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)", "(limits.STREAMS_A_VISITOR, 999)"),
    ),
)

PAINTED = (
    *in_file(
        "accounts/forms_people.py",
        "tests/accounts/views/test_people.py",
        ("if (upload.size or 0) > limits.PICTURE_BYTES:", "if False:"),
    ),
)

KEPT = (
    *in_file(
        "games/views/kept.py",
        (
            f"{BUDGETS}::test_a_match_that_is_over_reads_the_same_for_everybody "
            f"{BUDGETS}::test_a_record_whose_names_have_changed_is_another"
        ),
        ("(seat.name, seat.place, seat.total)", "(seat.place, seat.total)"),
    ),
)

CLEARED = (
    *in_file(
        "boatzee_site/tasks.py",
        f"{CLEARING}::test_sessions_and_what_belongs_to_them_go_and_the_others_stay",
        ('    "django_session": "expire_date < now()",\n', ""),
    ),
    *in_file(
        "boatzee_site/tasks.py",
        f"{CLEARING}::test_counts_go_when_they_count_no_more",
        ('    "cache": "expires < now()",\n', ""),
        ('    "accounts_spent": "until < now()",\n', ""),
    ),
)
