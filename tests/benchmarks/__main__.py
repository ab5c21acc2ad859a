"""`make bench`: figures, each beside a yardstick measured in the same run.

Runs every bench_*.py of this folder, or those named: `make bench ARGS="moves pool"`. Each has a process of
its own, for what another has left in one slows it down.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import django

ROW = "{:<58} {:>18}   {}"
AGAIN = [sys.executable, "-m", "tests.benchmarks"]


def machine() -> str:
    """What the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        cpu = names[0] if names else cpu
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def report(name: str, value: str, beside: str) -> None:
    """Print one figure and its yardstick."""
    print(ROW.format(name, value, beside), flush=True)  # noqa: T201  (this is what it is for)


def main(wanted: list[str]) -> None:
    """Run the benchmarks that are wanted, all where none is named: one in this process, several each in its
    own, and go on where one has failed.
    """
    known = sorted(file.stem.removeprefix("bench_") for file in Path(__file__).parent.glob("bench_*.py"))
    if unknown := sorted({*wanted} - {*known}):
        sys.exit(f"There is no {', '.join(unknown)}; there are {', '.join(known)}.")
    names = [name for name in known if name in wanted or not wanted]
    if len(names) == 1:
        run(names[0])
        return
    failed = [name for name in names if subprocess.run([*AGAIN, name], check=False).returncode]
    if failed:
        sys.exit(f"These failed: {', '.join(failed)}.")


def run(name: str) -> None:
    """Bring the database up to date and run one of them."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        postgres = cursor.fetchone()[0]
    print(f"{machine()}, Postgres {postgres}\n")  # noqa: T201
    import_module(f"tests.benchmarks.bench_{name}").run(report)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
    main(sys.argv[1:])
