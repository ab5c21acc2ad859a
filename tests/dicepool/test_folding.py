"""Folding the books of batches that are laid open: everything goes on as before."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dicepool import (
    archive,
    audit,
    books,
    folding,
    guard,
    log,
    logbook,
    logfiles,
    pool,
    stock,
    tasks,
)
from dicepool.models import Batch, Fate, Handout, Publication, Segment
from tests.dicepool.used_up import TODAY, draw_of_the_next, forget, settle, use_up

pytestmark = pytest.mark.django_db(transaction=True)

HandOut = Callable[[int], list[pool.Drawn]]
NUMBER = bytes(range(16))
MIDNIGHT = TODAY.replace(hour=0)


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.DICE_LOG = tmp_path
    forget()
    return tmp_path


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TODAY)


def play(batch: Batch) -> list[int]:
    """Use the batch up, with numbers whose pledges nobody looks at. Returns the serials of its odd sets."""
    return use_up(batch, [os.urandom(32) for _ in range(3)], [NUMBER, NUMBER[::-1]])


@pytest.fixture
def used(batch: Batch) -> Batch:
    """A batch that was used up yesterday, laid open, sealed and counted, and a set of the next one taken."""
    play(batch)
    draw_of_the_next(1)
    settle()
    return batch


def rows(batch: Batch) -> int:
    span = (batch.first, batch.last)
    return sum(model.objects.filter(serial__range=span).count() for model in (Handout, Fate))


def test_the_rows_go(used: Batch) -> None:
    assert rows(used) == 2 * (used.size - 1)
    assert folding.fold() == [used.number]
    assert rows(used) == 0
    assert folding.fold() == []


def test_what_is_proved_counted_and_remembered_stays_the_same(used: Batch, client: Client) -> None:
    def told() -> list[object]:
        serials = range(used.first, used.last + 1)
        found = [archive.proofs(serials[at : at + archive.MOST]) for at in range(0, used.size, archive.MOST)]
        guard.keep_up()
        page = client.get(reverse("dicepool:roll", args=[used.first]))
        return [found, stock.stock().handed_out, guard._now(guard.look(), None, 1), page.content]

    before = told()
    assert folding.fold() == [used.number]
    log._read_file.cache_clear()
    after = told()
    assert after == before
    [first, second] = before[0][0]["proofs"][:2]  # type: ignore[index]
    assert (first["number"], second["number"]) == (NUMBER.hex(), NUMBER[::-1].hex())


def test_a_folded_set_takes_less_than_half_a_byte(used: Batch) -> None:
    """Of whole segments: what the database keeps of a set's handing out, beside its batch's publication."""
    folding.fold()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_column_size(s.*)) FROM dicepool_segment s WHERE last >= %s", [used.first]
        )
        segments = cursor.fetchone()[0]
    kept = len(bytes(Publication.objects.get(pk=used.number).ledger or b""))
    indexes = 3 * 24
    assert (segments + indexes + kept) / 2048 < 0.5


@pytest.mark.parametrize(
    "lacking",
    [
        lambda batch: Publication.objects.filter(pk=batch.number).delete(),
        lambda batch: Handout.objects.filter(serial__gt=batch.last).delete(),
        lambda batch: Fate.objects.filter(pk=batch.last).update(at=TODAY),
        lambda batch: Fate.objects.filter(pk=batch.last).update(at=MIDNIGHT),
        lambda batch: Fate.objects.filter(kind=2).update(segment=None),
        lambda batch: Fate.objects.filter(pk=batch.last).delete(),
        lambda batch: Segment.objects.filter(last__gte=batch.last).delete(),
    ],
    ids=[
        "not laid open",
        "nothing drawn since",
        "not counted",
        "of the first moment of a day that is not counted",
        "not told of",
        "without a fate",
        "not sealed",
    ],
)
def test_what_is_not_ripe_stays(used: Batch, lacking: Callable[[Batch], object]) -> None:
    lacking(used)
    before = rows(used)
    assert folding.fold() == []
    assert rows(used) == before


def test_the_log_is_read_before_the_rows_go(
    used: Batch, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = sorted(folder.rglob("*.gz"))
    for path in files:
        path.unlink()
    with transaction.atomic():
        Handout.objects.filter(pk=used.first).update(label=None)
        with pytest.raises(logfiles.Lost, match="from a backup"):
            folding.fold()
        tasks.fold()
        assert "from a backup" in caplog.text
        assert rows(used) == 2 * (used.size - 1)
        transaction.set_rollback(True)
    assert folding.fold() == [used.number]
    assert sorted(folder.rglob("*.gz")) == files


def test_where_a_file_is_lost_the_later_batches_are_folded(batch: Batch, folder: Path) -> None:
    play(batch)
    settle()
    [lost] = folder.rglob("*.gz")
    draw_of_the_next(10)
    second = Batch.objects.latest("number")
    draw_of_the_next(1)
    settle()
    lost.unlink()
    Handout.objects.filter(pk=batch.first).update(label=None)
    with pytest.raises(logfiles.Lost, match="from a backup"):
        folding.fold()
    assert (rows(batch), rows(second)) == (2 * (batch.size - 1), 0)


def test_a_disk_that_is_full_keeps_the_rows(used: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bytes:
        raise OSError("No space left on device")

    monkeypatch.setattr(logfiles, "save_parts", full)
    tasks.fold()
    assert rows(used) == 2 * (used.size - 1)


def test_a_proof_whose_number_is_lost_says_so(used: Batch, folder: Path, client: Client) -> None:
    folding.fold()
    for path in folder.rglob("*.zip"):
        path.unlink()
    page = client.get(reverse("dicepool:roll", args=[used.first]))
    assert page.status_code == 503
    assert "A file of the log of these dice cannot be read" in page.content.decode()


def test_a_line_that_is_lost_is_left_out_of_a_proof(used: Batch, folder: Path, client: Client) -> None:
    folding.fold()
    for path in folder.rglob("*.gz"):
        path.unlink()
    log._read_file.cache_clear()
    [proof] = archive.proofs([used.first + 5])["proofs"]
    assert "line" not in proof
    newest = log.newest()
    assert newest
    answer = client.get(reverse("dicepool:segment", args=[newest.number]))
    assert answer.status_code == 503


def test_two_at_once_fold_it_once(used: Batch) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [folding.LOCK])
        assert guard.aside(folding.fold) == []
    assert guard.aside(folding.fold) == [used.number]


class TestAnAudit:
    def test_a_segment_that_was_rewritten_is_found_out(self, used: Batch) -> None:
        [segment] = Segment.objects.all()
        assert audit.reads(segment)
        lines = log.text(segment).decode().splitlines()
        lines[0] = logbook.rolled_back(segment.first)
        segment.root = logbook.root(lines)
        segment.digest = logfiles.save(log.KIND, segment.number, logbook.text(lines))
        segment.save()
        assert not audit.reads(segment)

    def test_folded_books_that_are_spoilt_are_found_out(self, used: Batch, folder: Path) -> None:
        assert audit.folded(Publication.objects.get(pk=used.pk))
        folding.fold()
        publication = Publication.objects.get(pk=used.pk)
        assert audit.folded(publication)
        [file] = (folder / books.KIND).rglob("*.zip")
        file.write_bytes(file.read_bytes()[:-1])
        assert not audit.folded(publication)
        with pytest.raises(CommandError, match="folded books"):
            call_command("dice_status", audit=True, verbosity=0)
