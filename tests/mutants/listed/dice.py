"""What keeps dice from being opened, rolled or handed out where they must not be."""

from __future__ import annotations

from tests.mutants import in_file

KEYS_TESTS = "tests/dicepool/test_keys.py"
DRAWS = f"{KEYS_TESTS}::test_a_thousand_draws_with_an_unfit_key_move_no_serial"
OLD = f"{KEYS_TESTS} -k TestBatchesOfOld"

GUARDED = "tests/dicepool/test_guard.py"
REMEMBERED = "tests/dicepool/test_memory.py"
RESTORED = "tests/faults/test_pool_restored.py"
PROMOTED = "tests/faults/test_pool_promoted.py"
JUDGED = f"{GUARDED} -k TestJudging"

GUARD = (
    *in_file(
        "dicepool/routine.py",
        f"{RESTORED} -k TestACopyOfTheFiles",
        (
            "    elsewhere = f\"pg_sequence_last_value('dicepool_place') IS DISTINCT FROM {PLACE}\"\n",
            '    elsewhere = "false"\n',
        ),
    ),
    *in_file(
        "dicepool/routine.py",
        f"{GUARDED} -k test_no_serial_above_the_mark_leaves_the_routine",
        (" AND drawn <= {mark} THEN", " THEN"),
    ),
    *in_file(
        "dicepool/guard.py",
        JUDGED,
        (
            "        if here.mark is None:\n            return here.taken",
            "        if True:\n            return here.taken",
        ),
        ("if (kept.system, kept.path) != (here.system, here.path):", "if kept.path != here.path:"),
        ("if here.timeline < kept.timeline:", "if False:"),
        ("if here.mark is None or here.mark > kept.mark:", "if here.mark is None:"),
        ("if here.taken < kept.committed:", "if False:"),
        ("if missing and (kept.sure or here.timeline != kept.timeline):", "if missing and kept.sure:"),
        ("    return kept.mark\n", "    return here.taken\n"),
    ),
    *in_file(
        "dicepool/guard.py",
        f"{PROMOTED} -k test_a_server_that_was_cut_off_never_raises_its_mark_again",
        ("    if here.admitted and kept is not None and kept.of != here.of:", "    if False:"),
    ),
    *in_file(
        "dicepool/guard.py",
        f"{RESTORED} -k test_into_the_tables_of_a_running_site_it_is_found_within_seconds",
        ("            if here.taken < kept.committed or lost:", "            if False:"),
    ),
    *in_file(
        "dicepool/memory.py",
        REMEMBERED,
        ("if there is not None and (knowing is None or there.age > knowing.age):", "if False:"),
        ("    if not known and silent:", "    if False:"),
        ("    if not written:", "    if False:"),
    ),
    *in_file(
        "dicepool/refill.py",
        f"{GUARDED} -k test_a_batch_is_remembered_before_it_is_published",
        ("        guard.aside(partial(guard.reserve, number, bytes(batch.chain), last))\n", ""),
    ),
    *in_file(
        "dicepool/refill.py",
        f"{RESTORED} -k test_in_the_same_cluster_it_deals_nothing_until_a_new_epoch",
        ("        number, chain = lost.batch, lost.chain\n", "        pass\n"),
    ),
    *in_file(
        "dicepool/epochs.py",
        "tests/dicepool/test_epochs.py -k test_a_second_one_follows_the_lost_batch",
        ("last, begun, after or 0", "last, after or 0"),
    ),
    *in_file(
        "dicepool/refill.py",
        f"{PROMOTED}::test_a_server_that_is_killed_goes_on_beyond_its_mark",
        ("        if not guard.is_admitted():\n            guard.aside(guard.admit)\n", ""),
    ),
)

