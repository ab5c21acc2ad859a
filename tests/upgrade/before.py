"""The release before this one, as git knows it: the newest commit whose database this code can migrate."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

MIGRATION = re.compile(r"\w+/migrations/\d\w+\.py")
PINNED = re.compile(r"^([\w.\[\]-]+==[\w.+-]+)", re.MULTILINE)
Migrations = frozenset[tuple[str, str]]
"""Each by its path and what is in it."""


class NoHistory(Exception):
    """What went before is not known. The message says what to do."""


def commit(repository: Path, wanted: str) -> str:
    """The full name of a commit, tag or branch; of the release before where none is wanted. Raises NoHistory.

    That is the newest commit, along the first parents, that has not all migrations of this one, and none
    besides: what was written anew before it landed was never anybody's database.
    """
    if wanted:
        try:
            return _git(repository, "rev-parse", "--verify", "--quiet", f"{wanted}^{{commit}}").strip()
        except subprocess.CalledProcessError:
            raise NoHistory(f"There is no commit {wanted} in this clone.") from None
    try:
        now, *before = _git(repository, "rev-list", "--first-parent", "HEAD").split()
    except subprocess.CalledProcessError:
        raise NoHistory("This is no clone of git: there is nothing to upgrade from.") from None
    here = migrations(repository, now)
    found = next((one for one in before if migrations(repository, one) < here), None)
    if found is None:
        raise NoHistory(
            "This clone knows no commit before with fewer migrations. Fetch what went before (git fetch"
            " --unshallow), or name one: make upgrade FROM=…"
        )
    return found


def migrations(repository: Path, name: str) -> Migrations:
    """All migrations of a commit."""
    lines = _git(repository, "ls-tree", "-r", name).splitlines()
    parts = [(line.split()[2], line.partition("\t")[2]) for line in lines]
    return frozenset((path, content) for content, path in parts if MIGRATION.fullmatch(path))


def lay_out(repository: Path, name: str, folder: Path) -> None:
    """Put the files of a commit into a folder."""
    folder.mkdir(parents=True)
    with subprocess.Popen(["git", "archive", name], cwd=repository, stdout=subprocess.PIPE) as packed:
        subprocess.run(["tar", "-x", "-C", str(folder)], stdin=packed.stdout, check=True)
    if packed.returncode:
        raise NoHistory(f"git has not all files of {name}.")


def other_packages(old: Path, new: Path) -> Iterator[str]:
    """What the site of before was pinned to otherwise: here it runs on what this one is pinned to."""
    was, now = (set(PINNED.findall((one / "requirements" / "base.txt").read_text())) for one in (old, new))
    for one in sorted(was - now):
        name = one.partition("==")[0]
        yield f"{one} → {next((other for other in now if other.startswith(f'{name}==')), 'none')}"


def _git(repository: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=repository, check=True, capture_output=True, text=True).stdout
