"""A few mutants of the list die in every run of the tests: the whole list takes `make mutants` an hour."""

from __future__ import annotations

import re
from pathlib import Path

from tests.mutants import ROOT, Mutant
from tests.mutants.__main__ import Trial, copy, sample
from tests.mutants.listed import MUTANTS
from tests.mutants.warm import Warm

COUNT = 20
NEEDS = re.compile(
    r"django_db|\bdb: None|usefixtures|\bClient\b|LiveServer|playwright|subprocess|PRODUCTION|certificate"
    r"|tabled"
)
"""What says that a test takes long: a database, a server, a browser, a process, tables of perfect play."""


def quick(mutant: Mutant) -> bool:
    """Whether every test that it names does without all that."""
    places = [ROOT / word.partition("::")[0] for word in mutant.tests.split() if "/" in word]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))]
    return not any(NEEDS.search(file.read_text()) for file in files)


def test_a_sample_of_the_list_dies_others_with_each_change_of_it(tmp_path: Path) -> None:
    """The same checkout tries the same ones, on any day: what passed once must not fail unchanged."""
    listed = "\n".join(map(str, MUTANTS))
    mutants = sample([mutant for mutant in MUTANTS if quick(mutant)], COUNT, listed)
    assert len(mutants) == COUNT
    copy(tmp_path)
    with Warm(tmp_path, 60, 300) as warm:
        trial = Trial(tmp_path, warm)
        ends = {str(mutant): trial.end_of(mutant) for mutant in mutants}
    assert not {name: end for name, end in ends.items() if not end.startswith(("killed", "equivalent"))}
