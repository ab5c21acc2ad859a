"""The list of mutants fits the code, and the program that tries them tells the dead from the living."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.mutants import ROOT, Mutant
from tests.mutants.__main__ import chosen, copy, end_of
from tests.mutants.listed import MUTANTS


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mutant_fits_and_names_tests_that_are_there(mutant: Mutant) -> None:
    assert (ROOT / mutant.file).read_text().count(mutant.old) == 1
    assert mutant.new != mutant.old
    for name in mutant.tests.split():
        assert (ROOT / name.split("::")[0]).exists()


def test_a_guard_that_is_dropped_is_noticed_and_one_that_nobody_tests_survives(tmp_path: Path) -> None:
    copy(tmp_path)
    test = "tests/site/test_address.py"
    (tmp_path / "guard.py").write_text("LEAST = 5\n")
    (tmp_path / "test_guard.py").write_text("import guard\n\ndef test_it():\n    assert guard.LEAST == 5\n")
    killed = Mutant("guard.py", "LEAST = 5", "LEAST = 6", "test_guard.py")
    before = killed.apply(tmp_path)
    assert end_of(killed, tmp_path) == "killed"
    (tmp_path / killed.file).write_text(before)
    assert end_of(killed, tmp_path) == "survived"
    assert end_of(Mutant("guard.py", "LEAST", "MOST", "nowhere.py"), tmp_path).startswith("not tried")
    assert (tmp_path / test).exists()


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
