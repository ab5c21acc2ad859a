"""`make` takes the quickest Python of those that are named, and one that will do."""

from __future__ import annotations

import os
import re
import shutil
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


def test_the_one_that_this_venv_is_made_with_says_how_quick_it_is() -> None:
    """The venv itself may have no pip: where Debian's python3-venv is missing, that of the machine serves."""
    made_with = str(Path(sys.executable).resolve())
    assert choose(made_with) == made_with


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


class TestMake:
    """What `make` would do, in a folder with nothing but these files, where these Pythons are found first."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for part in ("Makefile", "boatzee_site/local/choose_python", "boatzee_site/local/quickness.py"):
            (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, tmp_path / part)
        for name in ("local", "dev"):
            (tmp_path / "requirements").mkdir(exist_ok=True)
            (tmp_path / "requirements" / f"{name}.txt").touch()
        (tmp_path / "a path").mkdir()
        for name in ("python3", "python3.11", "python3.12", "python3.14"):
            python(tmp_path / "a path", name, "exit 1")
        python(tmp_path / "a path", "python3.13", 'test "$1" = -c && echo "(3, 13)" || echo -999')
        return tmp_path

    def venv(self, folder: Path, says: str) -> None:
        """One that was made before, and has all."""
        (folder / ".venv" / "bin").mkdir(parents=True)
        python(folder / ".venv" / "bin", "python", says)
        for stamp in ("made", "local", "dev"):
            (folder / ".venv" / stamp).touch()

    def make(self, folder: Path, *words: str) -> list[str]:
        """Which Pythons a venv would be made with."""
        kept = {name: value for name, value in os.environ.items() if name not in {"PYTHON", "MAKEFLAGS"}}
        done = subprocess.run(
            ["make", "-n", "run", *words],
            cwd=folder,
            env=kept | {"PATH": f"{folder / 'a path'}:{os.environ['PATH']}", "QUICKEST": "python2"},
            capture_output=True,
            text=True,
            check=True,
        )
        return re.findall(r"(\S+) -m venv --clear \.venv ", done.stdout)

    def test_takes_the_quickest(self, folder: Path) -> None:
        assert self.make(folder) == ["python3.13"]

    def test_takes_python3_where_none_will_do(self, folder: Path) -> None:
        assert self.make(folder, "PYTHONS=python3 python3.11") == ["python3"]

    def test_takes_the_one_that_is_named(self, folder: Path) -> None:
        assert self.make(folder, "PYTHON=python3.12") == ["python3.12"]

    def test_keeps_a_venv_though_another_would_be_quicker(self, folder: Path) -> None:
        self.venv(folder, 'echo "(3, 11)"')
        assert self.make(folder) == []
        assert self.make(folder, "PYTHON=python3.13") == ["python3.13"]

    def test_makes_one_anew_whose_python_is_gone(self, folder: Path) -> None:
        self.venv(folder, "exit 1")
        assert self.make(folder) == ["python3.13"]
