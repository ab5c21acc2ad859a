"""A real keeper of the dice keys for tests, and this process without them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.test import override_settings

from dicepool import keeper, keys

MARKS = {"DICE_BATCH": "1000", "DICE_LOW_WATER": "1000", "DICE_HIGH_WATER": "3000"}


@dataclass
class Held:
    """A keeper as a process of its own, on the database that Django is turned to."""

    path: Path
    keys: str = field(repr=False)
    process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it."""
        found = connection.settings_dict
        environment = {
            **os.environ,
            "DATABASE_URL": f"postgres://{found['USER']}@{quote(found['HOST'], safe='')}/{found['NAME']}",
            "DICE_KEEPER": str(self.path),
            "DICE_KEYS": self.keys,
            "REDIS_URL": settings.REDIS_URL,
            "DICE_MEMORY": str(settings.DICE_MEMORY),
            **MARKS,
        }
        command = [sys.executable, "manage.py", "hold_dice_key"]
        self.process = subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.launch()
        assert self.process
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                keeper.names(anew=True)
            except keeper.Silent:
                assert self.process.poll() is None, "the keeper has ended"
            else:
                return
        raise AssertionError("the keeper does not answer")

    def kill(self) -> None:
        """SIGKILL."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> int:
        """Ask it to end. Returns its status."""
        assert self.process
        self.process.terminate()
        return self.process.wait(20)


@contextmanager
def held() -> Iterator[Held]:
    """This process has no dice keys in here: a keeper has them, at a socket whose path is short."""
    with tempfile.TemporaryDirectory(prefix="boatzee-") as folder:
        made = Held(Path(folder) / "keeper", settings.DICE_KEYS)
        with override_settings(DICE_KEEPER=str(made.path), DICE_KEYS=""):
            keys.kept_key.cache_clear()
            try:
                made.start()
                yield made
            finally:
                keeper.hang_up()
                if made.process and made.process.poll() is None:
                    made.kill()
