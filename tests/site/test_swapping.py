"""Which mutants are swapped into what is imported, and that nothing happens where one does not fit."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.swapping import CannotSwap, swap

TEXT = """
LEAST = 5

def made(step):
    def inner(value):
        return value + step
    return inner

added = made(1)

class Guard:
    most = 7

    @staticmethod
    def lets(value, least=LEAST):
        return value >= least

    @property
    def doubled(self):
        return [one * 2 for one in (1, 2)]

def refuses(value):
    return not Guard.lets(value)
"""


@pytest.fixture
def imported(tmp_path: Path) -> Callable[[str, str], ModuleType]:
    """The module of TEXT, imported before a part of its file became another and was swapped in."""

    def load(old: str, new: str) -> ModuleType:
        file = tmp_path / "guarded.py"
        file.write_text(TEXT)
        found = importlib.util.spec_from_file_location("guarded", file)
        assert found
        assert found.loader
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        assert TEXT.count(old) == 1
        file.write_text(TEXT.replace(old, new))
        fits = True
        try:
            swap(file, TEXT)
        except CannotSwap:
            fits = False
        vars(module)["fits"] = fits
        return module

    return load


Load = Callable[[str, str], ModuleType]


def test_what_is_inside_functions_is_swapped_wherever_they_are_kept(imported: Load) -> None:
    kept = imported("value >= least", "value > least")
    assert kept.fits
    assert not kept.Guard.lets(5)
    assert kept.refuses(5), "who calls it finds the other one"
    assert imported("return not Guard", "return Guard").refuses(9)
    assert imported("one * 2", "one * 3").Guard().doubled == [3, 6]


def test_what_a_function_made_is_swapped_as_well(imported: Load) -> None:
    module = imported("value + step", "value - step")
    assert module.added(1) == 0
    assert module.made(2)(2) == 0
    freed = imported("value + step", "value + 1")
    assert freed.made(5)(1) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LEAST = 5", "LEAST = 6"),
        ("most = 7", "most = 8"),
        ("least=LEAST", "least=3"),
        ("    @property\n", ""),
        ("added = made(1)", "added = made(2)"),
    ],
)
def test_what_is_done_while_a_module_is_imported_is_not(imported: Load, old: str, new: str) -> None:
    module = imported(old, new)
    assert not module.fits
    assert (module.added(1), module.Guard.most, module.Guard.lets(5), module.refuses(4)) == (2, 7, True, True)


def test_nor_is_what_was_never_imported(tmp_path: Path) -> None:
    file = tmp_path / "guarded.py"
    file.write_text(TEXT.replace("value >= least", "value > least"))
    with pytest.raises(CannotSwap):
        swap(file, TEXT)
