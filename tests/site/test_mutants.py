"""The list of mutants fits the code, and the program that tries them tells the dead from the living."""

from __future__ import annotations

import py_compile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from tests.long import sample
from tests.mutants import ROOT, Mutant
from tests.mutants.__main__ import Trial, chosen, copy
from tests.mutants.listed import MUTANTS
from tests.mutants.warm import Warm


def named(tests: str) -> list[str]:
    """The files and tests among what pytest is given; what stands after -k is a part of a test's name."""
    words = tests.split()
    return [word for before, word in zip(["", *words], words, strict=False) if "-k" not in {before, word}]


def of_file(file: str) -> list[Mutant]:
    return [mutant for mutant in MUTANTS if mutant.file == file]


@cache
def text_of(file: str) -> str:
    return (ROOT / file).read_text()


def wrong_with(mutant: Mutant) -> str:
    """What keeps it from being tried; nothing if it fits and names tests that are there."""
    text = text_of(mutant.file)
    if text.count(mutant.old) != 1:
        return f"its text stands there {text.count(mutant.old)} times"
    if mutant.new == mutant.old:
        return "it changes nothing"
    if mutant.file.endswith(".py"):
        try:
            compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")
        except SyntaxError as error:
            return str(error)
    tests = [name.partition("::") for name in named(mutant.tests)]
    there = [
        (ROOT / file).exists() and (not test or f"def {test}(" in text_of(file)) for file, _, test in tests
    ]
    return "" if tests and all(there) else f"not all of its tests are there: {mutant.tests}"


@pytest.mark.parametrize("file", sorted({mutant.file for mutant in MUTANTS}))
def test_every_mutant_of_a_file_fits_and_names_tests_that_are_there(file: str) -> None:
    assert {str(mutant): wrong for mutant in of_file(file) if (wrong := wrong_with(mutant))} == {}


def test_a_mutant_that_cannot_be_tried_is_found_out() -> None:
    here, this = "tests/site/test_mutants.py", "test_no_mutant_is_listed_twice"
    fits = Mutant(here, f"def {this}(", f"def test_{this}(", f"{here}::{this}")
    assert wrong_with(fits) == ""
    for unfit in (
        replace(fits, old="\n"),
        replace(fits, new=fits.old),
        replace(fits, new=")"),
        replace(fits, tests=""),
        replace(fits, tests=f"{here}::test_nothing"),
        replace(fits, tests="tests/site/test_nothing.py"),
    ):
        assert wrong_with(unfit)


def test_no_mutant_is_listed_twice() -> None:
    assert len({str(mutant) for mutant in MUTANTS}) == len(MUTANTS)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """A process that runs tests in a copy of the checkout."""
    root = tmp_path_factory.mktemp("mutants")
    copy(root)
    with Warm(root, 60, 120) as made:
        yield made


def lay(file: Path, text: str) -> None:
    """A module, whose bytecode is believed by the source's hash, as that of all that was copied is."""
    file.write_text(text)
    py_compile.compile(str(file), invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


@pytest.mark.xdist_group("mutants")
def test_a_guard_that_is_dropped_is_noticed_and_one_that_nobody_tests_survives(warm: Warm) -> None:
    lay(warm.root / "guard.py", "LEAST = 5\nMOST = 7\n")
    tests = warm.root / "test_guard.py"
    tests.write_text(
        "import guard\n\ndef test_it():\n    assert guard.LEAST == 5\n"
        "\ndef test_other():\n    assert guard.MOST == 8\n"
    )
    least, most = "test_guard.py::test_it", "test_guard.py::test_other"
    trial = Trial(warm.root, warm)
    assert trial.end_of(Mutant("guard.py", "LEAST = 5", "LEAST = 6", least)) == "killed"
    assert (warm.root / "guard.py").read_text() == "LEAST = 5\nMOST = 7\n"
    assert trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", least)) == "survived"
    assert trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", least, "why")) == "equivalent: why"
    assert trial.end_of(Mutant("guard.py", "LEAST", "FEWEST", "nowhere.py")).startswith("not tried")
    ill = trial.end_of(Mutant("guard.py", "MOST = 7", "MOST = 9", most))
    assert ill == f"not tried: {most} fails without it"


@pytest.mark.xdist_group("mutants")
@pytest.mark.long
def test_for_a_mutant_of_a_migration_the_database_is_made_anew(warm: Warm) -> None:
    (warm.root / "made/migrations").mkdir(parents=True)
    lay(warm.root / "made/migrations/first.py", "LEAST = 5\n")
    (warm.root / "test_made.py").write_text(
        "from made.migrations import first\n\n"
        "def test_it(request):\n    assert first.LEAST == 5 or not request.config.getoption('create_db')\n"
    )
    trial = Trial(warm.root, warm)
    assert trial.end_of(Mutant("made/migrations/first.py", "5", "6", "test_made.py")) == "killed"


@pytest.mark.xdist_group("mutants")
@pytest.mark.parametrize("in_a_child", sample([False, True], True))
def test_a_mutant_that_goes_on_and_on_is_stopped(
    warm: Warm, monkeypatch: pytest.MonkeyPatch, in_a_child: bool
) -> None:
    here = "while BUSY:\n    pass\n"
    child = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', f'while {BUSY}: pass'])\n"
    lay(warm.root / "busy.py", "BUSY = False\n" + (child if in_a_child else here))
    (warm.root / "test_busy.py").write_text("def test_it():\n    import busy\n    assert busy\n")
    hangs = Mutant("busy.py", "BUSY = False", "BUSY = True", "test_busy.py")
    monkeypatch.setattr(warm, "seconds", 4)
    assert Trial(warm.root, warm).end_of(hangs) == "killed"


@pytest.mark.xdist_group("mutants")
def test_a_mutant_that_the_clock_has_ended_was_not_tried(warm: Warm, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(warm.root / "hung.py", "import time\nSECONDS = 0\ntime.sleep(SECONDS)\n")
    (warm.root / "test_hung.py").write_text("def test_it():\n    import hung\n    assert hung\n")
    waits = Mutant("hung.py", "SECONDS = 0", "SECONDS = 600", "test_hung.py")
    monkeypatch.setattr(warm, "patience", 5)
    assert Trial(warm.root, warm).end_of(waits).startswith("not tried: no end within 5 s")


@pytest.mark.xdist_group("mutants")
@pytest.mark.long
def test_a_mutant_whose_tests_go_on_without_it_as_well_was_not_tried(
    warm: Warm, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(warm.root / "long.py", "FIRST = 1\n")
    (warm.root / "test_long.py").write_text("def test_it():\n    while True:\n        pass\n")
    monkeypatch.setattr(warm, "seconds", 3)
    end = Trial(warm.root, warm).end_of(Mutant("long.py", "1", "2", "test_long.py"))
    assert end == "not tried: its tests do not pass without it"


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
