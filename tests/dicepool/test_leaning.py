"""Lean files of the log: a third less on the disk, and everybody is told the same."""

from __future__ import annotations

import hashlib
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dicepool import (
    archive,
    audit,
    books,
    folding,
    guard,
    lean,
    leaning,
    log,
    logfiles,
    tasks,
)
from dicepool.models import Batch, Fate, Publication, Segment
from tests.dicepool.used_up import TODAY, draw_of_the_next, forget, settle, use_up

pytestmark = pytest.mark.django_db(transaction=True)

LATER = TODAY + leaning.AFTER + timedelta(days=1)
NUMBER, OTHER = bytes(range(16)), bytes(range(16, 32))


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DICE_LOG = tmp_path
    settings.FOLD_AFTER = timedelta(days=7)
    forget()
    return tmp_path


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TODAY)


@pytest.fixture
def segment(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> Segment:
    """The segment of a batch whose books are folded, long ago: there is no other in it."""
    pledges = [hashlib.sha256(NUMBER).digest(), os.urandom(32), hashlib.sha256(OTHER).digest()]
    use_up(batch, pledges, [NUMBER, OTHER])  # the second number does not fit
    [only] = log.seal()
    draw_of_the_next(1)
    settle()
    assert folding.fold() == [batch.number]
    monkeypatch.setattr(timezone, "now", lambda: LATER)
    return Segment.objects.get(pk=only)


def files(folder: Path, form: str) -> list[Path]:
    return sorted(
        path for path in (folder / log.KIND).rglob(f"*.{form}") if path.name.split(".", 1)[1] == form
    )


def test_its_file_is_smaller_and_says_the_same(
    batch: Batch, segment: Segment, folder: Path, client: Client
) -> None:
    def told() -> list[object]:
        forget()
        parts = range(batch.first, batch.last + 1, archive.MOST)
        proofs = [archive.proofs(range(at, min(at + archive.MOST, batch.last + 1))) for at in parts]
        page = client.get(reverse("dicepool:segment", args=[segment.number]))
        return [log.text(segment), proofs, page.content, audit.reads(segment)]

    before, [whole, *others] = told(), files(folder, "gz")
    size = whole.stat().st_size
    assert leaning.make_lean() == 1
    assert leaning.make_lean() == 0
    assert files(folder, "gz") == others
    [small] = files(folder, "lean.gz")
    assert small.stat().st_size < size
    assert told() == before
    segment.refresh_from_db()
    assert segment.lean


def test_what_no_number_tells_stays(batch: Batch, segment: Segment) -> None:
    content = lean.lean(log.text(segment), books.numbers(range(batch.first, batch.last + 1)))
    assert lean.pledged(log.text(segment)) == [batch.first, batch.first + 1, batch.first + 2]
    assert lean.told(content) == [batch.first], "one does not fit its pledge, one was thrown away"


def test_what_is_written_whole_again_is_as_it_was(segment: Segment, folder: Path) -> None:
    before = {path: path.read_bytes() for path in files(folder, "gz")}
    leaning.make_lean()
    call_command("fill_log", verbosity=0)
    assert {path: path.read_bytes() for path in files(folder, "gz")} == before
    assert not Segment.objects.filter(lean=True).exists()
    assert leaning.make_lean() == 1


def test_what_a_restored_database_takes_for_whole_is_written_whole_again(
    segment: Segment, folder: Path
) -> None:
    leaning.make_lean()
    Segment.objects.update(lean=False)
    call_command("fill_log", verbosity=0)
    assert logfiles.load(log.KIND, segment.number, bytes(segment.digest))
    assert not files(folder, "lean.gz")


def test_one_that_is_lost_keeps_no_other_from_being_whole_again(segment: Segment, folder: Path) -> None:
    copied(segment)
    logfiles.save(log.KIND, 999, log.text(segment))
    assert leaning.make_lean() == 2
    next(path for path in files(folder, "lean.gz") if "0000999" not in path.name).unlink()
    with pytest.raises(CommandError, match="from a backup"):
        call_command("fill_log", verbosity=0)
    assert not Segment.objects.get(pk=999).lean


def test_nothing_is_made_lean_by_books_that_are_gone_though_they_were_read_before(
    segment: Segment, folder: Path
) -> None:
    whole = files(folder, "gz")
    books.numbers(lean.pledged(log.text(segment)))
    for path in (folder / books.KIND).rglob("*.zip"):
        path.unlink()
    with pytest.raises(logfiles.Lost):
        leaning.make_lean()
    assert files(folder, "gz") == whole


@pytest.mark.parametrize("why", ["young", "kept from folding", "another batch in it is not folded"])
def test_what_stays_whole(segment: Segment, settings: LazySettings, why: str) -> None:
    if why == "young":
        Segment.objects.update(at=LATER - leaning.AFTER)
    elif why == "kept from folding":
        settings.FOLD_AFTER = timedelta(0)
    else:
        open_one = Batch.objects.get(publication=None)
        Segment.objects.filter(pk=segment.pk).update(last=open_one.first)
    assert leaning.make_lean() == 0
    assert not Segment.objects.filter(lean=True).exists()


def copied(segment: Segment) -> None:
    """Another one of the same sets."""
    same = {name: getattr(segment, name) for name in ("first", "last", "lines", "root", "digest", "at")}
    Segment.objects.create(number=999, **same, counts={}, total={})


def test_where_its_file_is_lost_the_others_are_made_lean(segment: Segment, folder: Path) -> None:
    [whole, *_] = files(folder, "gz")
    whole.rename(whole.with_name(whole.name.replace("0000001-", "0000999-")))
    copied(segment)
    with pytest.raises(logfiles.Lost, match=r"0000001-.* from a backup"):
        leaning.make_lean()
    assert list(Segment.objects.filter(lean=True).values_list("number", flat=True)) == [999]


def test_one_that_was_made_lean_and_not_noted_is_made_so_again(
    segment: Segment, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = log.text(segment)
    with monkeypatch.context() as patched:
        patched.setattr(Segment, "save", lambda *_args, **_named: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            leaning.make_lean()
    assert log.text(segment) == text
    assert leaning.make_lean() == 1
    assert log.text(segment) == text


def test_a_lean_file_that_would_not_be_the_same_again_replaces_nothing(
    segment: Segment, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = files(folder, "gz")
    monkeypatch.setattr(lean, "filled", lambda text, _numbers: text)
    with pytest.raises(logfiles.Lost, match="is not the one that was written"):
        leaning.make_lean()
    assert files(folder, "gz") == whole


def test_one_whose_books_are_lost_is_lost_and_says_so(segment: Segment, folder: Path) -> None:
    leaning.make_lean()
    for path in (folder / books.KIND).rglob("*.zip"):
        path.unlink()
    forget()
    with pytest.raises(logfiles.Lost, match="from a backup"):
        log.text(segment)
    with pytest.raises(CommandError, match=r"ledger/.* cannot be read"):
        call_command("fill_log", verbosity=0)


def test_a_database_from_before_its_books_were_folded_reads_it(batch: Batch, segment: Segment) -> None:
    before = log.text(segment)
    leaning.make_lean()
    Publication.objects.update(ledger=None)
    Fate.objects.create(serial=batch.first, kind=Fate.Kind.SHOWN, number=NUMBER)
    forget()
    assert log.text(segment) == before


def test_a_database_that_knows_no_number_needs_the_whole_file(segment: Segment, folder: Path) -> None:
    before, [whole, *_] = log.text(segment), files(folder, "gz")
    kept = whole.read_bytes()
    leaning.make_lean()
    Publication.objects.update(ledger=None)
    forget()
    with pytest.raises(logfiles.Lost, match="from a backup"):
        log.text(segment)
    whole.write_bytes(kept)
    assert log.text(segment) == before


def test_two_at_once_make_it_lean_once(segment: Segment) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [leaning.LOCK])
        assert guard.aside(leaning.make_lean) == 0
    assert guard.aside(leaning.make_lean) == 1


def test_the_worker_sees_to_it(segment: Segment) -> None:
    tasks.fold()
    segment.refresh_from_db()
    assert segment.lean


def test_there_is_no_way_back_while_a_file_is_lean(segment: Segment) -> None:
    leaning.make_lean()
    with pytest.raises(RuntimeError, match="fill_log"):
        MigrationExecutor(connection).migrate([("dicepool", "0014_counted_openings")])
    assert log.text(Segment.objects.get(pk=segment.pk, lean=True))
