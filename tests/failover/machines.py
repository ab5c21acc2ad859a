"""Programs of a cluster, each in a group with a log of its own: begun, killed at once, begun anew."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boatzee_site.local import ROOT
from boatzee_site.local.children import end, with_parent

ORDINARY = "nobody"


def ordinary() -> dict[str, Any]:
    """What Popen needs to run a program as somebody ordinary, where we are root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(ORDINARY)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@dataclass
class Machines:
    """Everything that was started, by name, and the folder of the logs."""

    logs: Path
    commands: dict[str, tuple[tuple[str, ...], Mapping[str, str], Path, bool]] = field(default_factory=dict)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    """How long the log of each was when it was begun last, in bytes."""

    def begin(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        folder: Path = ROOT,
        as_nobody: bool = False,
    ) -> None:
        """Start a program, and remember how."""
        self.commands[name] = (tuple(command), environment, Path("/") if as_nobody else folder, as_nobody)
        self.begin_again(name)

    def begin_again(self, name: str) -> None:
        """Start it as before. It ends with the process that started it."""
        command, environment, folder, as_nobody = self.commands[name]
        with (self.logs / f"{name}.log").open("ab") as out:
            self.begun[name] = out.tell()
            self.running[name] = subprocess.Popen(
                command,
                env=dict(environment),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=with_parent(signal.SIGKILL),  # noqa: PLW1509  (no other thread forks)
                **(ordinary() if as_nobody else {}),
            )

    def kill(self, name: str, *others: int) -> None:
        """As if its machine had lost its power: the program, these others, and all that they began."""
        process = self.running[name]
        for one in _descendants(process.pid, *others):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        process.wait()

    def end(self, name: str, seconds: float) -> int:
        """Ask it to end, and wait. Returns its status, which is negative where it had to be killed."""
        process = self.running[name]
        end(process, signal.SIGTERM, seconds)
        return process.returncode

    def ended(self) -> list[str]:
        """Those that are not there, though nobody ended them."""
        return [name for name, process in self.running.items() if process.poll() is not None]

    def stop(self) -> None:
        """End all, the last first."""
        for process in reversed(self.running.values()):
            end(process, signal.SIGTERM, 10)
            for child in _descendants(process.pid):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)


def _descendants(*pids: int) -> list[int]:
    """These processes and all below them, also those in groups of their own, the oldest first."""
    below: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = place.read_text().rpartition(")")[2].split()
            below.setdefault(int(words[1]), []).append(int(place.parent.name))
    found = list(pids)
    for one in found:
        found += below.get(one, [])
    return found
