"""`make mutants`: try every mutant of tests/mutants/listed.py, or those that ARGS name by a part of a line.

Each is applied in a copy of the checkout, and its tests run there, beside Postgres and Valkey of their own.
Prints who survives, and ends with 1 unless each of them is marked as equivalent. `--sample N` tries N of
them, others each day; `--share I/N` is how this program calls itself, once a core.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path

from tests.mutants import ROOT, Mutant
from tests.mutants.listed import MUTANTS

SECONDS = 300
"""A mutant whose tests take longer hangs, which is noticed, too."""
TESTS_FAILED = 1


def chosen(parts: list[str], sample: int | None, today: date) -> list[Mutant]:
    """Those whose line holds one of the parts, or all; of them so many as are asked for."""
    found = [mutant for mutant in MUTANTS if not parts or any(part in str(mutant) for part in parts)]
    if sample is None or sample >= len(found):
        return found
    return random.Random(today.toordinal()).sample(found, sample)


def copy(to: Path) -> None:
    """The checkout as it stands, without what git ignores."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in names:
        if name and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def end_of(mutant: Mutant, root: Path) -> str:
    """How the mutant's tests end: `killed`, `survived`, or what else happened."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "--reuse-db", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *mutant.tests.split()],
            cwd=root,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "killed"
    if done.returncode == TESTS_FAILED:
        return "killed"
    return "survived" if done.returncode == 0 else f"not tried:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def share(mutants: list[Mutant]) -> int:
    """Try these in one copy, one after the other. Returns how many stay unexplained."""
    bad = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        copy(root)
        for mutant in mutants:
            before = mutant.apply(root)
            end = end_of(mutant, root)
            (root / mutant.file).write_text(before)
            if end == "survived" and mutant.equivalent:
                end = f"equivalent: {mutant.equivalent}"
            elif end != "killed":
                bad += 1
            print(f"{end.upper() if end == 'survived' else end:9} {mutant}", flush=True)  # noqa: T201
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
        "boatzee_site.services",
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
