"""`make` takes the quickest Python of those that are named, and one that will do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boatzee_site.local import ROOT

CHOOSE = ROOT / "boatzee_site" / "local" / "choose_python"


def python(folder: Path, name: str, says: str) -> str:
    """A Python that says so of itself."""
    made = folder / name
    made.write_text(f"#!/bin/sh\n{says}\n")
    made.chmod(0o755)
    return str(made)


def choose(*names: str) -> str:
    done = subprocess.run([str(CHOOSE), *names], capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout.rstrip("\n")


@pytest.mark.parametrize(
    ("slow", "quick"), [("-30", "-31"), ("-9", "-10"), ("1", "0"), ("10", "9"), ("2", "-2")]
)
def test_the_quicker_one_is_taken_wherever_it_stands(tmp_path: Path, slow: str, quick: str) -> None:
    one, other = python(tmp_path, "one", f"echo {slow}"), python(tmp_path, "the other", f"echo {quick}")
    assert choose(one, other) == choose(other, one) == other


def test_of_those_alike_the_first_is_taken(tmp_path: Path) -> None:
    names = [python(tmp_path, name, "echo -30") for name in ("c", "a", "b")]
    assert choose(*names) == names[0]


def test_one_that_is_missing_too_old_or_broken_is_passed_over(tmp_path: Path) -> None:
    old = python(tmp_path, "old", "echo 'No such option.' >&2\necho -99\nexit 1")
    fits = python(tmp_path, "fits", "echo -1")
    assert choose(str(tmp_path / "missing"), old, fits) == fits
    assert choose(str(tmp_path / "missing"), old) == ""


def test_this_one_says_how_quick_it_is() -> None:
    assert choose(sys.executable) == sys.executable


@pytest.mark.parametrize("lacks", [["ensurepip", "pip"], ["venv"]])
def test_one_that_can_make_no_venv_is_refused(lacks: list[str]) -> None:
    """As Debian's is without python3-venv: nothing could be installed with it."""
    bare = (
        "import runpy, sys\n"
        "sys.modules.update(dict.fromkeys(sys.argv[2:]))\n"
        "runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", bare, str(CHOOSE.parent / "quickness.py"), *lacks],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
