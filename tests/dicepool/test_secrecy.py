"""Dice to come are nowhere to be read."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

import numpy as np
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.views.debug import ExceptionReporter
from numpy.typing import NDArray

from accounts.models import User
from dicepool import archive, keys, merkle, pool, refill, seal, statistics
from dicepool.models import Batch
from tests.dicepool.emptied import empty

pytestmark = pytest.mark.django_db

SETS = 40_000
RUN = 8  # sets in a row that no chance puts anywhere


@pytest.fixture
def big(settings: LazySettings) -> Batch:
    """A batch large enough for statistics."""
    settings.DICE_BATCH = SETS
    empty()
    refill.add_sets(SETS, "test")
    return Batch.objects.latest("number")


def dump() -> dict[str, str]:
    """Every table as pg_dump would write it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class"
            " WHERE relkind IN ('r', 'S') AND relnamespace = 'public'::regnamespace"
        )
        names = [row[0] for row in cursor.fetchall()]
        found = {}
        for name in names:
            with cursor.copy(f'COPY (SELECT * FROM "{name}") TO STDOUT') as rows:
                found[name] = b"".join(bytes(part) for part in rows).decode()
        return found


def rows_of(batch: Batch, dumped: dict[str, str]) -> NDArray[np.int64]:
    """Serials and values of a batch, out of the dump."""
    lines = dumped[f"dicepool_set_{batch.first}_{batch.last}"].splitlines()
    return np.array([line.split("\t") for line in lines], dtype=np.int64)