KEYS = (
    *in_file("dicepool/routine.py", DRAWS, ("    IF {either} OR {missed} OR", "    IF {either} OR")),
    *in_file(
        "dicepool/keys.py",
        f"{KEYS_TESTS}::test_a_batch_is_not_laid_open_with_a_wrong_key",
        ("    if not _is_proved(batch, key):\n", "    if False:\n"),
        ("return hmac.compare_digest(bytes(batch.key_check), seal", "return bool(seal"),
    ),
    *in_file(
        "dicepool/keys.py",
        OLD,
        ("return merkle.root_of(leaves) == bytes(batch.groups)[:32]", "return True"),
        ("return hmac.compare_digest(bytes(laid_open), key)", "return True"),
        ("    Batch.objects.filter(pk=batch.pk).update(key_check=found)\n", ""),
        ('    for batch in live.filter(key_check=b""):\n        _try(batch, wrong)\n', ""),
    ),
    *in_file(
        "dicepool/keys.py",
        f"{KEYS_TESTS}::test_a_refill_looks_at_the_last_batch_of_its_key_though_it_is_used_up",
        ("        batch_key(last)\n", "        pass\n"),
    ),
    *in_file(
        "dicepool/refill.py",
        f"{KEYS_TESTS}::test_a_refill_with_an_unfit_key_adds_nothing_and_says_so",
        ("    keys.batch_key(batch)\n", ""),
    ),
)

POOL_TESTS = "tests/dicepool/test_pool.py"
PREPARED = "tests/dicepool/test_prepared.py"
STATEMENT = "tests/statements/test_statement.py"
MANY = f"{POOL_TESTS} -k test_many_batches_are_found_each"

SIZED = (
    *in_file(
        "dicepool/routine.py", MANY, ('    ending = UNWRITTEN.hex() if more else ""', '    ending = ""')
    ),
    *in_file(
        "dicepool/refill.py",
        MANY,
        (" and _held(sources, at) >= sets:", ":"),
        ("        if len(sources) >= routine.WINDOW and", "        if False and"),
    ),
    *in_file(
        "dicepool/taking.py",
        f"{POOL_TESTS} -k several_are_drawn_where_a_gap_leads_to_the_mark",
        ("    while len(taken) < len(wanted):", "    while not taken:"),
    ),
    *in_file(
        "dicepool/taking.py",
        f"{POOL_TESTS}::test_one_transaction_draws_through_many_batches",
        ("        cursor.execute(\"SELECT to_regclass('nothing' || md5(random()::text))\")", "        pass"),
    ),
    *in_file(
        "dicepool/routine.py",
        f"{POOL_TESTS} -k test_a_set_without_a_row",
        ("            DELETE FROM dicepool_handout h WHERE h.serial = drawn;\n", ""),
    ),
    *in_file(
        "dicepool/prepared.py",
        f"{PREPARED} -k test_a_draw_that_comes_first",
        ("        if line.transaction_status == IDLE:", "        if False:"),
    ),
    *in_file(
        "statements/statement.py",
        f"{PREPARED} -k where_its_connection_was_lost",
        ("    if result is None or line.status != ConnStatus.OK:\n", "    if False:\n"),
    ),
    *in_file(
        "dicepool/prepared.py",
        f"{PREPARED} -k test_outside_of_a_transaction",
        ("        if not here.in_atomic_block:\n", "        if False:\n"),
    ),
    *in_file(
        "dicepool/prepared.py",
        f"{PREPARED} -k test_while_a_draw_waits",
        ("            while line.is_busy():", "            while False:"),
    ),
    *in_file(
        "dicepool/prepared.py",
        f"{PREPARED} -k test_in_a_transaction_that_is_to_be_rolled_back",
        ("        here.validate_no_broken_transaction()  # as Django's cursor does, and no more\n", ""),
    ),
    *in_file(
        "dicepool/prepared.py",
        f"{PREPARED} -k test_whoever_watches",
        ("        if here.queries_logged or here.execute_wrappers:\n", "        if False:\n"),
    ),
    *in_file(
        "statements/statement.py",
        STATEMENT,
        ('            _done(line, line.exec_(b"BEGIN"))\n', "            pass\n"),
        ("            if here.is_usable():\n                raise\n", ""),
        ("        if not self.reads:\n", "        if False:\n"),
        ("        here.health_check_done = True\n", ""),
    ),
    *in_file(
        "statements/values.py",
        "tests/statements/test_values.py -k nul",
        ('    if "\\0" in value:\n', "    if False:\n"),
    ),
    *in_file(
        "dicepool/refill.py",
        "tests/dicepool/test_refill.py::test_what_is_drawn_while_it_rolls_makes_no_small_batches",
        ("        if goal is None:", "        if True:"),
    ),
    *in_file(
        "dicepool/days.py",
        "tests/dicepool/test_days.py::test_nobody_counts_again_what_the_worker_has_counted",
        ("        until = timezone.now() - SETTLING\n", "        until = timezone.now()\n"),
    ),
)
