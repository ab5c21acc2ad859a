"""The processes of the site as production runs them, each with a log of its own, and a mail server beside."""

from __future__ import annotations

import os
import re
import signal
import socketserver
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from boatzee_site.local import ROOT
from boatzee_site.local.children import end, with_parent
from boatzee_site.local.services import free_port
from tests.soak.slow_line import through

PYTHON = (sys.executable, "-m")
CELERY = (*PYTHON, "celery", "-A", "boatzee_site.celery")
MESSAGE_ID = re.compile(r"^Message-ID:\s*(\S+)", re.IGNORECASE | re.MULTILINE)


def worker_commands() -> dict[str, list[str]]:
    """Every worker of the site and how it is started, by name. The one place that knows of queues."""
    return {
        f"worker-{queue}": [
            *(*CELERY, "worker", "--loglevel", "info", "-Q", queue),
            *("--hostname", f"{queue}@%h", "--concurrency", str(processes)),
        ]
        for queue, processes in (("play", 2), ("told", 2), ("heavy", 1))
    }


class Letters(socketserver.ThreadingTCPServer):
    """A mail server that takes everything and keeps the number of each letter."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.message_ids: list[str] = []


class Session(socketserver.StreamRequestHandler):
    """One conversation (RFC 5321)."""

    server: Letters

    def handle(self) -> None:
        """Say yes to everything."""
        self.wfile.write(b"220 ready\r\n")
        while line := self.rfile.readline().decode().strip():
            if line.upper() == "DATA":
                self.wfile.write(b"354 go on\r\n")
                self.server.message_ids += MESSAGE_ID.findall(self._letter())
            self.wfile.write(b"221 bye\r\n" if line.upper() == "QUIT" else b"250 yes\r\n")

    def _letter(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode()) and line != ".\r\n":
            lines.append(line)
        return "".join(lines)


@dataclass
class Processes:
    """Web, workers, beat and stream, and the letters they send. `logs` is the folder for what they say."""

    logs: Path
    port: int = field(default_factory=free_port)
    events_port: int = field(default_factory=free_port)
    slow_port: int = field(default_factory=free_port)
    letters: Letters = field(default_factory=Letters)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def environment(self) -> Mapping[str, str]:
        """What each is started with: production, but for HTTPS, behind a proxy that says who asks."""
        return {
            **os.environ,
            "ANALYSIS_BUILD": "off",  # robots play by rules of thumb: what is judged is how play goes on
            "DJANGO_SETTINGS_MODULE": "boatzee_site.settings",
            "PYTHONUNBUFFERED": "1",
            "HTTPS": "0",
            "PROXIES": "1",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "SITE_URL": f"http://127.0.0.1:{self.port}",
            "EVENTS_URL": f"http://127.0.0.1:{self.events_port}/events",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.letters.server_address[1]}",
        }

    def start(self) -> None:
        """Start all and wait until pages are served. Raises RuntimeError when they are not."""
        threading.Thread(target=self.letters.serve_forever, daemon=True).start()
        self._start("slow-line", [*PYTHON, "tests.soak.slow_line", str(self.slow_port)])
        slowly = {"DATABASE_URL": through(self.slow_port, os.environ["DATABASE_URL"])}
        for name, command in worker_commands().items():
            self._start(name, command, slowly)
        stream = ("--port", str(self.events_port), "--no-access-log", "--timeout-graceful-shutdown", "5")
        commands = {
            "web": [*PYTHON, "gunicorn", "boatzee_site.wsgi"],
            "beat": [*PYTHON, "boatzee_site.beat"],
            "stream": [*PYTHON, "uvicorn", "boatzee_site.asgi:application", *stream],
        }
        for name, command in commands.items():
            self._start(name, command)
        for port in (self.port, self.events_port):
            self._wait(port)
        self._wait_for_workers()

    def _start(self, name: str, command: list[str], other: Mapping[str, str] | None = None) -> None:
        with self._log(name).open("wb") as out:
            self.running[name] = subprocess.Popen(
                command,
                env={**self.environment(), **(other or {})},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
            )

    def _log(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def _wait(self, port: int) -> None:
        limit = time.monotonic() + 90
        while time.monotonic() < limit:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=5).close()
                return
            time.sleep(0.1)
        raise RuntimeError(f"nothing answers at port {port}: see {self.logs}")

    def _wait_for_workers(self) -> None:
        limit = time.monotonic() + 90
        while time.monotonic() < limit:
            if all(" ready." in self._log(name).read_text() for name in worker_commands()):
                return
            time.sleep(0.1)
        raise RuntimeError(f"no worker is ready: see {self.logs}")

    def statuses(self) -> dict[str, int | None]:
        """For each process the status it has ended with, None while it runs."""
        return {name: process.poll() for name, process in self.running.items()}

    def said(self) -> dict[str, str]:
        """What each has written so far."""
        return {name: self._log(name).read_text(errors="replace") for name in self.running}

    def stop(self) -> None:
        """End all."""
        for process in reversed(self.running.values()):  # the slow line last: workers end by it
            end(process, signal.SIGTERM, 15)
        self.letters.shutdown()
        self.letters.server_close()
