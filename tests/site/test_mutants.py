"""The list of mutants fits the code, and the program that tries them tells the dead from the living."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.mutants import ROOT, Mutant
from tests.mutants.__main__ import Trial, chosen, copy
from tests.mutants.listed import MUTANTS
from tests.mutants.warm import Warm


def named(tests: str) -> list[str]:
    """The files and tests among what pytest is given; what stands after -k is a part of a test's name."""
    words = tests.split()
    return [word for before, word in zip(["", *words], words, strict=False) if "-k" not in {before, word}]


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mutant_fits_and_names_tests_that_are_there(mutant: Mutant) -> None:
    text = (ROOT / mutant.file).read_text()
    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old
    if mutant.file.endswith(".py"):
        compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")
    assert named(mutant.tests)
    for name in named(mutant.tests):
        file, _, test = name.partition("::")
        assert (ROOT / file).exists()
        assert not test or f"def {test}(" in (ROOT / file).read_text()


def test_no_mutant_is_listed_twice() -> None:
    assert len({str(mutant) for mutant in MUTANTS}) == len(MUTANTS)


def test_a_guard_that_is_dropped_is_noticed_and_one_that_nobody_tests_survives(tmp_path: Path) -> None:
    copy(tmp_path)
    (tmp_path / "guard.py").write_text("LEAST = 5\nMOST = 7\n")
    tests = tmp_path / "test_guard.py"
    tests.write_text(
        "import guard\n\ndef test_it():\n    assert guard.LEAST == 5\n"
        "\ndef test_other():\n    assert guard.MOST == 8\n"
    )
    least, most = "test_guard.py::test_it", "test_guard.py::test_other"
    with Warm(tmp_path, 60) as warm:
        trial = Trial(tmp_path, warm)
        assert trial.end_of(Mutant("guard.py", "LEAST = 5", "LEAST = 6", least)) == "killed"
        assert (tmp_path / "guard.py").read_text() == "LEAST = 5\nMOST = 7\n"
        assert trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", least)) == "survived"
        assert trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", least, "why")) == "equivalent: why"
        assert trial.end_of(Mutant("guard.py", "LEAST", "FEWEST", "nowhere.py")).startswith("not tried")
        ill = trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", most))
        assert ill == f"not tried: {most} fails without it"


def test_a_mutant_that_hangs_is_stopped(tmp_path: Path) -> None:
    copy(tmp_path)
    (tmp_path / "guard.py").write_text("import time\nSECONDS = 0\ntime.sleep(SECONDS)\n")
    (tmp_path / "test_guard.py").write_text("def test_it():\n    import guard\n    assert guard\n")
    with Warm(tmp_path, 20) as warm:
        hangs = Mutant("guard.py", "SECONDS = 0", "SECONDS = 600", "test_guard.py")
        assert Trial(tmp_path, warm).end_of(hangs) == "killed"


def test_a_sample_is_the_same_all_day_and_names_choose() -> None:
    today = date(2026, 11, 21)
    assert chosen([], 3, today) == chosen([], 3, today)
    assert len(chosen([], 3, today)) == 3
    assert all("outbox" in str(mutant) for mutant in chosen(["outbox"], None, today))


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "guard.py").write_text("one one")
    for old in ("one", "two"):
        with pytest.raises(ValueError, match="times"):
            Mutant("guard.py", old, "", "x").apply(tmp_path)
