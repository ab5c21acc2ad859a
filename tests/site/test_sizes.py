"""No file and no function grows so long that nobody can keep it in mind at once."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache

from tests.site.contracts import ROOT

FILE, FUNCTION, TEMPLATE = 320, 50, 150
"""The most lines that each may have."""
VECTORS = "the data or the cases of one set of vectors, which are looked through as one"
STANDS_ALONE = "a program of one file, that anybody can fetch and read by itself"
GENERATED = "written by a generator, which a test holds it to, and read by nobody from end to end"
LONG = {
    "boatzee_site/settings.py": "settings have one file",
    "clients/python/boatzee_client/operations.py": GENERATED,
    "clients/python/boatzee_client/shapes.py": GENERATED,
    "static/boatzee_witness.py": STANDS_ALONE,
    "static/verify_roll.py": STANDS_ALONE,
    "tests/dicepool/log_cases.py": VECTORS,
    "tests/dicepool/log_vectors.py": VECTORS,
    "tests/dicepool/vectors.py": VECTORS,
}
"""Files that are longer, and why each may be. Migrations may be, too: they are written once, by Django."""


@cache
def files() -> tuple[str, ...]:
    """All files of the checkout but those that git passes over."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(sorted(name for name in found.split("\0") if name and (ROOT / name).is_file()))


def of_python() -> list[str]:
    """The files of Python but migrations."""
    return [name for name in files() if name.endswith(".py") and "/migrations/" not in name]


def of_templates() -> list[str]:
    return [name for name in files() if "/templates/" in f"/{name}"]


def lines(name: str) -> int:
    return len((ROOT / name).read_text().splitlines())


def long_functions(source: str) -> Iterator[str]:
    """The functions that are too long, each with its lines from `def` to its end."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno
            length = node.end_lineno - node.lineno + 1
            if length > FUNCTION:
                yield f"{node.name}: {length}"


def test_no_file_of_python_is_too_long() -> None:
    found = of_python()
    assert "dicepool/pool.py" in found
    assert {name: lines(name) for name in found if name not in LONG and lines(name) > FILE} == {}


def test_no_template_is_too_long() -> None:
    found = of_templates()
    assert "templates/base.html" in found
    assert {name: lines(name) for name in found if lines(name) > TEMPLATE} == {}


def test_no_function_is_too_long_wherever_it_stands() -> None:
    assert {
        name: long for name in of_python() if (long := [*long_functions((ROOT / name).read_text())])
    } == {}


def test_whatever_may_be_longer_is_there_and_needs_it() -> None:
    assert [name for name in LONG if lines(name) <= FILE] == []


def test_a_function_that_is_one_line_too_long_is_found_out_within_a_class_as_well() -> None:
    def of(length: int) -> str:
        return "class It:\n    async def does(self):\n" + "        pass\n" * (length - 1)

    assert [*long_functions(of(FUNCTION))] == []
    assert [*long_functions(of(FUNCTION + 1))] == [f"does: {FUNCTION + 1}"]
