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
"""The end of a run that took too long."""
UNSWAPPED = 70
"""The end of a run that could not begin: this mutant has to be imported."""


class Warm:
    """Runs tests in the code below `root`, each run in a process of its own, for `seconds` at most."""

    def __init__(self, root: Path, seconds: float) -> None:
        self.root, self.seconds = root, seconds
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
        """What pytest returns with these arguments, HANGS or UNSWAPPED, and the end of what it says.

        `swapped`, for the hot one: a file that is not as it was when imported, and its text at that time.
        """
        line = self._lines[hot]
        assert line.stdin is not None
        assert line.stdout is not None
        line.stdin.write(json.dumps([arguments, self.seconds, swapped]) + "\n")
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


def _run(hot: bool, arguments: list[str], seconds: float, swapped: tuple[str, str] | None) -> tuple[int, str]:
    """One run, in a group of processes of its own."""
    heard, says = os.pipe()
    child = os.fork()
    if not child:
        os.close(heard)
        _be_tests(hot, arguments, swapped, says)
    os.close(says)
    os.set_blocking(heard, False)
    said, until = b"", time.monotonic() + seconds
    code: int | None = None
    while code is None and time.monotonic() < until:
        said = _more(heard, said)
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
        else:
            time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # and what it has left behind
    if code is None:
        os.waitpid(child, 0)
    said = _more(heard, said)
    os.close(heard)
    return HANGS if code is None else code, said.decode(errors="replace")


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
