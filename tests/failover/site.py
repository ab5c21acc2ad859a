"""The site on that cluster: two of every process, as on two machines, and what starts those that died."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from boatzee_site import local
from boatzee_site.local.starting import until
from tests.failover import processes
from tests.failover.cluster import Cluster
from tests.failover.machines import Machines

WORKERS = {"play-1": "play", "play-2": "play", "told-1": "told", "heavy-1": "heavy"}
BOTH = ("1", "2")


@dataclass
class Site:
    """All processes. `common` is what every machine is told; all share the folder of the log of dice."""

    cluster: Cluster
    machines: Machines
    home: Path
    common: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ports = self.cluster.ports
        self.common = {
            **os.environ,
            **local.local_environment(local.make_home(self.home / "secrets"), {}),
            **processes.told(self.home, ports["pages"], ports["events"]),
            "DATABASE_URL": self.cluster.database(),
            "DATABASE_POOLER": "1",
            "DATABASE_REPLICA_URL": self.cluster.copies(),
            "REDIS_URL": self.cluster.redis(),
            "DICE_MEMORY": str(self.home / "dice-here"),
            "DICE_LOW_WATER": "20000",
            "DICE_HIGH_WATER": "60000",
        }

    def start(self) -> None:
        """Begin all, and wait until pages are served through the proxy. Raises ServiceFailed."""
        for number in BOTH:
            own = self.common | {"DICE_MEMORY": str(self.home / f"dice-{number}")}
            web = own | {"HOST": "127.0.0.1", "PORT": str(self.cluster.ports[f"web-{number}"])}
            self.machines.begin(f"web-{number}", processes.WEB, web)
            stream = processes.stream(self.cluster.ports[f"stream-{number}"])
            self.machines.begin(f"stream-{number}", stream, own)
            beat = own | {"BOATZEE_VAR": str(self.home / f"beat-{number}")}
            self.machines.begin(f"beat-{number}", processes.BEAT, beat)
        for name, queue in WORKERS.items():
            own = self.common | {"DICE_MEMORY": str(self.home / name)}
            self.machines.begin(f"worker-{name}", processes.worker(name, queue), own)
        until(self.answers, 120, f"no page is served: see {self.machines.logs}")

    def answers(self) -> bool:
        """Whether a page that reads the books is served."""
        with (
            suppress(OSError),
            urllib.request.urlopen(f"{self.common['SITE_URL']}/watch/", timeout=10) as answer,
        ):
            return bool(answer.status == 200)
        return False

    def run(self, *words: str) -> None:
        """A command of manage.py, to its end."""
        subprocess.run([sys.executable, "manage.py", *words], env=self.common, check=True)

    def raise_the_dead(self, *, spare: frozenset[str] = frozenset()) -> list[str]:
        """Start what has ended, as whatever runs containers does. Returns what was started."""
        found = [name for name in self.machines.ended() if name not in spare]
        for name in found:
            if name.startswith("valkey"):
                self.cluster.begin_store_again(name)
            else:
                self.machines.begin_again(name)
        return found
