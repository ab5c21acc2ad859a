"""Containers without an engine: bubblewrap for what they see, Linux's own namespaces for the network.

A container has a read-only root where it asks for one, its declared environment and nothing else, an
address of its own, the user and the capabilities that it would have. It needs root, as an engine does.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

NEEDED = {
    "bwrap": "bubblewrap",
    "ip": "iproute2",
    "nginx": "nginx-light",
    "redis-cli": "redis-tools",
    "curl": "curl",
}
"""Programs, and the packages of Debian that hold them."""
USUAL = (
    *("CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_FSETID", "CAP_KILL", "CAP_SETGID", "CAP_SETUID"),
    *("CAP_SETPCAP", "CAP_NET_BIND_SERVICE", "CAP_SYS_CHROOT"),
)
"""What an engine leaves to root in a container that drops nothing."""
SYSTEM = ("/etc/ld.so.cache", "/etc/ssl", "/etc/alternatives", "/etc/nsswitch.conf", "/etc/services")


def lacking() -> str:
    """What this machine lacks to run containers, as a sentence; nothing if all is there."""
    if os.geteuid() != 0:
        return "Containers are made by root alone."
    packages = [package for program, package in NEEDED.items() if not shutil.which(program)]
    return f"Install Debian's packages {' '.join(packages)}." if packages else ""


class Network:
    """A bridge in a namespace of its own, an address for each container; nothing of it touches the host."""

    def __init__(self, folder: Path) -> None:
        self.mark = f"bz{os.getpid()}"
        self.folder = folder
        self.zone = folder / "zone"
        self.zone.write_text("")
        self.members: list[str] = []
        self.server: subprocess.Popen[bytes] | None = None
        clear_up()
        ip("netns", "add", self.mark)
        ip("-n", self.mark, "link", "add", "hub", "type", "bridge")
        ip("-n", self.mark, "link", "set", "hub", "up")

    def join(self, names: Mapping[str, str]) -> None:
        """A namespace for each container in `names`, known to the others by the name given there."""
        found: dict[str, list[str]] = {}
        for at, (member, name) in enumerate(names.items(), 1):
            space, address = f"{self.mark}-{member}", f"10.77.0.{at}"
            ip("netns", "add", space)
            self.members.append(space)
            ip(
                "-n",
                self.mark,
                "link",
                "add",
                f"v{at}",
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                space,
            )
            ip("-n", self.mark, "link", "set", f"v{at}", "master", "hub", "up")
            ip("-n", space, "address", "add", f"{address}/24", "dev", "eth0")
            for device in ("eth0", "lo"):
                ip("-n", space, "link", "set", device, "up")
            found.setdefault(name, []).append(address)
        self.zone.write_text("".join(f"{name} {' '.join(where)}\n" for name, where in found.items()))
        program = str(Path(__file__).with_name("names.py"))
        spaces = [self.file(space) for space in self.members]
        self.server = subprocess.Popen(
            [sys.executable, program, str(os.getpid()), str(self.zone), *spaces], stdout=subprocess.PIPE
        )
        assert self.server.stdout
        assert self.server.stdout.readline() == b"ready\n"

    def file(self, space: str) -> str:
        """Where the namespace can be entered."""
        return f"/run/netns/{space}"

    def close(self) -> None:
        """Leave nothing behind."""
        if self.server is not None:
            self.server.kill()
            self.server.wait()
            assert self.server.stdout
            self.server.stdout.close()
        for space in [*self.members, self.mark]:
            ip("netns", "delete", space)


def clear_up(spaces: Path = Path("/run/netns")) -> list[str]:
    """Delete the namespaces of tests that were killed: their names tell whose they were. Returns which."""
    left = []
    for space in sorted(one.name for one in spaces.glob("bz*")):
        whose = re.fullmatch(r"bz(\d+)(-.+)?", space)
        if whose and not psutil.pid_exists(int(whose.group(1))):
            with suppress(subprocess.CalledProcessError):  # another test clears up at the same moment
                ip("netns", "delete", space)
                left.append(space)
    return left


def ip(*words: str) -> None:
    """Ask `ip` of iproute2."""
    subprocess.run(["ip", *words], check=True)


@dataclass
class Container:
    """One container: `start` runs its command as process 1, `run` another beside, as `docker exec` does."""

    name: str
    space: str
    command: list[str]
    environment: Mapping[str, str]
    folder: str
    log: Path
    user: int | None = None
    """Runs as this user with no capability; None for root with the usual ones."""
    read_only: bool = False
    tmpfs: list[str] = field(default_factory=list)
    binds: list[tuple[Path, str]] = field(default_factory=list)
    writable: list[tuple[Path, str]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None
    first: int = 0

    def start(self) -> None:
        """Start it; what it says goes to its log."""
        read, write = os.pipe()
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [*self._walls(write), *self._as_user(), *self.command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                pass_fds=[write],
                start_new_session=True,
            )
        os.close(write)
        with os.fdopen(read) as told:
            said = told.read()
        assert said, f"{self.name} cannot be made: {self.log.read_text()}"
        self.first = json.loads(said)["child-pid"]

    def _walls(self, info: int) -> list[str]:
        words = [
            "nsenter",
            f"--net=/run/netns/{self.space}",
            "bwrap",
            "--tmpfs",
            "/",
            "--ro-bind",
            "/usr",
            "/usr",
        ]
        for place in ("lib", "lib64", "bin", "sbin"):
            words += ["--symlink", f"usr/{place}", f"/{place}"]
        etc = self.log.parent / "etc"
        binds = [(Path(place), place) for place in SYSTEM if Path(place).exists()]
        binds += [(file, f"/etc/{file.name}") for file in etc.iterdir()]
        made = set(self.tmpfs)
        for place in self.tmpfs:  # first: the libraries of a checkout below /tmp are laid into it
            words += ["--perms", "1777", "--tmpfs", place]
        for kind, places in (("--ro-bind", [*binds, *self.binds]), ("--bind", self.writable)):
            for source, place in places:
                for parent in reversed(Path(place).parents[:-1]):
                    if str(parent) not in made:
                        words += ["--perms", "0755", "--dir", str(parent)]
                        made.add(str(parent))
                words += [kind, str(source), place]
        words += ["--dev", "/dev", "--proc", "/proc", "--perms", "1777", "--tmpfs", "/dev/shm"]
        for target, place in self.links:
            words += ["--symlink", target, place]
        if self.read_only:
            words += ["--remount-ro", "/"]
        words += ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--hostname", self.name, "--as-pid-1"]
        words += ["--die-with-parent", "--info-fd", str(info), "--chdir", self.folder, "--clearenv"]
        for name, value in self._all_environment().items():
            words += ["--setenv", name, value]
        for power in USUAL:
            words += ["--cap-add", power]
        return [*words, "--"]

    def _all_environment(self) -> dict[str, str]:
        return {"HOSTNAME": self.name, "LANG": "C.UTF-8", **self.environment}

    def _as_user(self) -> list[str]:
        if self.user is None:
            return []
        who = ["--reuid", str(self.user), "--regid", str(self.user), "--clear-groups"]
        return ["setpriv", *who, "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"]

    def run(self, command: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
        """Run a command in the same conditions. Raises subprocess.TimeoutExpired."""
        environment = [f"{name}={value}" for name, value in self._all_environment().items()]
        inside = ["nsenter", "--target", str(self.first), "--mount", "--net", "--pid", "--uts", "--ipc", "--"]
        place = ["/usr/bin/env", "--ignore-environment", f"--chdir={self.folder}", *environment]
        process = subprocess.Popen(
            [*inside, *place, *self._as_user(), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
        return subprocess.CompletedProcess(command, process.returncode, said)

    def freeze(self) -> None:
        """Let everything in it stand still."""
        for one in self._processes():
            with suppress(psutil.NoSuchProcess):
                one.suspend()

    def thaw(self) -> None:
        """Let it go on."""
        for one in self._processes():
            with suppress(psutil.NoSuchProcess):
                one.resume()

    def _processes(self) -> list[psutil.Process]:
        first = psutil.Process(self.first)
        return [first, *first.children(recursive=True)]

    def kill(self) -> None:
        """End it at once: with process 1 all others in it end."""
        with suppress(ProcessLookupError):
            os.kill(self.first, signal.SIGKILL)
