"""HAProxy before two web servers and two streams: that part of deploy/cluster/haproxy.cfg."""

from __future__ import annotations

import re
import shutil
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from boatzee_site.local import ROOT
from boatzee_site.local.starting import until
from tests.failover.machines import Machines

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/sbin:/bin")
SHIPPED = ROOT / "deploy" / "cluster" / "haproxy.cfg"
OURS = ("pages", "streams")
SEEN = 15.0  # seconds in which it has seen that a server is there


def configured(ports: Mapping[str, int], asked_at: Path) -> str:
    """The file, without what leads to Postgres and Valkey, and with a socket at which it can be asked."""
    head, *sections = re.split(r"^(?=listen )", SHIPPED.read_text(), flags=re.MULTILINE)
    kept = [one for one in sections if one.split()[1] in OURS]
    assert len(kept) == len(OURS)
    values = {
        "SITE": f"127.0.0.1:{ports['pages']}",
        "EVENTS": f"127.0.0.1:{ports['events']}",
        "PAGES": _servers(ports, "web"),
        "STREAMS": _servers(ports, "stream"),
    }
    asked = f"maxconn 4000\n    stats socket {asked_at} mode 600 level admin"
    text = head.replace("maxconn 4000", asked) + "\n".join(kept)
    return re.sub(r"\$\{(\w+)\}", lambda found: values[found[1]], text)


def _servers(ports: Mapping[str, int], kind: str) -> str:
    names = [f"{kind}-{number}" for number in (1, 2)]
    return "\n    ".join(f"server {name} 127.0.0.1:{ports[name]} check" for name in names)


@dataclass
class Balancer:
    """It, in a folder. `leads_to` says when a server is asked for anything."""

    home: Path
    ports: Mapping[str, int]

    @property
    def socket(self) -> Path:
        """Where it is asked and told."""
        return self.home / "haproxy.socket"

    def start(self, machines: Machines) -> None:
        """Begin it."""
        assert HAPROXY
        file = self.home / "haproxy.cfg"
        file.write_text(configured(self.ports, self.socket))
        machines.begin("haproxy", [HAPROXY, "-db", "-f", str(file)], {})

    def wait_for(self, name: str) -> None:
        """Until it leads to this server. Raises ServiceFailed."""
        until(lambda: self.leads_to(name), SEEN, f"HAProxy does not lead to {name}")

    def leads_to(self, name: str) -> bool:
        """Whether this server gets requests."""
        lines = [line.split(",") for line in self._ask("show stat").splitlines()]
        return any(line[1] == name and line[17].startswith("UP") for line in lines if len(line) > 17)

    def take_out(self, name: str) -> None:
        """Lead to this server no more; it goes on with what it was asked."""
        self._ask(f"set server {self._of(name)}/{name} state maint")

    def take_in(self, name: str) -> None:
        """Lead to it again, as soon as it is there."""
        self._ask(f"set server {self._of(name)}/{name} state ready")

    def _of(self, name: str) -> str:
        return "pages" if name.startswith("web") else "streams"

    def _ask(self, words: str) -> str:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.socket))
            line.sendall(f"{words}\n".encode())
            return b"".join(iter(lambda: line.recv(65_536), b"")).decode()
