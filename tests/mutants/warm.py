"""A process in which all that is not ours is imported once, and which divides for every run of tests.

So a run costs what our own modules and the tests cost, and not four times as much. `Warm` is the side that
asks; `python -m tests.mutants.warm`, in the folder whose code is tried, is the side that runs.
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

OURS = {"accounts", "boatzee_site", "dicepool", "games", "ladders", "statements", "tests", "manage"}
TELL = (
    "import sys, django; django.setup(); import boatzee_site.urls, boatzee_site.asgi;"
    " import boatzee_site.celery as c; c.app.loader.import_default_modules(); print(*sys.modules)"
)
"""Which modules the site needs."""
PLUGINS = ("pytest", "_pytest.pytester", "pytest_django.plugin", "pytest_django.fixtures", "xdist.plugin")
TESTING = ("hypothesis", "django.test", "django.test.client", "django.test.utils", "unittest.mock")
HANGS = -1
"""The end of a run that took too long."""


class Warm:
    """Runs tests in the code below `root`, each run in a process of its own, for `seconds` at most."""

    def __init__(self, root: Path, seconds: float) -> None:
        self.root, self.seconds = root, seconds

    def __enter__(self) -> Self:
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        self._line = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.warm"],
            cwd=self.root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._line.stdin is not None
        assert self._line.stdout is not None
        self._line.stdin.close()
        self._line.wait()
        self._line.stdout.close()

    def run(self, arguments: Sequence[str]) -> tuple[int, str]:
        """What pytest returns with these arguments, or HANGS, and the end of what it says."""
        assert self._line.stdin is not None
        assert self._line.stdout is not None
        self._line.stdin.write(json.dumps([arguments, self.seconds]) + "\n")
        self._line.stdin.flush()
        code, said = json.loads(self._line.stdout.readline())
        return code, said


def main() -> None:
    """Import what is not ours, then run what is asked for, line by line."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "boatzee_site.settings"}
    told = subprocess.run([sys.executable, "-c", TELL], env=environment, check=False, capture_output=True)
    for name in [*told.stdout.decode().split(), *PLUGINS, *TESTING]:
        if name.partition(".")[0] not in OURS:
            with suppress(Exception):  # it needs the settings, or more: then it is imported when it is needed
                importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(_run(*json.loads(line))), flush=True)  # noqa: T201


def _run(arguments: list[str], seconds: float) -> tuple[int, str]:
    """One run, in a group of processes of its own."""
    heard, says = os.pipe()
    child = os.fork()
    if not child:
        os.close(heard)
        _be_tests(arguments, says)
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


def _be_tests(arguments: list[str], says: int) -> None:
    """In the child: nothing of ours is imported yet but this, which the tests may want to import anew."""
    code = 3
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, place in ((0, nothing), (1, says), (2, says)):
            os.dup2(place, number)
        for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
            del sys.modules[name]
        importlib.invalidate_caches()
        pytest = importlib.import_module("pytest")
        code = int(pytest.main(arguments))
    except BaseException:  # noqa: BLE001  (whatever it is, it is told, and no child goes on as the parent)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