def p_even(counts: NDArray[np.int64]) -> float:
    """The chance that cells which are all expected equally often are at least so uneven."""
    expected = counts.mean()
    return statistics.tail(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def looks_uniform(values: NDArray[np.int64]) -> bool:
    """Whether chance explains the values: each alike, each beside its neighbour, and no two tied."""
    coarse = values // 81  # 96 classes
    alone = p_even(np.bincount(coarse, minlength=96))
    low = p_even(np.bincount(values % 96, minlength=96))
    pairs = p_even(np.bincount(coarse[:-1:2] // 4 * 24 + coarse[1::2] // 4, minlength=576))
    steps = p_even(np.bincount((values[1:] - values[:-1]) % seal.SETS // 81, minlength=96))
    return bool(min(alone, low, pairs, steps) > 1e-5)


def writings(dice: NDArray[np.uint8]) -> list[str]:
    """Ways in which somebody may have written a run of sets down."""
    indexes = seal.index_of(dice)
    digits = "".join(map(str, dice.ravel().tolist()))
    return [
        digits,
        dice.tobytes().hex(),
        (dice - 1).tobytes().hex(),
        indexes.astype(">u2").tobytes().hex(),
        indexes.astype("<u2").tobytes().hex(),
        *(mark.join(map(str, indexes.tolist())) for mark in (",", ", ", " ", "\n", "\t")),
        *(mark.join(digits) for mark in (",", ", ", " ")),
        str(dice.tolist()),
        "\n".join(digits[at : at + 5] for at in range(0, len(digits), 5)),
    ]


def traces(batch: Batch, text: str, sets: int = 200) -> list[str]:
    """Runs of open dice of the batch's first sets that are found in the text."""
    span = (batch.first, batch.first + sets - 1)
    dice = archive.opened(batch, [span])[span]
    runs = [dice[at : at + RUN] for at in range(0, sets - RUN + 1, RUN)]
    return [written for run in runs for written in writings(run) if written in text]


def test_a_dump_of_the_database_is_uniform_and_holds_no_dice(big: Batch) -> None:
    dumped = dump()
    assert looks_uniform(rows_of(big, dumped)[:, 1])
    assert traces(big, "\n".join(dumped.values()), SETS // 20) == []


def test_sealed_values_say_nothing_of_their_dice(big: Batch) -> None:
    values = rows_of(big, dump())[:, 1]
    span = (big.first, big.last)
    indexes = seal.index_of(archive.opened(big, [span])[span]).astype(np.int64)
    assert (values == indexes).sum() < 20  # 5 by chance
    for die in range(5):
        faces = indexes // 6**die % 6
        table = np.bincount(faces * 96 + values // 81, minlength=576)
        assert p_even(table) > 1e-5


def test_the_tests_above_would_find_open_dice(big: Batch) -> None:
    span = (big.first, big.first + 199)
    dice = archive.opened(big, [span])[span]
    for written in writings(dice[16:24]):
        assert traces(big, f"something {written} something")
    sixes = np.random.default_rng(1).choice(6, (SETS, 5), p=[0.16] * 5 + [0.2])
    loaded = sixes @ np.array([1296, 216, 36, 6, 1])
    assert not looks_uniform(loaded.astype(np.int64))


def test_the_same_dice_in_two_batches_do_not_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seal, "roll", lambda sets, _: np.full((sets, 5), 6, dtype=np.uint8))
    refill.add_sets(2000, "test")
    one, other = Batch.objects.order_by("-number")[:2]
    dumped = dump()
    assert (rows_of(one, dumped)[:, 1] == rows_of(other, dumped)[:, 1]).sum() < 10
    assert bytes(one.root) != bytes(other.root)


def test_nothing_is_logged_or_printed_of_dice_to_come(
    batch: Batch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    connection.force_debug_cursor = True
    try:
        refill.add_sets(1000, "test")
        with transaction.atomic():
            pool.draw(50)
        call_command("dice_status", audit=True)
        call_command("refill_dice", sets=1000)
    finally:
        connection.force_debug_cursor = False
    printed = capsys.readouterr()
    text = caplog.text + printed.out + printed.err + str(connection.queries)
    assert "dicepool_draw(50, " in text
    for made in Batch.objects.filter(number__gte=batch.number):
        assert traces(made, text) == []


def failed_page(act: Callable[[], object]) -> str:
    """The error mail that an operator would get, its variables included."""
    try:
        act()
    except RuntimeError:
        return ExceptionReporter(None, *sys.exc_info()).get_traceback_html()
    raise AssertionError("it did not fail")


def test_an_error_report_shows_no_dice(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_and_fail() -> None:
        with transaction.atomic():
            drawn = pool.draw(RUN)
            raise RuntimeError(f"after {len(drawn)}")

    page = failed_page(draw_and_fail)
    assert "Drawn(serial=" in page
    assert traces(batch, page) == []

    rolled: list[NDArray[np.uint8]] = []

    def fail(leaves: object) -> None:
        raise RuntimeError("in the middle")

    def keep(
        sets: int, random: Callable[[int], bytes], real: Callable[..., NDArray[np.uint8]] = seal.roll
    ) -> NDArray[np.uint8]:
        rolled.append(real(sets, random))
        return rolled[0]

    monkeypatch.setattr(merkle, "groups", fail)
    monkeypatch.setattr(seal, "roll", keep)
    page = failed_page(lambda: refill.add_sets(RUN, "test"))
    assert "add_batch" in page
    for row in rolled[0]:
        assert str(row) not in page
        assert ", ".join(map(str, row.tolist())) not in page


def test_no_page_of_the_pool_holds_dice_to_come(batch: Batch, client: Client) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", "no need to know")
    client.force_login(boss)
    with transaction.atomic():
        pool.draw(1)
    addresses = [
        reverse("dicepool:index"),
        reverse("dicepool:batches_json"),
        reverse("dicepool:batch", args=[batch.number]),
        reverse("dicepool:roll", args=[batch.first]),
        reverse("dicepool:roll_json", args=[batch.first]),
        reverse("dicepool:observatory"),
        reverse("dicepool:metrics"),
        reverse("admin:dicepool_batch_changelist"),
        reverse("admin:dicepool_batch_change", args=[batch.number]),
        reverse("admin:dicepool_refill_changelist"),
    ]
    key, nonce = keys.batch_key(batch), bytes(batch.nonce)
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert traces(batch, text) == []
        assert key.hex() not in text
        assert nonce.hex() not in text
        assert repr(nonce) not in text
    for hidden in (
        reverse("dicepool:roll", args=[batch.first + 1]),
        reverse("dicepool:roll_json", args=[batch.first + 1]),
        reverse("dicepool:proofs_json") + f"?serials={batch.first},{batch.first + 1}",
        reverse("dicepool:batch_json", args=[batch.number]),
        "/admin/dicepool/diceset/",
    ):
        assert client.get(hidden).status_code == 404
