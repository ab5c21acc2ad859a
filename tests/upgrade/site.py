"""Two web servers, two streams, workers and beat behind a balancer: each of the code of before or of this."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from boatzee_site.local.services import free_port
from boatzee_site.local.starting import until
from tests.failover import processes
from tests.failover.machines import Machines
from tests.upgrade.balancer import Balancer

WORKERS = {"worker-play": "play,celery", "worker-told": "told", "worker-heavy": "heavy"}
OTHERS = (*WORKERS, "beat")
SERVERS = ("web-1", "web-2", "stream-1", "stream-2")
STARTS, ENDS = 90.0, 60.0
"""Seconds in which a process has to be there, and to be gone."""
ENDED = {0, -signal.SIGTERM}
"""Statuses of those that ended in order: uvicorn ends by the signal that it was sent, once all is done."""
DRAIN = "3"  # as docs/operating.md says
REFUSED = re.compile(r"^Boatzee cannot start: the database lacks migrations .+$", re.MULTILINE)


@dataclass
class Site:
    """All processes. `code` is the folder of the release of which what is started next is."""

    home: Path
    machines: Machines
    code: Path
    ports: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("pages", "events", *SERVERS):
            while (port := free_port()) in self.ports.values():
                pass
            self.ports[name] = port
        self.balancer = Balancer(self.home, self.ports)
        self.common = {
            **os.environ,
            **processes.told(self.home, self.ports["pages"], self.ports["events"]),
            "DICE_LOW_WATER": "10000",
            "DICE_HIGH_WATER": "30000",
            "WEB_WORKERS": "1",
            "WEB_DRAIN": DRAIN,
        }

    def run(self, *words: str) -> None:
        """A command of manage.py, of this code."""
        subprocess.run([sys.executable, "manage.py", *words], env=self.common, cwd=self.code, check=True)

    def start(self, *names: str) -> None:
        """Begin these, and the balancer, and wait until all of them are there. Raises ServiceFailed."""
        self.balancer.start(self.machines)
        for name in names:
            self.begin(name)
        for name in names:
            self.wait_for(name)

    def replace(self, name: str) -> None:
        """Have a process end, and one of this code take its place. Raises RuntimeError, ServiceFailed."""
        quiet = self._says_when_it_stops(name)
        if not quiet:
            self.balancer.take_out(name)
            time.sleep(1)  # for what it was asked already
        status = self.machines.end(name, ENDS)
        if status not in ENDED:
            raise RuntimeError(f"{name} ended with status {status}: see {self.machines.logs}")
        self.begin(name)
        if not quiet:
            self.balancer.take_in(name)
        self.wait_for(name)

    def begin(self, name: str) -> None:
        """Start one process."""
        own = self.common | {
            "DICE_MEMORY": str(self.home / f"dice-{name}"),
            "BOATZEE_VAR": str(self.home / name),
            "HOST": "127.0.0.1",
            "PORT": str(self.ports.get(name, 0)),
        }
        self.machines.begin(name, self._command(name), own, folder=self.code)

    def _command(self, name: str) -> Sequence[str]:
        if name.startswith("web"):
            return processes.WEB
        if name.startswith("stream"):
            return processes.stream(self.ports[name])
        return processes.BEAT if name == "beat" else processes.worker(name, WORKERS[name])

    def wait_for(self, name: str) -> None:
        """Until it is there. Raises ServiceFailed."""
        complaint = f"{name} does not start: see {self.machines.logs}"
        if name in SERVERS:
            until(lambda: self._answers(name), STARTS, complaint)
            self.balancer.wait_for(name)
        elif name in WORKERS:
            log = self.machines.logs / f"{name}.log"
            begun = self.machines.begun[name]
            until(lambda: b" ready." in log.read_bytes()[begun:], STARTS, complaint)

    def _answers(self, name: str) -> bool:
        with (
            suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{self.ports[name]}/health/", timeout=10) as answer,
        ):
            return bool(answer.status == 200)
        return False

    def _says_when_it_stops(self, name: str) -> bool:
        """Whether what runs is a server that says so. Of one of an older release the balancer is told."""
        if not name.startswith("web"):
            return True
        return (self.machines.commands[name][2] / "boatzee_site" / "draining.py").exists()

    def refuses(self) -> Sequence[str]:
        """What a web server and a worker of this code say where the database is not migrated for it.

        Raises RuntimeError where one of them starts all the same, or says anything else.
        """
        said = []
        for name in ("web-1", "worker-play"):
            own = self.common | {"BOATZEE_VAR": str(self.home / "refused"), "PORT": str(free_port())}
            done = subprocess.run(
                self._command(name),
                env=own,
                cwd=self.code,
                capture_output=True,
                text=True,
                check=False,
                timeout=STARTS,
            )
            found = REFUSED.search(done.stderr)
            if not done.returncode or found is None:
                raise RuntimeError(f"{name} of the new release: {done.returncode}\n{done.stderr[-3000:]}")
            said.append(found[0])
        return said
