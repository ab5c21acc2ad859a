"""`make upgrade`: people play while the site goes from the release before to this one, and a verdict.

The database is migrated under the code of before, then each process is replaced in turn, and in the end all
of them once more. No request may fail, no move may be lost or happen twice, and no open page may be without a
stream for more than three seconds. Ends with status 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import django

from boatzee_site.local import ROOT
from tests.failover.machines import Machines
from tests.upgrade import before
from tests.upgrade.balancer import HAPROXY
from tests.upgrade.judging import judge
from tests.upgrade.playing import gathered
from tests.upgrade.site import OTHERS, SERVERS, Site
from tests.upgrade.stages import HEAD, Watch

A_FEW = ("web-1", "stream-1")
"""What is started anew where no release is left behind."""
INSTALL = ROOT / "tests" / "failover" / "install"


@dataclass
class Trial:
    """One run, from an empty database to the verdict. Without `old` this code alone is started anew."""

    home: Path
    logs: Path
    old: Path | None
    players: int
    seconds: float
    seed: int

    def run(self) -> int:
        """Play, upgrade, judge. Returns how many kinds of fault there were."""
        machines = Machines(self.logs)
        site = Site(self.home, machines, self.old or ROOT)
        os.environ.update(site.common)
        names = (*SERVERS, *OTHERS) if self.old else SERVERS
        again = names if self.old else A_FEW
        try:
            for words in (["migrate", "-v", "0"], ["createcachetable"], ["refill_dice", "-v", "0"]):
                site.run(*words)
            playing = gathered(site, self.players, random.Random(self.seed))
            site.start(*names)
            playing.begin()
            watch = Watch(playing)
            self._upgrade(site, watch, again)
            playing.end()
            django.setup()
            faults = judge(playing, machines, watch.idle())
        finally:
            machines.stop()
        for fault in faults:
            print(f"FAULT, {fault.times} ×: {fault.what}", *fault.first, sep="\n    ")  # noqa: T201
        print(playing.told(), "No fault." if not faults else f"The logs are in {self.logs}", sep="\n")  # noqa: T201
        return len(faults)

    def _upgrade(self, site: Site, watch: Watch, again: tuple[str, ...]) -> None:
        print(HEAD, flush=True)  # noqa: T201
        self._rest("as it is", watch)
        if self.old:
            site.code = ROOT
            for said in site.refuses():
                print(f"    {said}", flush=True)  # noqa: T201
            with watch.stage("new migrate, old code"):
                site.run("migrate", "-v", "0")
            self._rest("old code, new tables", watch)
            for name in OTHERS:
                with watch.stage(f"{name} replaced"):
                    site.replace(name)
            for number, name in enumerate(SERVERS):
                with watch.stage(f"{name} replaced"):
                    site.replace(name)
                if number == 0:
                    self._rest("half old, half new", watch)
            watch.playing.anew = time.time()
            self._rest("new code", watch)
        for name in again:
            with watch.stage(f"{name} restarted"):
                site.replace(name)
        self._rest("in the end", watch)

    def _rest(self, what: str, watch: Watch) -> None:
        with watch.stage(what):
            time.sleep(self.seconds)


def main(arguments: list[str]) -> int:
    """Prepare, play, print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="make upgrade")
    parser.add_argument("--from", dest="old", default="", help="the commit to upgrade from (found by itself)")
    parser.add_argument(
        "--restart", action="store_true", help="start a server and a stream of this code anew"
    )
    parser.add_argument("--players", type=int, default=16, help="how many play, an even number (16)")
    parser.add_argument("--seconds", type=float, default=10, help="of play between two steps (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what the players choose")
    parser.add_argument("--logs", type=Path, default=ROOT / "var" / "upgrade", help="where logs are left")
    asked = parser.parse_args(arguments)
    if asked.players < 4 or asked.players % 2:
        parser.error("an even number of players is needed, four at least")
    if not HAPROXY:
        subprocess.run([INSTALL, "haproxy"], check=True)
    home = Path(tempfile.mkdtemp(prefix="boatzee-upgrade-"))
    shutil.rmtree(asked.logs, ignore_errors=True)
    asked.logs.mkdir(parents=True)
    try:
        old = None if asked.restart else laid_out(asked.old, home / "before")
        trial = Trial(home, asked.logs, old, asked.players, asked.seconds, asked.seed)
        return 1 if trial.run() else 0
    except before.NoHistory as error:
        print(error)  # noqa: T201
        return 2
    finally:
        shutil.rmtree(home, ignore_errors=True)


def laid_out(wanted: str, folder: Path) -> Path:
    """The folder, with the code of before in it. Raises NoHistory."""
    name = before.commit(ROOT, wanted)
    before.lay_out(ROOT, name, folder)
    title = subprocess.run(
        ["git", "log", "-1", "--format=%h of %ad: %s", "--date=short", name],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    print(f"From {title}")  # noqa: T201
    for line in before.other_packages(folder, ROOT):
        print(f"    of other packages than it asks for: {line}")  # noqa: T201
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
