"""Every `make` target does its work in a fresh clone: with what is committed, and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boatzee_site.local import ROOT
from boatzee_site.local.services import free_port
from tests import aside
from tests.long import sample

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("clone")]
LEFT_OUT = {"lock": "it asks the package index"}
MARKS = {"DICE_LOW_WATER": "500", "DICE_HIGH_WATER": "1000", "DICE_BATCH": "1000"}
ESLINT = ROOT / "tests" / "js" / "node_modules"
SHORT = {"BENCH_SECONDS": "0.5", "BENCH_CLIENTS": "2", "BENCH_ROUNDS": "1"}
QUICK = ("test", "soak", "failover", "upgrade", "season", "abuse", "mutants", "clients")
"""What is tried in every run: targets of which little has to be done to see that they work."""


@pytest.fixture(scope="module")
def clone() -> Iterator[Path]:
    """A clone of what is committed, with this venv in it: nothing is installed, for the stamps are newer."""
    if not (ROOT / ".git").exists():
        pytest.skip("This is no checkout.")
    with aside.folder() as folder:
        made = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(made)], check=True)
        (made / ".venv").symlink_to(Path(sys.prefix).resolve())
        if ESLINT.exists():
            (made / "tests" / "js" / "node_modules").symlink_to(ESLINT)
            os.utime(made / "tests" / "js" / "package-lock.json", (0, 0))
        for file in (made / "requirements").iterdir():
            os.utime(file, (0, 0))
        yield made


def environment(**more: str) -> dict[str, str]:
    """What somebody has who opened a terminal: none of the servers that this test has."""
    kept = ("PATH", "HOME", "LANG", "REQUIRE_BROWSER")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, **more}


def make(clone: Path, *words: str, **more: str) -> str:
    """Run it to its end. Returns what it said. Raises AssertionError with that where it fails."""
    done = subprocess.run(
        ["make", *words],
        cwd=clone,
        env=environment(**more),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{done.stderr[-4000:]}"
    assert "Installing" not in done.stdout
    return done.stdout


def try_run(clone: Path) -> None:
    """It comes up, says where, and ends at Ctrl-C."""
    ports = {"PORT": str(free_port()), "EVENTS_PORT": str(free_port())}
    said = clone / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(
            ["make", "run"],
            cwd=clone,
            env=environment(**ports, **MARKS),
            stdout=out,
            stderr=out,
            process_group=0,
        )
    try:
        limit = time.monotonic() + 120
        while "Ctrl-C stops the site" not in said.read_text():
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < limit, said.read_text()
            time.sleep(0.2)
        assert f"Boatzee is at http://localhost:{ports['PORT']}/" in said.read_text()
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)
        assert "Stopping" in said.read_text()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def try_long(clone: Path) -> None:
    """It finds what `make test` leaves out, and nothing else."""
    said = make(clone, "long", "ARGS=tests/soak tests/site/test_run.py --collect-only -q -n 0")
    assert "test_what_ends_is_started_again" in said
    assert "test_it_starts_keeps_its_data" not in said


def try_test(clone: Path) -> None:
    """Its servers start, its tests are found and pass."""
    said = make(clone, "test", "ARGS=tests/site/test_foreign_keys.py tests/site/test_pure.py -n 0 -q")
    assert " passed" in said


def try_check(clone: Path) -> None:
    """Each of its steps, in the clone; what takes long there reads one file, with what was read before."""
    steps = [line for line in make(clone, "-n", "check").splitlines() if line.strip()]
    assert sum("mypy ." in step or "djlint templates " in step for step in steps) == 2
    for step in steps:
        short = step.replace("mypy .", "mypy --follow-imports=silent manage.py")
        short = short.replace("djlint templates", "djlint templates/base.html")
        if "tests/js/lint" in short and not ESLINT.exists():
            continue  # it would have to be fetched
        done = subprocess.run(
            ["bash", "-c", short.lstrip("@")],
            cwd=clone,
            env=environment(MYPY_CACHE_DIR=str(ROOT / ".mypy_cache")),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{short}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


def try_screenshots(clone: Path) -> None:
    """Pictures of one table, where they belong."""
    if not shutil.which("/usr/bin/chromium") and os.environ.get("REQUIRE_BROWSER") != "1":
        pytest.skip("There is no /usr/bin/chromium.")
    make(clone, "screenshots", "ARGS=-n 0 -k 'tables and DK and 360 and dark'")
    found = sorted(file.name for file in (clone / "screenshots" / "360-dark").iterdir())
    assert found == [f"table-DK-{what}.png" for what in ("mine", "over", "rolled", "theirs")]
    git = ["git", "status", "--porcelain", "--untracked-files=all", "screenshots"]
    assert subprocess.run(git, cwd=clone, capture_output=True, text=True, check=True).stdout == ""
    ignored = ["git", "check-ignore", "--quiet", "tests/screenshots/another.py"]
    assert subprocess.run(ignored, cwd=clone, check=False).returncode == 1, "the tests are no pictures"


def try_bench(clone: Path) -> None:
    """The shortest of its figures."""
    assert "one move, p99" in make(clone, "bench", "ARGS=moves", **SHORT)


def try_failover(clone: Path) -> None:
    """It tells its flags, and installs nothing for that."""
    assert "--leaders" in make(clone, "failover", "ARGS=--help")


def try_upgrade(clone: Path) -> None:
    """It tells its flags, and installs nothing for that: a bit of it is tests/upgrade/test_upgrade.py."""
    assert "--restart" in make(clone, "upgrade", "ARGS=--help")


def try_soak(clone: Path) -> None:
    """It is there and tells its flags: the soak itself is tests/soak/test_soak.py."""
    assert "--players" in make(clone, "soak", "ARGS=--help")


def try_season(clone: Path) -> None:
    """It is there and tells its flags: a little of it is tests/ladders/stateful/test_stateful.py."""
    assert "--events" in make(clone, "season", "ARGS=--help")


def try_abuse(clone: Path) -> None:
    """It is there and tells its flags: the abuse itself is tests/abuse/test_abuse.py."""
    assert "--short" in make(clone, "abuse", "ARGS=--help")


def try_schemathesis(clone: Path) -> None:
    """One operation is tried, at the site as it is served."""
    said = make(clone, "schemathesis", "ARGS=--examples 1 --as nobody --only list_watched")
    assert "passed" in said


def try_mutants(clone: Path) -> None:
    """It finds its list; tests/site/test_mutants.py tries the trying."""
    assert "0 mutants, 0 of them unexplained" in make(clone, "mutants", "ARGS=nothing-is-called-so")


def try_languages(clone: Path) -> None:
    """It tells what it would look at."""
    assert "test_pages.py" in make(clone, "languages", "ARGS=--collect-only -q -n 0")


def try_messages(clone: Path) -> None:
    """A language is begun: every sentence is there, and none is translated."""
    if not shutil.which("xgettext") and os.environ.get("REQUIRE_BROWSER") != "1":
        pytest.skip("There is no GNU gettext.")
    kept, languages = clone / "locale" / "nl", clone / "boatzee_site" / "catalogues" / "languages.py"
    offered = languages.read_text()
    assert '= ("nl", ' in offered
    away = kept.rename(clone / "nl")
    languages.write_text(offered.replace('= ("nl", ', "= ("))  # what is offered has to be whole
    try:
        assert re.search(r"nl: 0 of \d{4} sentences", make(clone, "messages", "LANGS=nl"))
    finally:
        languages.write_text(offered)
        shutil.rmtree(kept, ignore_errors=True)
        away.rename(kept)


def try_openapi(clone: Path) -> None:
    """It writes what is committed, where somebody has spoilt it."""
    described = clone / "docs" / "openapi.json"
    was = described.read_text()
    described.write_text(was.replace('"summary"', '"sumary"', 1))
    make(clone, "openapi")
    assert described.read_text() == was


def try_clients(clone: Path) -> None:
    """It writes what is committed, where somebody has spoilt it."""
    shapes = clone / "clients" / "python" / "boatzee_client" / "shapes.py"
    was = shapes.read_text()
    shapes.write_text("")
    make(clone, "clients")
    assert shapes.read_text() == was


def try_bots(clone: Path) -> None:
    """It finds the bots; tests/examples has them play, and CI all games."""
    assert "2 passed" in make(clone, "bots", "ARGS=-k 'it_is_short'")


TRIED = {
    "run": try_run,
    "test": try_test,
    "long": try_long,
    "check": try_check,
    "screenshots": try_screenshots,
    "bench": try_bench,
    "soak": try_soak,
    "failover": try_failover,
    "upgrade": try_upgrade,
    "season": try_season,
    "abuse": try_abuse,
    "schemathesis": try_schemathesis,
    "languages": try_languages,
    "messages": try_messages,
    "mutants": try_mutants,
    "openapi": try_openapi,
    "clients": try_clients,
    "bots": try_bots,
}


def test_every_target_is_tried_here() -> None:
    lines = re.findall(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    names = {name for line in lines for name in line.split() if "$" not in name}
    assert names == TRIED.keys() | LEFT_OUT.keys()


@pytest.mark.parametrize("target", sample(TRIED, *QUICK))
def test_it_does_its_work_in_a_fresh_clone(clone: Path, target: str) -> None:
    TRIED[target](clone)
