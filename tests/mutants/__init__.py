"""Mutants: one guard dropped at a time, to see that a test dies of it. `make mutants` tries them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change that must not go unnoticed: in `file`, `old` (which stands there once) becomes `new`.

    `tests` are the files, or single tests, one of which must fail then. `equivalent` says why none does.
    """

    file: str
    old: str
    new: str
    tests: str
    equivalent: str = ""

    def __str__(self) -> str:
        return f"{self.file}: {' '.join(self.old.split())} → {' '.join(self.new.split()) or '(nothing)'}"

    def apply(self, root: Path) -> str:
        """Change the file below `root`; returns its text as it was. Raises ValueError if it does not fit."""
        place = root / self.file
        before = place.read_text()
        if before.count(self.old) != 1:
            raise ValueError(
                f"{self.file} has {before.count(self.old)} times what is to be changed: {self.old}"
            )
        place.write_text(before.replace(self.old, self.new))
        return before


def in_file(file: str, tests: str, *changes: tuple[str, str]) -> Iterator[Mutant]:
    """Mutants of one file, all noticed by the same tests."""
    for old, new in changes:
        yield Mutant(file, old, new, tests)
