"""One round of moves in the checkout that it is started in: `python one_round.py CLIENTS SECONDS`, beside
servers of its own (boatzee_site.local.services). Prints what it measured as one line of JSON.

It holds to what old checkouts have too, so that two can be measured in turns.
"""

from __future__ import annotations

import json
import os
import runpy
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, os.getcwd())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
HERE = Path(__file__).parent
SIGNED_IN = HERE.parents[1] / "signed_in.py"
TICKS = os.sysconf("SC_CLK_TCK")
SECRET = "a" * 32  # of the CSRF cookie, which the form repeats
GAME = "BT"
MOST = 1500
"""Moves a second for which all clients together have matches enough."""
WARM = 1.0  # seconds
Request = tuple[str, str, str]
"""A session, an address, and a form."""


def main(clients: int, seconds: float) -> dict[str, dict[str, float]]:
    """Moves, then the yardstick, by so many clients for so many seconds each."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_bare (id bigserial PRIMARY KEY, player bigint, at timestamptz)")
    from dicepool.refill import add_sets

    moves_each = int((seconds + WARM) * MOST / clients)
    add_sets(clients * moves_each + 20_000, "benchmark")
    tables = [_Table(number) for number in range(clients)]
    for table in tables:
        table.lay(moves_each)
    with _running() as (port, web, worker):
        _all_at_once(port, [table.moves() for table in tables], WARM)
        moves = _measure(port, [table.moves() for table in tables], seconds, web, worker)
        _all_at_once(port, [table.bare() for table in tables], WARM)
        bare = _measure(port, [table.bare() for table in tables], seconds, web, worker)
    return {"moves": moves, "bare": bare}


class _Table:
    """Two players, and matches of theirs, in which one client moves for whoever is to move."""

    def __init__(self, number: int) -> None:
        from accounts.models import User

        names = [f"bench{number}x{seat}" for seat in range(2)]
        self.players = [User.objects.create_user(name, f"{name}@example.org", "no need") for name in names]
        session = runpy.run_path(str(SIGNED_IN))["session"]  # ours, not that of the checkout
        self.sessions: list[str] = [session(player) for player in self.players]
        self.ahead: Iterator[Request] = iter(())

    def lay(self, moves: int) -> None:
        """Begin matches enough for so many moves."""
        from games.match import play
        from games.models import Match
        from games.rules.base import Pace
        from games.seats import lobby

        first, second = self.players
        plans: list[Request] = []
        while len(plans) < moves:
            laid = lobby.lay([first, second], GAME, {}, Pace.TURNS, "main", [first, second], rated=True)
            play.start(laid.pk)
            match = Match.objects.get(pk=laid.pk)
            version, box_ids = match.version, list(match.rules.box_ids)  # type: ignore[attr-defined]
            turns = [0, 1] if match.rules.to_act(match.table)[0] == 0 else [1, 0]
            for box in box_ids:
                for seat in turns:
                    for form in ("do=roll", f"do=score&box={box}"):
                        address = f"/matches/{match.pk}/move/"
                        plans.append((self.sessions[seat], address, f"{form}&version={version}"))
                        version += 1
        self.ahead = iter(plans)

    def moves(self) -> Iterator[Request]:
        return self.ahead

    def bare(self) -> Iterator[Request]:
        while True:
            yield self.sessions[0], "/bare/", "do=roll&version=1"


@contextmanager
def _running() -> Iterator[tuple[int, int, int]]:
    """Web and worker; yields the port and the first process of each."""
    from boatzee_site.local.services import free_port

    port = free_port()
    log = ["--log-level", "error"]
    path = f"{os.getcwd()},{HERE}"
    web = [sys.executable, "-m", "gunicorn", "bare_view:application", "--pythonpath", path, *log]
    worker = [
        *(sys.executable, "-m", "celery", "-A", "boatzee_site.celery", "worker", "--loglevel", "error"),
        *("-Q", "play,told,heavy", "-c", "2"),
    ]
    beat = [sys.executable, "-m", "boatzee_site.beat"]
    with ExitStack() as stack:
        processes = [
            stack.enter_context(_process(command, {**os.environ, "PORT": str(port)}))
            for command in (web, worker, beat)
        ]
        for _ in range(400):
            with socket.socket() as line:
                if not line.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.05)
        time.sleep(3)  # until the worker is there
        _settled()
        yield port, processes[0].pid, processes[1].pid


def _settled() -> None:
    """Wait until the worker has done what the matches have left to it that were laid: that is no move's."""
    from accounts.models.outbox import Errand

    for _ in range(600):
        if not Errand.objects.exists():
            return
        time.sleep(0.2)
    raise RuntimeError("The worker did not come to an end with what was laid.")


@contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, start_new_session=True, stdout=sys.stderr)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def _measure(
    port: int, plans: list[Iterator[Request]], seconds: float, web: int, worker: int
) -> dict[str, float]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        postgres = _parents()[cursor.fetchone()[0]]
    watched: dict[str, Callable[[], float]] = {
        "web": lambda: _spent(web),
        "postgres": lambda: _spent(postgres),
        "worker": lambda: _spent(worker),
        "client": time.process_time,
    }
    before = {name: spent() for name, spent in watched.items()}
    started = time.perf_counter()
    times = sorted(_all_at_once(port, plans, seconds))
    took = time.perf_counter() - started
    cpu = {name: (spent() - before[name]) / len(times) * 1000 for name, spent in watched.items()}
    return {"rate": len(times) / took, "p50": _at(times, 0.5), "p99": _at(times, 0.99), **cpu}


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def _stat(process: int) -> list[str]:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def _parents() -> dict[int, int]:
    """Every process, and whose child it is."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            found[int(place.name)] = int(_stat(int(place.name))[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def _spent(root: int) -> float:
    """Seconds of the processor that a process and all below it have spent, those that ended included."""
    parents, spent = _parents(), 0
    for process in parents:
        at = process
        while at in parents and at != root:
            at = parents[at]
        if at == root:
            try:
                user, system, ended_user, ended_system = _stat(process)[11:15]
            except (FileNotFoundError, ProcessLookupError):
                continue
            spent += int(user) + int(system) + int(ended_user) + int(ended_system)
    return spent / TICKS


def _all_at_once(port: int, plans: list[Iterator[Request]], seconds: float) -> list[float]:
    """Each client sends one request after the other, in a thread of its own; the seconds that each took."""
    times: list[float] = []
    failed: list[str] = []
    end = time.perf_counter() + seconds

    def run(plan: Iterator[Request]) -> None:
        try:
            times.extend(_client(port, plan, end))
        except Exception as error:  # noqa: BLE001  (told below, by the thread that can fail the run)
            failed.append(repr(error))

    threads = [threading.Thread(target=run, args=(plan,)) for plan in plans]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise RuntimeError("; ".join(failed[:3]))
    return times


def _client(port: int, plan: Iterator[Request], end: float) -> list[float]:
    from django.conf import settings

    own = settings.SESSION_COOKIE_NAME
    head = (
        "Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: {settings.CSRF_COOKIE_NAME}={SECRET}; {own}="
    )
    times: list[float] = []
    line = socket.create_connection(("127.0.0.1", port), 30)
    with line:
        while (started := time.perf_counter()) < end:
            asked = next(plan, None)
            if asked is None:
                raise RuntimeError(f"More than {MOST} moves a second: all matches that were laid are over.")
            session, address, form = asked
            body = f"{form}&csrfmiddlewaretoken={SECRET}"
            length = f"Content-Length: {len(body)}"
            line.sendall(f"POST {address} HTTP/1.1\r\n{head}{session}\r\n{length}\r\n\r\n{body}".encode())
            closes = _answered(line)
            times.append(time.perf_counter() - started)
            if closes:  # a worker that has had its share of requests makes room for a new one
                line.close()
                line = socket.create_connection(("127.0.0.1", port), 30)
    return times


def _answered(line: socket.socket) -> bool:
    """Read one answer whole. Tells whether the connection ends with it. Raises RuntimeError for a refusal."""
    got = b""
    while b"\r\n\r\n" not in got:
        part = line.recv(65536)
        if not part:
            raise RuntimeError("The connection was closed.")
        got += part
    head, _, rest = got.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    if lines[0].split()[1] not in {"200", "302"}:
        raise RuntimeError(lines[0])
    headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines[1:])}
    left = int(headers["content-length"]) - len(rest)
    while left > 0:
        left -= len(line.recv(65536))
    return headers.get("connection", "").lower() == "close"


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), float(sys.argv[2]))))  # noqa: T201  (this is what it is for)
