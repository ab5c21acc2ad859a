"""What keeps the process that alone holds the dice keys from telling what it must not tell."""

from __future__ import annotations

from tests.mutants import in_file

TESTS = "tests/dicepool/test_keeper.py"
ATTACKED = "tests/dicepool/test_keeper_attacked.py"

KEEPER = (
    *in_file(
        "dicepool/migrations/0013_openings.py",
        ATTACKED,
        ("        IF NOT FOUND THEN\n", "        IF FALSE THEN\n"),
        (
            "        ELSIF EXISTS (SELECT FROM dicepool_fate f",
            "        ELSIF FALSE AND EXISTS (SELECT FROM dicepool_fate f",
        ),
        ("numbers[i] IS NOT NULL AND (pledged IS NULL OR sha256(numbers[i]) <> pledged)", "FALSE"),
        ("CASE WHEN before IS NOT DISTINCT FROM numbers[i] THEN 0 ELSE 4 END", "0"),
    ),
    *in_file(
        "dicepool/seal.py",
        ATTACKED,
        ('about = _CHECK + first.to_bytes(8, "big") + last.to_bytes(8, "big")', "about = _CHECK"),
    ),
    *in_file(
        "dicepool/answering.py",
        f"{ATTACKED} -k started_anew",
        ('                os.pwrite(self._file, f"{at:0{self.WIDTH}}".encode(), 0)\n', ""),
        ("        self.at = int(os.pread(self._file, self.WIDTH, 0) or 0)\n", "        self.at = 0\n"),
    ),
    *in_file(
        "dicepool/days.py",
        "tests/dicepool/test_days.py -k nor_before_one_is_over",
        (" or settling.writes_since_before(over):\n", ":\n"),
        (" and not settling.writes_since_before(until):\n", ":\n"),
    ),
    *in_file(
        "dicepool/epochs.py",
        "tests/dicepool/test_epochs.py -k between_the_halves",
        (
            "        here, kept = guard.look(), memory.recall()\n        guard.advance(",
            "        guard.advance(",
        ),
    ),
    *in_file("dicepool/keys.py", ATTACKED, ("    if _insists:\n", "    if False:\n")),
    *in_file(
        "dicepool/openings.py",
        ATTACKED,
        ("            raise Refused(verdict.sentence)\n", "            pass\n"),
        ("    if Verdict.OPENED_OTHERWISE in verdicts:\n", "    if False:\n"),
        ("    if cursor < seen:\n", "    if False:\n"),
        ("    if cursor < highest:\n", "    if False:\n"),
        ("CASE WHEN c.at >=", "CASE WHEN 0 * c.at + 10 ^ 18 >="),
    ),
    *in_file(
        "dicepool/answering.py",
        ATTACKED,
        ("        self._record([(serial, number) for serial, _, number in wanted])\n", ""),
        ("if not 1 <= len(sets) <= keeper.SETS:", "if False:"),
        ("        self.seen.look(max(serials))\n", "        self.seen.look()\n"),
        ("        self.seen.look(max(serials, default=0))\n", "        self.seen.look()\n"),
        ("            self.seen.look()\n", ""),
        *(
            (f"        openings.record_shown(serials)\n{end}", end)
            for end in (f"        return found\n\n    def {name}(" for name in ("prove", "publish"))
        ),
    ),
    *in_file(
        "dicepool/holding.py",
        ATTACKED,
        ("0o660 if group else 0o600", "0o660"),
        ("os.umask(0o777 & ~self.mode)", "os.umask(0)"),
    ),
    *in_file(
        "dicepool/archive.py",
        ATTACKED,
        ("    if not open_to_all and _shown(list(home)) < len(home):\n", "    if False:\n"),
    ),
    *in_file(
        "dicepool/holding.py",
        f"{TESTS} -k test_there_is_one_at_a_time_and_it_takes_its_socket_along",
        ("        if _is_listening(path):\n", "        if False:\n"),
    ),
    *in_file(
        "dicepool/answering.py",
        f"{TESTS} -k test_its_lines_to_the_database_may_die",
        ("        except psycopg.OperationalError:\n", "        except ZeroDivisionError:\n"),
    ),
    *in_file(
        "dicepool/pool.py",
        f"{TESTS} -k test_nothing_is_burnt_and_all_goes_on_when_it_is_back",
        ("        keeper.names(anew=True)  # nothing is taken if it is silent\n", "        pass\n"),
    ),
    *in_file(
        "dicepool/taking.py",
        f"{TESTS} -k TestDrawing",
        ("    if answer == routine.KEYS_UNFIT and keeper.away():", "    if False:"),
    ),
    *in_file(
        "dicepool/pool.py",
        f"{TESTS} -k TestDrawing",
        ("    fates.show_once([", "    fates.show(["),
    ),
    *in_file(
        "dicepool/fates.py",
        f"{TESTS} -k TestDrawing",
        ("            owned = owned.filter(at__lt=timezone.now() - AN_HOUR)\n", "            pass\n"),
        ("owner__isnull=True, at__lt=timezone.now() - AN_HOUR", "owner__isnull=True"),
        ("owner__isnull=True, at__lt", "at__lt"),
    ),
    *in_file("dicepool/retire.py", f"{TESTS} -k TestCounting", ("        openings.fold(batch)\n", "")),
    *in_file(
        "dicepool/checks.py",
        f"{TESTS} -k test_nobody_else_may_have_the_keys",
        ("    if keeper.away() and settings.DICE_KEYS:\n", "    if False:\n"),
    ),
)
