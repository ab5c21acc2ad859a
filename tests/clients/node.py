"""Node and npm, which only development needs: what clients/typescript is made and built with."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess

import pytest

from boatzee_site.local import ROOT

HOME = ROOT / "clients" / "typescript"
INSTALLED = HOME / "node_modules" / ".package-lock.json"


def run(*command: str) -> None:
    """A command in the folder of the client, which has to go well."""
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def must_be_there() -> None:
    """Install what the client is built with. Without npm the test is skipped, or fails where REQUIRE_NODE
    says that it must be there.
    """
    if shutil.which("npm") is None:
        words = "There is no npm: install Node.js to try the client and the bot in TypeScript."
        if os.environ.get("REQUIRE_NODE") == "1":
            pytest.fail(words)
        pytest.skip(words)
    with (HOME / "package-lock.json").open() as lock:  # several processes of the tests come at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not INSTALLED.exists() or INSTALLED.stat().st_mtime < (HOME / "package-lock.json").stat().st_mtime:
            run("npm", "ci", "--silent", "--no-audit", "--no-fund")
            INSTALLED.touch()
