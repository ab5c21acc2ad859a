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
        "ladders/events/rounds.py",
        "tests/ladders/test_engine.py::test_the_worker_is_called_once_what_it_has_to_look_at_is_stored",
        ("transaction.on_commit(lambda: wake.event(event), robust=True)", "wake.event(event)"),
        ("transaction.on_commit(lambda: wake.event(event.pk), robust=True)", "wake.event(event.pk)"),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_engine.py::test_the_worker_is_called_once_what_it_has_to_look_at_is_stored",
        ("transaction.on_commit(lambda: wake.event(event.pk), robust=True)", "wake.event(event.pk)"),
    ),
    *in_file(
        "ladders/events/lifecycle.py",
        "tests/ladders/test_engine.py::test_the_worker_is_called_once_what_it_has_to_look_at_is_stored",
        ("transaction.on_commit(lambda: wake.event(event_id), robust=True)", "wake.event(event_id)"),
    ),
    *in_file(
        "boatzee_site/streaming.py",
        "tests/api/test_streams.py::test_who_may_not_see_is_told_so_in_place_of_a_stream",
        (
            'opens = scope["method"] == "GET" and answer.status_code == 200',
            "opens = answer.status_code == 200",
        ),
    ),
    *in_file(
        "games/daily/handing.py",
        "tests/games/daily/test_handing.py",
        (" and counting.is_written(made.match.table.cards[0])", ""),
    ),
    *in_file(
        "accounts/forum/writing.py",
        "tests/accounts/forum/test_staffing.py",
        ("        if was_shown:\n            count(post.topic, -1)", "        count(post.topic, -1)"),
    ),
    *in_file(
        "accounts/forum/reading.py",
        "tests/accounts/forum/test_staffing.py",
        ("said.filter(topic__hidden=False, deleted_at=None,", "said.filter(deleted_at=None,"),
        (
            "filter(\n        words=asked, hidden=False\n    )",
            "filter(words=asked)",
        ),
        ("deleted_at=None, hidden_at=None).exclude(", "deleted_at=None).exclude("),
    ),
    *in_file(
        "games/daily/queries.py",
        "tests/games/daily/test_handing.py",
        ("full=state.cards[0].full", "full=True"),
    ),
    *in_file(
        "games/daily/queries.py",
        "tests/games/daily/test_days.py",
        ("counted.better_than(total, counted=made.ranked)", "counted.better_than(total, counted=True)"),
        ("        ranked=made.ranked,", "        ranked=True,"),
        ("counted=made.total is not None,", "counted=True,"),
    ),
)
