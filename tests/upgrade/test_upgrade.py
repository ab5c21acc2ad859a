"""A bit of `make upgrade`, servers of this code that are started anew while people play; and its parts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import aside
from tests.machine import lacks
from tests.soak.book import Ack, Act, Book
from tests.soak.browser import Browser
from tests.upgrade import before
from tests.upgrade.balancer import HAPROXY, configured
from tests.upgrade.ears import Ear, Gap
from tests.upgrade.judging import long, unheard
from tests.upgrade.playing import Playing
from tests.upgrade.stages import Stage, Watch

TOOK = 300.0  # seconds until it hangs


@pytest.fixture
def home() -> Iterator[Path]:
    with aside.folder() as made:
        yield made


@pytest.mark.faults
@pytest.mark.xdist_group("upgrade")
@pytest.mark.long
def test_servers_are_started_anew_while_people_play(home: Path, tmp_path: Path) -> None:
    if not HAPROXY:
        lacks("There is no haproxy: install Debian's package of this name to try a rolling restart.")
    words = ("--restart", "--players", "4", "--seconds", "1", "--logs", str(tmp_path / "logs"))
    said = aside.run(home, TOOK, "tests.upgrade", *words)
    assert "0 of them failed" in said
    assert "0 streams ended" not in said


def test_what_is_filled_in_is_what_a_cluster_has() -> None:
    names = ("pages", "events", "web-1", "web-2", "stream-1", "stream-2")
    text = configured({name: 7000 + place for place, name in enumerate(names)}, Path("/nowhere"))
    assert "server web-2 127.0.0.1:7003 check" in text
    assert "$" not in text
    assert "books" not in text


class Repository:
    """A checkout of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main", str(folder))

    def git(self, *words: str) -> str:
        who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
        done = subprocess.run(
            ["git", *who, *words], cwd=self.folder, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, **files: str) -> str:
        """Commit files, `games__0001` for the migration of that name; an empty text takes one away."""
        for name, text in files.items():
            app, _, number = name.partition("__")
            file = self.folder / app / "migrations" / f"{number}_named.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text) if text else file.unlink()
        (self.folder / "touched").write_text(str(files) + self.git("status", "--porcelain"))
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A step")
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    (tmp_path / "clone").mkdir()
    return Repository(tmp_path / "clone")


def test_the_release_before_is_the_newest_with_fewer_migrations(repository: Repository) -> None:
    repository.commit(games__0001="one")
    wanted = repository.commit(accounts__0001="one")
    repository.commit(games__0002="two")
    repository.commit()
    assert before.commit(repository.folder, "") == wanted


def test_migrations_that_never_landed_are_nobodys_release(repository: Repository) -> None:
    wanted = repository.commit(games__0001="one")
    repository.commit(games__0002="a draft")
    repository.commit(games__0002="two", games__0003="three")
    assert before.commit(repository.folder, "") == wanted


def test_what_was_written_on_a_branch_is_none_either(repository: Repository) -> None:
    wanted = repository.commit(games__0001="one")
    repository.git("switch", "--quiet", "--create", "branch")
    repository.commit(games__0002="two")
    repository.commit(games__0003="three")
    repository.git("switch", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-ff", "--message", "Bring it together", "branch")
    assert before.commit(repository.folder, "") == wanted


def test_one_may_be_named_and_laid_out(repository: Repository) -> None:
    first = repository.commit(games__0001="one")
    repository.git("tag", "v1")
    repository.commit(games__0002="two")
    assert before.commit(repository.folder, "v1") == first
    before.lay_out(repository.folder, first, repository.folder.parent / "before")
    found = repository.folder.parent / "before" / "games" / "migrations"
    assert [file.name for file in found.iterdir()] == ["0001_named.py"]


def test_without_history_it_says_what_to_do(repository: Repository, tmp_path: Path) -> None:
    repository.commit(games__0001="one")
    repository.commit(games__0002="two")
    shallow = tmp_path / "shallow"
    repository.git("clone", "--quiet", "--depth", "1", f"file://{repository.folder}", str(shallow))
    with pytest.raises(before.NoHistory, match=r"unshallow.*make upgrade FROM="):
        before.commit(shallow, "")
    with pytest.raises(before.NoHistory, match="no commit v9"):
        before.commit(repository.folder, "v9")
    (tmp_path / "nowhere").mkdir()
    with pytest.raises(before.NoHistory, match="no clone"):
        before.commit(tmp_path / "nowhere", "")


def test_what_the_old_code_ran_on_otherwise_is_said(tmp_path: Path) -> None:
    for name, text in (("old", "a==1.0 \\\n  --hash=x\nb[c]==2.1\nd==1"), ("new", "a==1.1\nb[c]==2.1")):
        (tmp_path / name / "requirements").mkdir(parents=True)
        (tmp_path / name / "requirements" / "base.txt").write_text(text)
    found = list(before.other_packages(tmp_path / "old", tmp_path / "new"))
    assert found == ["a==1.0 → a==1.1", "d==1 → none"]


def test_a_stream_may_be_away_for_three_seconds_and_one_of_before_as_long_as_it_told() -> None:
    short, lasting, of_before = Gap(20, 2.9, 2.0), Gap(20, 3.1, 5.0), Gap(5, 3.1, 3.0)
    assert long([short, lasting, of_before], 10) == [lasting]
    assert long([of_before], 0) == [of_before]


@pytest.mark.parametrize(("seconds", "moves", "idle"), [(5.0, 0, True), (5.0, 1, False), (0.3, 0, False)])
def test_a_stage_without_a_move_tells_nothing_unless_it_was_too_short(
    seconds: float, moves: int, idle: bool
) -> None:
    watch = Watch(Playing.__new__(Playing), [Stage("beat restarted", seconds, moves, 0, 0, 0)])
    assert watch.idle() == ["beat restarted"] * idle


def scored(match: int, at: float) -> Ack:
    return Ack("a", match, 1, Act("score"), at)


def test_a_move_of_which_an_open_page_hears_too_late_is_found() -> None:
    ear = Ear(Browser(1, "a", "", Book()), None, None)  # type: ignore[arg-type]
    ear.shown, ear.woken = [(7, 100.0, 200.0)], [(7, 110.0), (8, 121.0), (7, 150.0)]
    in_time, late, deaf = scored(7, 109.0), scored(7, 120.0), scored(7, 160.0)
    before_it, after_it, elsewhere = scored(7, 99.0), scored(7, 198.0), scored(8, 120.0)
    acks = [in_time, late, deaf, before_it, after_it, elsewhere, Ack("a", 7, 1, Act("roll"), 120.0)]
    assert unheard(acks, [ear]) == [late, deaf]
