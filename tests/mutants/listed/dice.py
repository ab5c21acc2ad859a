"""What keeps dice from being opened, rolled or handed out where they must not be."""

from __future__ import annotations

from tests.mutants import in_file

KEYS_TESTS = "tests/dicepool/test_keys.py"
DRAWS = f"{KEYS_TESTS}::test_a_thousand_draws_with_an_unfit_key_move_no_serial"
OLD = f"{KEYS_TESTS}::TestBatchesOfOld"

KEYS = (
    *in_file("dicepool/routine.py", DRAWS, ("    IF {missed} THEN", "    IF false THEN")),
    *in_file(
        "dicepool/keys.py",
        f"{KEYS_TESTS}::test_a_batch_is_not_laid_open_with_a_wrong_key",
        ("if not (hmac.compare_digest(check, found) if check else _is_proved(batch, key)):", "if False:"),
    ),
    *in_file(
        "dicepool/keys.py",
        OLD,
        ("return merkle.root_of(leaves) == bytes(batch.groups)[:32]", "return True"),
        ("return hmac.compare_digest(bytes(laid_open), key)", "return True"),
        ("        Batch.objects.filter(pk=batch.pk).update(key_check=found)\n", ""),
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
