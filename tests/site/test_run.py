"""`make run`: up with everything, down with everything, whole again after kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from boatzee_site.local.services import free_port
from tests import aside

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("run")]  # to begin with nothing takes long: once


class Site:
    """A local site in a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port, self.events = free_port(), free_port()
        self.said = home.parent / f"said-{self.port}"
        self.started: list[subprocess.Popen[bytes]] = []

    def start(self) -> subprocess.Popen[bytes]:
        tables = str(settings.ANALYSIS_DIR)  # of all runs of the tests: they take a while to build
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.home), "ANALYSIS_DIR": tables}
        marks = {"DICE_LOW_WATER": "500", "DICE_HIGH_WATER": "1000", "DICE_BATCH": "1000"}
        ports = {"PORT": str(self.port), "EVENTS_PORT": str(self.events)}
        with self.said.open("ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "boatzee_site.local.run"],
                env={**kept, **marks, **ports, "BOATZEE_VAR": str(self.home)},
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.started.append(process)
        return process

    def wait(self, seconds: float = 90) -> None:
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
                return
            time.sleep(0.2)
        raise AssertionError(f"the site does not come up: {self.said.read_text()}")

    def alive(self) -> list[psutil.Process]:
        """Every process that belongs to this folder."""
        found = []
        for process in psutil.process_iter(["environ", "cmdline", "cwd"]):
            # Servers write over what they were started with; the folder they work in stays.
            words = " ".join([*(process.info["cmdline"] or []), process.info["cwd"] or ""])
            mine = (process.info["environ"] or {}).get("BOATZEE_VAR") == str(self.home)
            if mine or str(self.home) in words:
                found.append(process)
        return found

    def gone(self, seconds: float = 20) -> bool:
        limit = time.monotonic() + seconds
        while self.alive() and time.monotonic() < limit:
            time.sleep(0.2)
            for process in self.started:
                process.poll()  # what has ended is still listed until somebody asks
        return not self.alive()


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder of its own, in which the first test finds nothing and the others what a site has left."""
    with aside.folder() as made:
        yield made


@pytest.fixture
def site(home: Path) -> Iterator[Site]:
    made = Site(home / "var")
    yield made
    for process in made.alive():
        with suppress(psutil.NoSuchProcess):
            process.kill()
    for started in made.started:
        started.wait(20)


def test_it_starts_keeps_its_data_and_leaves_nothing_behind(site: Site) -> None:
    process = site.start()
    site.wait()
    passwords = (site.home / "demo-players.txt").read_text()
    assert "alice" in passwords
    second = subprocess.run(
        [sys.executable, "-m", "boatzee_site.local.run"],
        env={**os.environ, "BOATZEE_VAR": str(site.home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert second.returncode == 1
    assert "running here already" in second.stdout
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert site.gone()

    site.start()
    site.wait()
    for found in site.alive():
        with suppress(psutil.NoSuchProcess):
            found.kill()
    assert site.gone()

    third = site.start()
    site.wait()
    assert (site.home / "demo-players.txt").read_text() == passwords
    third.kill()
    assert site.gone(), "when the parent is killed the others go with it"


def test_a_taken_port_is_told_with_the_way_out(site: Site) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", site.port))
        taken.listen()
        process = site.start()
        assert process.wait(60) == 1
    said = site.said.read_text()
    assert f"Port {site.port} is taken" in said
    assert "make run PORT=" in said
    assert site.gone()


@pytest.mark.long
def test_what_ends_is_started_again(site: Site) -> None:
    process = site.start()
    site.wait()
    wanted = ("gunicorn boatzee_site.wsgi", "valkey-server", f"postgres -D {site.home}")
    killed = 0
    for found in psutil.Process(process.pid).children():
        if any(words in " ".join(found.cmdline()) for words in wanted):
            found.kill()
            killed += 1
    assert killed == len(wanted)
    limit = time.monotonic() + 60
    while site.said.read_text().count(" again") < 3 and time.monotonic() < limit:
        time.sleep(0.2)
    said = site.said.read_text()
    for name in ("web", "Valkey", "Postgres"):
        assert f"{name} ended with status -9" in said
    site.wait()
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert site.gone()
