"""`make mutants`: try every mutant of tests/mutants/listed/, or those that ARGS name by a part of a line.

Each is applied in a copy of the checkout, and its tests run there, beside Postgres and Valkey of their own;
that the one which fails passes without it is seen, too.
Prints who survives, and ends with 1 unless each of them is marked as equivalent. `--sample N` tries N of
them, others each day; `--share I/N` is how this program calls itself, once a core.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, date, datetime
from pathlib import Path

from tests.mutants import ROOT, Mutant
from tests.mutants.listed import MUTANTS
from tests.mutants.warm import HANGS, OVERTIME, Warm

SECONDS = 300
"""A mutant whose tests need more of the processor's time hangs, which is noticed, too."""
PATIENCE = 900
"""Seconds of the clock after which it is not judged: tests wait where the machine has other work."""
TESTS_FAILED = 1
PYTEST = (
    *("-q", "-x", "-n", "0", "-p", "no:cacheprovider"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # what is imported once is not written anew
)
KEPT, ANEW = "--reuse-db", "--create-db"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::.+?)?)(?: - .*)?$", re.MULTILINE)


def chosen(parts: list[str], count: int | None, today: date) -> list[Mutant]:
    """Those whose line holds one of the parts, or all; of them so many as are asked for."""
    found = [mutant for mutant in MUTANTS if not parts or any(part in str(mutant) for part in parts)]
    return found if count is None else sample(found, count, today.isoformat())


def sample(mutants: list[Mutant], count: int, seed: str) -> list[Mutant]:
    """So many of them, others for each seed; all where there are no more."""
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


def copy(to: Path) -> None:
    """The checkout as it stands, without what git ignores but compiled catalogues: tests read them."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    names += [str(file.relative_to(ROOT)) for file in ROOT.glob("locale/*/LC_MESSAGES/*.mo")]
    for name in names:
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


class Trial:
    """Tries mutants below `root`, one after the other.

    The database is made once, for all; only for a mutant of a migration, and after it, is it made anew.
    """

    def __init__(self, root: Path, warm: Warm) -> None:
        self.root, self.warm = root, warm
        self._sound: set[tuple[str, ...]] = set()
        self._database = KEPT

    def end_of(self, mutant: Mutant) -> str:
        """How it ends: `killed`, `survived`, `equivalent` and why, or what else happened.

        Seen first with its functions swapped into what is imported already, which is quick. What is not seen
        then is tried as the file says.
        """
        before = mutant.apply(self.root)
        arguments = [*PYTEST, self._database, *mutant.tests.split()]
        code, said = self.warm.run(arguments, hot=True, swapped=(mutant.file, before))
        (self.root / mutant.file).write_text(before)
        if code == OVERTIME:
            return self._overtime()
        failed = FAILED.search(said)
        if code == TESTS_FAILED and failed and self._passes(failed.group(1), hot=True):
            return "killed"
        return self._end_imported(mutant)

    def _end_imported(self, mutant: Mutant) -> str:
        before = mutant.apply(self.root)
        migrates = "/migrations/" in mutant.file
        code, said = self.warm.run([*PYTEST, ANEW if migrates else self._database, *mutant.tests.split()])
        self._database = ANEW if migrates else KEPT
        (self.root / mutant.file).write_text(before)
        if code == 0:
            return f"equivalent: {mutant.equivalent}" if mutant.equivalent else "survived"
        if code == OVERTIME:
            return self._overtime()
        if code == HANGS:
            ends = self._passes(*mutant.tests.split())
            return "killed" if ends else "not tried: its tests do not pass without it"
        failed = FAILED.search(said)
        if code != TESTS_FAILED or failed is None:
            return f"not tried: pytest returned {code}\n{said[-2000:]}"
        return "killed" if self._passes(failed.group(1)) else f"not tried: {failed.group(1)} fails without it"

    def _overtime(self) -> str:
        return (
            f"not tried: no end within {self.warm.patience:.0f} s,"
            f" and less than {self.warm.seconds:.0f} s of them on the processor"
        )

    def _passes(self, *tests: str, hot: bool = False) -> bool:
        """Whether tests that failed pass without any mutant, if need be with a new database."""
        if tests in self._sound:
            return True
        for database in dict.fromkeys((self._database, ANEW)):
            if self.warm.run([*PYTEST, database, *tests], hot=hot)[0] == 0:
                self._sound.add(tests)
                self._database = KEPT
                return True
        return False


def share(mutants: list[Mutant]) -> int:
    """Try these in one copy, one after the other. Returns how many stay unexplained."""
    bad = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        copy(root)
        with Warm(root, SECONDS, PATIENCE) as warm:
            trial = Trial(root, warm)
            for mutant in mutants:
                begun = time.monotonic()
                end = trial.end_of(mutant)
                bad += not end.startswith(("killed", "equivalent"))
                took = time.monotonic() - begun
                print(f"{end.upper() if end == 'survived' else end:9} {took:4.0f} s {mutant}", flush=True)  # noqa: T201
    return bad


def main() -> int:
    """Try what is chosen in as many shares as there are cores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--share")
    given = parser.parse_args()
    mutants = chosen(given.parts, given.sample, datetime.now(UTC).date())
    if given.share:
        number, of = map(int, given.share.split("/"))
        return min(share(mutants[number::of]), 100)
    cores = min(os.cpu_count() or 1, len(mutants))
    again = [
        sys.executable,
        "-m",
        "boatzee_site.local.services",
        sys.executable,
        "-m",
        "tests.mutants",
        *sys.argv[1:],
    ]
    parts = [subprocess.Popen([*again, "--share", f"{number}/{cores}"], cwd=ROOT) for number in range(cores)]
    bad = sum(part.wait() for part in parts)
    print(f"{len(mutants)} mutants, {bad} of them unexplained")  # noqa: T201
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
