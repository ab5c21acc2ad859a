"""A web server that is told to stop says so, answers what it was asked, and closes its port.

Whatever its threads wait for, probes are answered.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from django.test import Client

from boatzee_site import draining
from boatzee_site.local import ROOT
from boatzee_site.local.services import free_port
from boatzee_site.local.starting import until

WAITING = 5
THREADS = 2


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/health/", "/health/ready", "/health/web"])
def test_health_says_that_it_is_about_to_stop(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    assert client.get(path).status_code == 200
    monkeypatch.setattr(draining, "_flag", bytearray(1))
    draining.begin()
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (503, {"status": "stopping"})
    assert client.get("/help/").status_code == 200, "whoever is led here is answered all the same"


def test_a_proxy_learns_of_it_without_the_database(client: Client) -> None:
    answer = client.get("/health/web")  # this test may ask for no database
    assert (answer.status_code, answer.json()) == (200, {"status": "up"})


@dataclass
class Server:
    """gunicorn as it is set up here, before a site that takes its time."""

    process: subprocess.Popen[bytes]
    port: int
    home: Path

    def ask(self, path: str = "/") -> str:
        """What it says; "" where no line is to be had."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with closing(line), suppress(ConnectionRefusedError):
            line.request("GET", path)
            with line.getresponse() as answer:
                return answer.read().decode()
        return ""

    def waiting(self) -> int:
        """How many threads have something slow to do."""
        return len(list(self.home.glob("slow-*")))

    def stop(self) -> None:
        """Tell it to."""
        self.process.send_signal(signal.SIGTERM)


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    environment = {
        **os.environ,
        "PORT": str(port),
        "GO": str(tmp_path / "go"),
        "WEB_WORKERS": "1",
        "WEB_THREADS": str(THREADS),
        "WEB_DRAIN": request.param,
    }
    command = [sys.executable, "-m", "gunicorn", "tests.site.slow_app:application", "--log-level", "warning"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, start_new_session=True)
    found = Server(process, port, tmp_path)
    try:
        until(lambda: found.ask() == "up", 60, "gunicorn does not start")
        yield found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.faults
@pytest.mark.parametrize("server", ["1"], indirect=True)
def test_it_says_so_for_a_while_and_then_stops(server: Server) -> None:
    server.stop()
    until(lambda: server.ask() == "stopping", 10, "it does not say so")
    assert server.process.wait(30) == 0


@pytest.mark.faults
@pytest.mark.parametrize("server", ["600"], indirect=True)
def test_told_twice_it_stops_at_once(server: Server) -> None:
    server.stop()
    until(lambda: server.ask() == "stopping", 10, "it does not say so")
    time.sleep(1)
    assert server.ask() == "stopping", "told once it goes on"
    server.stop()
    assert server.process.wait(30) == 0


@pytest.mark.faults
@pytest.mark.parametrize("server", [""], indirect=True)
def test_its_port_is_closed_before_its_last_answer_is_given(server: Server) -> None:
    answers: list[str] = []
    asking = threading.Thread(target=lambda: answers.append(server.ask("/slow")))
    asking.start()
    until(lambda: server.waiting() == 1, 10, "nobody is heard")
    server.stop()
    until(lambda: server.ask() == "", 8, "lines are taken that nobody will hear")
    assert not answers
    (server.home / "go").touch()
    asking.join(30)
    assert answers == ["stopping"]
    assert server.process.wait(30) == 0


@pytest.mark.faults
@pytest.mark.parametrize("server", [""], indirect=True)
def test_whoever_waits_at_its_port_when_it_stops_is_answered(server: Server) -> None:
    [worker] = psutil.Process(server.process.pid).children()
    worker.suspend()
    with ExitStack() as kept:
        address = ("127.0.0.1", server.port)
        lines = [kept.enter_context(socket.create_connection(address, 30)) for _ in range(WAITING)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        server.stop()
        until(lambda: _is_told_to_end(worker.pid), 10, "it does not stop")
        worker.resume()
        assert [line.recv(15) for line in lines] == [b"HTTP/1.1 200 OK"] * WAITING
    assert server.process.wait(30) == 0


@pytest.mark.faults
@pytest.mark.parametrize("server", [""], indirect=True)
def test_probes_are_answered_while_every_thread_waits(server: Server) -> None:
    asking = [threading.Thread(target=server.ask, args=["/slow"]) for _ in range(THREADS)]
    for one in asking:
        one.start()
    until(lambda: server.waiting() == THREADS, 10, "nobody is heard")
    try:
        for path in ("/health/", "/health", "/health/ready", "/health/ready/?strict=1", "/health/web"):
            assert server.ask(path) == "up"
        with ExitStack() as kept:
            address = ("127.0.0.1", server.port)
            late, other = (kept.enter_context(socket.create_connection(address, 30)) for _ in range(2))
            time.sleep(0.2)  # a line by which nothing is asked yet
            late.sendall(b"HEAD /health/ HTTP/1.1\r\nHost: here\r\n\r\n")
            assert late.recv(15) == b"HTTP/1.1 200 OK"
            other.sendall(b"GET /healthy HTTP/1.1\r\nHost: here\r\n\r\n")
            other.settimeout(0.5)
            with pytest.raises(TimeoutError):
                other.recv(15)
            (server.home / "go").touch()
            other.settimeout(30)
            assert other.recv(15) == b"HTTP/1.1 200 OK"
    finally:
        (server.home / "go").touch()
        for one in asking:
            one.join(30)


def _is_told_to_end(pid: int) -> bool:
    """Whether SIGTERM waits for a process that sleeps."""
    [waits] = [
        line.split()[1]
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("ShdPnd:")
    ]
    return bool(int(waits, 16) & 1 << (signal.SIGTERM - 1))
