"""What the papers name is there: files, links, targets of make, the example of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boatzee_site.local import ROOT
from games import record

PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
PATH = re.compile(r"`([a-z_.]+/[\w./-]*|[\w-]+\.(?:py|md|toml|yml))`")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
NAMES = {
    path.name for path in ROOT.rglob("*") if not {".venv", "var", ".git", "node_modules"} & set(path.parts)
}
TARGET = re.compile(r"`make ([a-z]+)")
OUTSIDE = {"segments/", "ledger/", "text/event-stream"}
"""Folders of the log, which the site makes; and a kind of media."""


def names(paper: Path) -> Iterator[str]:
    """The files and folders that it names."""
    return (found[1] for found in PATH.finditer(paper.read_text()))


def is_there(name: str) -> bool:
    """Whether a file, a folder or a module is called so; one without a folder may stand anywhere."""
    return (ROOT / name).exists() or (ROOT / f"{name}.py").exists() or ("/" not in name and name in NAMES)


def heading(line: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_what_a_paper_names_is_there(paper: Path) -> None:
    missing = [name for name in names(paper) if name not in OUTSIDE and not is_there(name.rstrip("/"))]
    assert not missing


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_links_lead_somewhere(paper: Path) -> None:
    for path, anchor in LINK.findall(paper.read_text()):
        other = paper.parent / path if path else paper
        assert other.exists(), path
        if anchor:
            lines = other.read_text().split("\n")
            assert anchor in {heading(line) for line in lines if line.startswith("#")}, f"{path}#{anchor}"


def test_targets_of_make_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for paper in PAPERS:
        for target in TARGET.findall(paper.read_text()):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{paper.name}: make {target}"


def test_the_example_of_a_record_is_one() -> None:
    text = (ROOT / "docs" / "record.md").read_text()
    [example] = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert record.write(record.read(example)) == example


def test_the_headers_of_a_record_are_all_explained() -> None:
    text = (ROOT / "docs" / "record.md").read_text()
    table = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE))))
    assert table >= record.HEADERS
