"""A witness of one's own, and a site for it to watch that may tell two stories."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import transaction

from dicepool import tree
from dicepool.models import Head, Leaf
from static import boatzee_witness as program
from tests.dicepool.emptied import forget_head

FINE, ALARM, AWAY = 0, 1, 2
ONE, TWO = (f"segment 1 1 5 5 {letter * 64} 1700000000" for letter in "ab")
NEXT = f"segment 2 6 6 1 {'c' * 64} 1700000060"


@dataclass
class Watcher:
    """A witness of one's own, with its folder."""

    name: str
    folder: Path
    site: str
    capsys: pytest.CaptureFixture[str]
    said: str = ""

    def look(self, *words: str) -> int:
        """Look once. Returns the status; what it said is in `said`."""
        status = program.main(
            [self.site, "--name", self.name, "--folder", str(self.folder), "--once", *words]
        )
        self.said = "".join(self.capsys.readouterr())
        return status

    @property
    def key(self) -> str:
        return str(program.Witness(self.folder, self.name).key)

    @property
    def evidence(self) -> list[str]:
        return [file.read_text() for file in sorted(self.folder.glob("evidence-*"))]


def add(*entries: str) -> None:
    """Add to the log, and sign it."""
    with transaction.atomic():
        for entry in entries:
            tree.append(entry)
    tree.sign_head()


def rewrite(size: int, *entries: str) -> None:
    """Be another database, which has the first entries alike and then goes on with these, and sign that."""
    Head.objects.filter(size__gt=size).delete()
    Leaf.objects.filter(index__gte=size).delete()
    forget_head()
    add(*entries)
