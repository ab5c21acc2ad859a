"""Streams, pictures, answers that are kept, what is cleared away, and the proxy."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

BUDGETS = "tests/site/test_budgets.py"
EARS = "tests/site/test_ears.py"
CLEARING = "tests/site/test_clearing.py"
STREAMS = "tests/site/test_stream_budget.py"

STREAMING = (
    *in_file(
        "accounts/live/places.py",
        f"{STREAMS}::test_a_visitor_has_so_many_streams_in_all_processes_together",
        ("(limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)", "(999, limits.STREAMS_AN_ADDRESS)"),
    ),
    *in_file(
        "accounts/live/places.py",
        f"{STREAMS}::test_an_address_has_so_many_streams_however_many_visitors_it_claims",
        ("(limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)", "(limits.STREAMS_A_VISITOR, 999)"),
    ),
)

HEARD = (
    *in_file(
        "games/match/locked.py",
        "tests/games/test_unseen.py",
        (" or match.apart:", ":"),
    ),
    *in_file(
        "games/match/locked.py",
        EARS,
        ("(seats if seen_by is None else seen_by)", "seats"),
    ),
    Mutant(
        "games/match/locked.py",
        "    if _passed(changed) or later or",
        "    if later or",
        EARS,
        "among several whoever is to move has a deadline; who plays alone hears of it as the table is laid",
    ),
    *in_file(
        "games/match/seating.py",
        f"{EARS} -k a_seat_that_changes_hands",
        ("of_lists([leaver, *(one.player", "of_lists([*(one.player"),
        ("of_lists([leaver, *(one.player for one in locked.seats)])", "of_lists([leaver])"),
    ),
    *in_file(
        "accounts/notices/__init__.py",
        EARS,
        ("    if kind in LISTED:\n", "    if True:\n"),
        (
            "    if told.update(settled_at=timezone.now()):",
            "    if told.update(settled_at=timezone.now()) >= 0:",
        ),
    ),
    *in_file(
        "accounts/templatetags/live.py",
        EARS,
        ('escape(addresses.plain("bell")) if names == own else ""', 'escape(addresses.plain("bell"))'),
    ),
    *in_file(
        "accounts/live/channels.py",
        EARS,
        ("transaction.on_commit(lambda: publish(*names), robust=True)", "publish(*names)"),
    ),
    *in_file(
        "static/js/table.js",
        "tests/browser/test_table.py::test_news_wait_for_the_tap_that_is_under_way",
        ("  afterTap(() => (busy() ? look() : showNewer(page)));", "  showNewer(page);"),
    ),
    *in_file(
        "static/js/tap.js",
        "tests/js/test_modules.py -k tap",
        ("  clearTimeout(end);\n", ""),
        ("rest(AFTER)", "rest(0)"),
        (", () => end && rest(AFTER)", ", () => rest(AFTER)"),
        ('["pointerup", "pointercancel"]', '["pointerup"]'),
    ),
)

PAINTED = (
    *in_file(
        "accounts/people/forms.py",
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
        "boatzee_site/clearing.py",
        CLEARING,
        ('    Rule("django_session", "expire_date < now()"),\n', ""),
        ('    Rule("cache", "expires < now()"),\n', ""),
        ('    Rule("boatzee_site_silence", "until_at < %(silences)s"),\n', ""),
        ('    Rule("accounts_spent", "until < now()"),\n', ""),
        ('    Rule("accounts_errand", "given_up_at < %(errands)s"),\n', ""),
        ('    Rule("accounts_device", "seen_at < %(browsers)s"),\n', ""),
        ('    Rule("accounts_delivery", "given_up_at < %(lost)s"),\n', ""),
        ("dropped_at < %(lost)s AND {_no('accounts_delivery', 'browser_id')}", "dropped_at < %(lost)s"),
        ("dropped_at < %(lost)s AND", "TRUE AND"),
        (" OR settled_at < %(settled)s)", ")"),
        ("(created_at < %(notices)s OR ", "("),
        (" AND {_no('accounts_delivery', 'notice_id')}\"", '"'),
        (" SKIP LOCKED", ""),
        ("        if time.monotonic() > until:\n", "        if False:\n"),
        ("(*parts[begin:], *parts[:begin])", "parts[begin:]"),
    ),
    *in_file(
        "games/match/ranking.py",
        "tests/games/test_thinned.py",
        ("least(shown.at, %(past)s)", "shown.at"),
        ("least(shown.at, %(past)s)", "%(past)s"),
        ('(skip_locked=True).order_by("at")', '().order_by("at")'),
        ("OFFSET %(most)s - 1", "OFFSET %(most)s - 2"),
    ),
    *in_file(
        "accounts/retention.py",
        "tests/accounts/test_retention.py",
        ("    if name not in SPANS:\n", "    if False:\n"),
        ("SPANS[name].least <= int(number)", "1 <= int(number)"),
        (" <= MOST)", ")"),
        ("number.isascii() and ", ""),
    ),
    *in_file(
        "accounts/notices/partitions.py",
        "tests/accounts/test_partitions.py",
        ("    if given + width < spare.first:\n", "    if False:\n"),
        ("        if Notice.objects.filter(pk__gte=first).exists():\n", "        if False:\n"),
        ('        cursor.execute(f"LOCK TABLE {TABLE} IN ACCESS EXCLUSIVE MODE")\n', ""),
        ('("TRUNCATE", "DROP TABLE")', '("DROP TABLE",)'),
        ("for name in _left_over() if", "for name in () if"),
        ("partition.end is None or not _is_behind(partition.end)", "partition.end is None"),
        (" and not needed:", ":"),
        ("(newest is None or newest < past)", "True"),
        ('"FINALIZE" if partition.pending else "CONCURRENTLY"', '"CONCURRENTLY"'),
        ("        if only:\n            _make_ahead()", "        if True:\n            _make_ahead()"),
    ),
    *in_file(
        "accounts/migrations/0018_notices_by_time.py",
        "tests/accounts/test_partitions.py",
        ("  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.key, 0));\n", ""),
        ("    RETURN NULL;\n", "    RETURN NEW;\n"),
    ),
    *in_file(
        "accounts/migrations/0018_notices_by_time.py",
        "tests/accounts/test_notices_migration.py",
        ("\"SET LOCAL lock_timeout = '300ms'\"", '"SET LOCAL lock_timeout = 0"'),
    ),
)
