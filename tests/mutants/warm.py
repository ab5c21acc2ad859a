"""Processes in which much is imported once, and which divide for every run of tests.

The one has imported all that is not ours: a run costs what our own modules and the tests cost. The other, the
hot one, has imported ours as well: a run costs what the tests cost, and a mutant is put into what is imported
(swapping.py), where it fits. `Warm` is the side that asks; `python -m tests.mutants.warm`, in the folder of
the code that is tried, is the side that runs.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.mutants.swapping import CannotSwap, swap

OURS = {"accounts", "boatzee_site", "dicepool", "games", "ladders", "statements", "tests", "manage"}
TELL = "import sys; from tests.mutants.warm import load; load(); print(*sys.modules)"
"""Which modules the site needs."""
PLUGINS = ("pytest", "_pytest.pytester", "pytest_django.plugin", "pytest_django.fixtures", "xdist.plugin")
TESTING = ("hypothesis", "django.test", "django.test.client", "django.test.utils", "unittest.mock")
HOT = "hot"
HANGS = -1
"""The end of a run that used up its time of the processor."""
OVERTIME = -2
"""The end of a run that the clock ended: it waits for something, or the machine has other work."""
EVERY = 0.5
"""Seconds between two looks at how long a run has had the processor."""
UNSWAPPED = 70
"""The end of a run that could not begin: this mutant has to be imported."""


class Warm:
    """Runs tests in the code below `root`, each run in a process of its own, for so many `seconds` of the
    processor at most, its children's among them, and for so many of the clock as there is `patience`.
    """

    def __init__(self, root: Path, seconds: float, patience: float) -> None:
        self.root, self.seconds, self.patience = root, seconds, patience
        self._lines: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        environment = {**os.environ}
        for name in ("DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE"):
            environment.pop(name, None)
        # Bytecode is believed by its source's hash: a mutant may be as long and as old as what it replaces
        checked = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", *OURS]
        subprocess.run(checked, cwd=self.root, env=environment, check=False, stdout=subprocess.DEVNULL)
        for which in ([], [HOT]):
            line = subprocess.Popen(
                [sys.executable, "-m", "tests.mutants.warm", *which],
                cwd=self.root,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._lines.append(line)
        for line in self._lines:  # what is imported is what is there now, not the first mutant
            assert line.stdout is not None
            line.stdout.readline()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for line in self._lines:
            assert line.stdin is not None
            assert line.stdout is not None
            line.stdin.close()
            line.wait()
            line.stdout.close()

    def run(
        self, arguments: Sequence[str], *, hot: bool = False, swapped: tuple[str, str] | None = None
    ) -> tuple[int, str]:
        """What pytest returns with these arguments (or HANGS, OVERTIME, UNSWAPPED), and the last it says.

        `swapped`, for the hot one: a file that is not as it was when imported, and its text at that time.
        """
        line = self._lines[hot]
        assert line.stdin is not None
        assert line.stdout is not None
        line.stdin.write(json.dumps([arguments, self.seconds, self.patience, swapped]) + "\n")
        line.stdin.flush()
        code, said = json.loads(line.stdout.readline())
        return code, said


def load() -> None:
    """Import what the site needs to run."""
    import django

    django.setup()
    for name in ("boatzee_site.urls", "boatzee_site.asgi", "boatzee_site.celery"):
        importlib.import_module(name)
    from boatzee_site.celery import app

    app.loader.import_default_modules()


def main() -> None:
    """Import what is not ours, and ours in the hot one, then run what is asked for, line by line."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "boatzee_site.settings"}
    told = subprocess.run([sys.executable, "-c", TELL], env=environment, check=False, capture_output=True)
    for name in [*told.stdout.decode().split(), *PLUGINS, *TESTING]:
        if name.partition(".")[0] not in OURS:
            with suppress(Exception):  # it needs the settings, or more: then it is imported when it is needed
                importlib.import_module(name)
    hot = sys.argv[1:] == [HOT]
    if hot:
        os.environ["DJANGO_SETTINGS_MODULE"] = environment["DJANGO_SETTINGS_MODULE"]
        load()
    print("ready", flush=True)  # noqa: T201
    for line in sys.stdin:
        print(json.dumps(_run(hot, *json.loads(line))), flush=True)  # noqa: T201


def _run(
    hot: bool, arguments: list[str], seconds: float, patience: float, swapped: tuple[str, str] | None
) -> tuple[int, str]:
    """One run, in a session of processes of its own."""
    heard, says = os.pipe()
    child = os.fork()
    if not child:
        os.close(heard)
        _be_tests(hot, arguments, swapped, says)
    os.close(says)
    os.set_blocking(heard, False)
    said, begun = b"", time.monotonic()
    look = begun + EVERY
    code: int | None = None
    ended = False
    while code is None:
        said = _more(heard, said)
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            code, ended = os.waitstatus_to_exitcode(status), True
        elif (now := time.monotonic()) >= look:
            look = now + EVERY
            if processor_time(child) >= seconds:
                code = HANGS
            elif now >= begun + patience:
                code = OVERTIME
        else:
            time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # and what it has left behind
    if not ended:
        os.waitpid(child, 0)
    said = _more(heard, said)
    os.close(heard)
    return code, said.decode(errors="replace")


def processor_time(process: int) -> float:
    """The seconds of the processor that a process, all of its session, and all that came of them have had.

    Of what has ended as far as its parent has noticed. 0 where there is no /proc to ask.
    """
    parents: dict[int, int] = {}
    sessions: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            number, fields = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
            parents[number], sessions[number] = int(fields[1]), int(fields[3])
            ticks[number] = sum(map(int, fields[11:15]))  # its own and its ended children's (proc(5))
    ours = {number for number, session in sessions.items() if number == process or session == process}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks[number] for number in ours) / os.sysconf("SC_CLK_TCK")


def _more(heard: int, said: bytes) -> bytes:
    """With what is there to be read; only the end is kept."""
    with suppress(BlockingIOError):
        while part := os.read(heard, 65_536):
            said = (said + part)[-4000:]
    return said


def _be_tests(hot: bool, arguments: list[str], swapped: tuple[str, str] | None, says: int) -> None:
    """In the child: forget what is ours, or the tests alone, which are imported as pytest wants them."""
    code = 3
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, place in ((0, nothing), (1, says), (2, says)):
            os.dup2(place, number)
        if swapped:
            swap(Path.cwd() / swapped[0], swapped[1])
        for name in [name for name in sys.modules if name.partition(".")[0] in ({"tests"} if hot else OURS)]:
            del sys.modules[name]
        importlib.invalidate_caches()
        pytest = importlib.import_module("pytest")
        code = int(pytest.main(arguments))
    except CannotSwap:
        code = UNSWAPPED
    except BaseException:  # noqa: BLE001  (whatever it is, it is told, and no child goes on as the parent)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
