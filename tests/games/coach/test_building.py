"""Tables are built by one process at a time, and whatever goes wrong leaves nothing half."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from io import StringIO
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from games.analysis import advisors, store
from games.analysis.base import NotAdvised
from games.analysis.store import Progress, Tables
from games.coach import advice, building
from games.rules import RULES
from tests.at_once import PATIENCE


@dataclass(frozen=True)
class Small:
    """A table that is quickly built, or says that it has begun and takes until it may go on."""

    name: str
    version: str = "1"
    begun: Event | None = None
    goes_on: Event | None = None

    def build(self, progress: Progress) -> Tables:
        progress(0.5)
        if self.begun and self.goes_on:
            self.begun.set()
            assert self.goes_on.wait(PATIENCE)
        progress(1.0)
        return {"mean": np.arange(3)}


ONE, TWO = Small("one"), Small("two")
FORK = multiprocessing.get_context("fork")


def build(home: Path, *tables: Small) -> int:
    return building.build(home, lambda name, done: None, of=tables)


def test_what_is_missing_is_built_once(tmp_path: Path) -> None:
    home = tmp_path / "new" / "tables"
    told: list[tuple[str, float]] = []
    assert building.build(home, lambda name, done: told.append((name, done)), of=[ONE, TWO]) == 2
    assert [done for _, done in told] == [0.0, 0.25, 0.5, 0.5, 0.75, 1.0]
    assert {name for name, _ in told} == {"one", "two"}
    assert build(home, ONE, TWO) == 0
    assert build(home, ONE, Small("two", "2")) == 1, "another version is missing"


def test_a_damaged_table_is_built_again_where_that_is_asked_for(tmp_path: Path) -> None:
    build(tmp_path, ONE)
    file = store.file_of(tmp_path, ONE)
    file.write_bytes(file.read_bytes()[:-64] + bytes(63) + b"?")
    assert build(tmp_path, ONE) == 0, "only reading all of it tells"
    assert building.build(tmp_path, lambda name, done: None, of=[ONE], again=True) == 1
    store.verify(tmp_path, ONE)


def test_who_waits_finds_everything_there_and_who_does_not_leaves(tmp_path: Path) -> None:
    slow = Small("slow", begun=FORK.Event(), goes_on=FORK.Event())
    first = FORK.Process(target=build, args=(tmp_path, slow))
    first.start()
    assert slow.begun
    assert slow.goes_on
    assert slow.begun.wait(PATIENCE)
    with pytest.raises(building.Busy):
        building.build(tmp_path, lambda name, done: None, of=[slow], wait=False)
    Timer(0.3, slow.goes_on.set).start()  # while this one waits for it
    assert build(tmp_path, slow) == 0
    first.join(PATIENCE)
    assert first.exitcode == 0


def test_one_that_was_killed_leaves_nothing_half_and_the_next_goes_on(tmp_path: Path) -> None:
    slow = Small("slow", begun=FORK.Event(), goes_on=FORK.Event())
    first = FORK.Process(target=build, args=(tmp_path, ONE, slow))
    first.start()
    assert slow.begun
    assert slow.begun.wait(PATIENCE)
    assert first.pid
    os.kill(first.pid, signal.SIGKILL)
    first.join(PATIENCE)
    left = tmp_path / f"slow.{first.pid}{store.PART}"
    left.write_bytes(b"half of it")
    assert build(tmp_path, ONE, Small("slow")) == 1
    assert {file.name for file in tmp_path.iterdir()} == {"lock", "one.table", "slow.table"}


def _until(file: Path) -> None:
    limit = time.monotonic() + 60
    while not file.exists() and time.monotonic() < limit:
        time.sleep(0.02)
    assert file.exists()


def test_the_command_tells_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "all_tables", lambda: (ONE, TWO))
    with override_settings(ANALYSIS_DIR=tmp_path):
        said = StringIO()
        call_command("build_tables", stdout=said, verbosity=0)
        assert said.getvalue() == f"Built 2 tables; all are in {tmp_path}.\n"
        call_command("build_tables", "--verify", stdout=StringIO(), verbosity=0)


def test_the_command_says_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(building, "all_tables", lambda: (ONE,))
    monkeypatch.setattr(store, "write", full)
    with override_settings(ANALYSIS_DIR=tmp_path), pytest.raises(CommandError, match="No space left"):
        call_command("build_tables", stdout=StringIO(), verbosity=0)


def test_who_asks_for_a_table_that_is_missing_has_the_worker_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr("games.match.wake.tables", lambda: called.append("tables"))
    advice.forget()
    with override_settings(ANALYSIS_DIR=tmp_path):
        with pytest.raises(advice.NotReady):
            advice.advisor(RULES["BO"])
        with pytest.raises(advice.NotReady):
            advice.advisor(RULES["BO"])
        assert called == ["tables"], "once in a while is enough"


def test_of_a_game_that_nobody_knows_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> None:
        raise NotAdvised

    monkeypatch.setattr(advisors, "advisor_of", nobody)
    advice.forget()
    with override_settings(ANALYSIS_DIR=tmp_path), pytest.raises(NotAdvised):
        advice.advisor(RULES["BO"])


def test_an_advisor_is_opened_once(tmp_path: Path) -> None:
    with override_settings(ANALYSIS_DIR=tmp_path):
        building.build(tmp_path, lambda name, done: None, of=advisors.tables_of(RULES["BO"]))
        advice.forget()
        assert advice.advisor(RULES["BO"]) is advice.advisor(RULES["BO"])


@pytest.mark.long
def test_the_task_goes_on_while_a_process_of_its_own_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "_builder", None)
    with override_settings(ANALYSIS_DIR=tmp_path, ANALYSIS_BUILD=True):
        advice.build()
        first = advice._builder
        assert first is not None
        try:
            assert not list(tmp_path.glob("*.table")), "it did not wait for the first of them"
            _until(tmp_path / "lock")
            advice.build()
            assert advice._builder is first, "one is enough"
            assert os.getpriority(os.PRIO_PROCESS, first.pid) > os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getsid(first.pid) != os.getsid(0)
            limit = time.monotonic() + 60
            while not list(tmp_path.glob("*.table")) and time.monotonic() < limit:
                time.sleep(0.1)
            assert list(tmp_path.glob("*.table"))
        finally:
            first.kill()
            first.wait()
        with override_settings(ANALYSIS_BUILD=False):
            advice.build()
        assert advice._builder is first


def test_beside_a_running_site_it_leaves_it_to_whoever_builds_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[object] = []

    def busy(*_: object, wait: bool, **__: object) -> int:
        waited.append(wait)
        raise building.Busy

    monkeypatch.setattr(building, "build", busy)
    monkeypatch.setattr(os, "nice", lambda more: 0)
    call_command("build_tables", "--aside", stdout=StringIO(), verbosity=0)
    assert waited == [False]


@pytest.mark.parametrize(("leads", "session"), [(True, 10), (False, 0)])
def test_who_gives_way_does_so_with_the_session_it_leads(leads: bool, session: int) -> None:
    """And with no other: a terminal's goes on as before."""
    program = (
        "import os, pathlib; from games.management.commands.build_tables import give_way; give_way();"
        "group = pathlib.Path('/proc/self/autogroup');"
        "print(os.nice(0), group.read_text().split()[-1] if group.exists() else None)"
    )
    nice = os.nice(0)
    words = [sys.executable, "-c", program]
    if not leads:  # it is in the session of a shell, which nobody else is in
        words = ["sh", "-c", f'"{sys.executable}" -c "{program}"; exit $?']
    done = subprocess.run(words, capture_output=True, text=True, check=True, start_new_session=True)
    assert done.stdout.split() in [[str(min(nice + 10, 19)), told] for told in (str(session), "None")]


def test_every_table_has_a_name_of_its_own() -> None:
    names = [table.name for table in building.all_tables()]
    assert len(names) == len(set(names))
    assert {"bz", "bx", "bo", "bz-2", "bz-3"} <= set(names)


def test_what_is_reckoned_here_is_reckoned_by_one_thread() -> None:
    """Several wait for each other in a loop: where others want the cores, it takes many times as long."""
    program = (
        "import os, boatzee_site, numpy; big = numpy.ones((900, 900), numpy.float32); big @ big;"
        " print(len(os.listdir('/proc/self/task')))"
    )
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=kept, capture_output=True, text=True, check=True
    )
    assert done.stdout == "1\n"
