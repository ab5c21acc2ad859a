"""`make bench`: figures, each beside a yardstick measured in the same run.

Runs every bench_*.py of this folder, or those named: `make bench ARGS="moves pool"`.
"""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module
from pathlib import Path

import django

ROW = "{:<58} {:>18}   {}"


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
    """Bring the database up to date and run the benchmarks that are wanted, all where none is named."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        postgres = cursor.fetchone()[0]
    print(f"{machine()}, Postgres {postgres}\n")  # noqa: T201
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        if not wanted or file.stem.removeprefix("bench_") in wanted:
            import_module(f"tests.benchmarks.{file.stem}").run(report)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
    main(sys.argv[1:])
