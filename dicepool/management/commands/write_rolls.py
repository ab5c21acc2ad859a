"""Write fresh rolls to standard output, for outside tools to test."""

from __future__ import annotations

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from dicepool import rawrolls, seal

CHUNK = 1_000_000


class Command(BaseCommand):
    """Rolls just as a refill does. The sets never enter the pool, so nothing of it is shown."""

    help = "Write freshly rolled sets to standard output: `--form bits` for tools such as dieharder and ent."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be asked for."""
        parser.add_argument(
            "--sets", type=int, metavar="N", help="stop after N sets; without it, go on for ever"
        )
        parser.add_argument(
            "--form", choices=["faces", "bits"], default="faces", help="docs/dice.md describes both"
        )

    def handle(self, *args: Any, sets: int | None, form: str, **options: Any) -> None:
        """Roll and write until all is written, or until the reader has enough."""
        write = rawrolls.bits if form == "bits" else rawrolls.faces
        left = sets
        with tqdm(total=sets, unit=" sets", unit_scale=True, disable=options["verbosity"] < 1) as bar:
            while left is None or left > 0:
                count = CHUNK if left is None else min(CHUNK, left)
                try:
                    sys.stdout.buffer.write(write(seal.roll(count, os.urandom)))
                    sys.stdout.buffer.flush()
                except BrokenPipeError:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                    return
                left = None if left is None else left - count
                bar.update(count)
