"""The public pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date

import numpy as np
import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from dicepool import archive, fates, log, pool, refill, retire, statistics
from dicepool.models import Batch, Day

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]

ADDRESSES = ["index", "batches_json", "observatory", "log"]


def count_day(day: date, sets: int) -> None:
    counts = statistics.tally(np.random.default_rng(1).integers(1, 7, (sets, 5), dtype=np.uint8)).dump()
    Day.objects.create(date=day, counts=counts, total=counts)


@pytest.mark.parametrize("name", ADDRESSES)
def test_pages_stand_before_the_first_dice(client: Client, name: str) -> None:
    Batch.objects.all().delete()
    assert client.get(reverse(f"dicepool:{name}")).status_code == 200


@pytest.mark.parametrize("name", [*ADDRESSES, "proofs_json", "metrics"])
def test_pages_are_only_read(client: Client, name: str) -> None:
    assert client.post(reverse(f"dicepool:{name}")).status_code == 405


def test_a_roll_shows_its_dice_and_its_proof(client: Client, batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    page = client.get(reverse("dicepool:roll", args=[drawn.serial]))
    text = page.content.decode()
    for face in drawn.dice:
        assert f'<span class="visually-hidden">{face}</span>' in text
    assert bytes(batch.root).hex() in text
    assert "style=" not in text.split("<main", 1)[1]
    assert page.context["text"] == json.dumps(archive.proofs([drawn.serial]), indent=2)


def test_a_roll_takes_few_queries(client: Client, batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    log.seal()
    with CaptureQueriesContext(connection) as asked:
        page = client.get(reverse("dicepool:roll", args=[drawn.serial])).content.decode()
    assert f"{drawn.serial} taken" in page
    assert len(asked) <= 16


def test_proofs_come_as_files(client: Client, batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for drawn in hand_out(3)]
    one = client.get(reverse("dicepool:roll_json", args=[serials[0]]))
    assert one["Content-Disposition"] == f'attachment; filename="boatzee-roll-{serials[0]}.json"'
    assert one.json() == archive.proofs(serials[:1])
    assert "immutable" not in one["Cache-Control"], "its line in the log is still to come"
    many = client.get(reverse("dicepool:proofs_json"), {"serials": ",".join(map(str, serials))})
    assert many.json() == archive.proofs(serials)


@pytest.mark.parametrize("asked", ["", "a", "1,,2", "-1", "1;2", "٣", "9" * 20])
def test_serials_that_are_none_are_refused(client: Client, asked: str) -> None:
    assert client.get(reverse("dicepool:proofs_json"), {"serials": asked}).status_code == 400


def test_too_many_serials_are_refused(client: Client) -> None:
    asked = ",".join(map(str, range(1, archive.MOST + 2)))
    assert client.get(reverse("dicepool:proofs_json"), {"serials": asked}).status_code == 400


@pytest.mark.parametrize("serial", [0, 10**12, 2**63 - 1, 2**63, 10**30])
def test_a_serial_that_is_none_is_not_found(client: Client, batch: Batch, serial: int) -> None:
    assert client.get(reverse("dicepool:roll", args=[serial])).status_code == 404
    assert client.get(reverse("dicepool:index"), {"serial": serial}, follow=True).status_code == 404


def test_a_serial_typed_in_leads_to_its_roll(client: Client, batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    found = client.get(reverse("dicepool:index"), {"serial": f" #{drawn.serial} "})
    assert found["Location"] == reverse("dicepool:roll", args=[drawn.serial])
    assert client.get(reverse("dicepool:index"), {"serial": "x"}).status_code == 200


def test_a_batch_is_listed_and_shown_the_moment_it_is_made(client: Client, batch: Batch) -> None:
    listed = client.get(reverse("dicepool:batches_json")).json()["batches"][-1]
    assert listed["root"] == bytes(batch.root).hex()
    assert bytes(batch.chain).hex() in client.get(reverse("dicepool:index")).content.decode()
    page = client.get(reverse("dicepool:batch", args=[batch.number])).content.decode()
    assert listed["root"] in page
    assert "still sealed" in page
    assert client.get(reverse("dicepool:batch", args=[batch.number + 1])).status_code == 404


def test_more_batches_take_no_more_queries(client: Client, batch: Batch, settings: LazySettings) -> None:
    client.get(reverse("dicepool:index"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("dicepool:index"))
    settings.DICE_BATCH = 2
    refill.add_sets(130, "test")
    with CaptureQueriesContext(connection) as many:
        page = client.get(reverse("dicepool:index"))
    assert len(many) == len(few) <= 4
    assert 'rel="next"' in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_used_up_batch_can_be_downloaded(client: Client, batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size)
    address = reverse("dicepool:batch_json", args=[batch.number])
    assert client.get(address).status_code == 404
    retire.retire()
    assert client.get(address).json() == archive.laid_open(batch.number)
    assert address in client.get(reverse("dicepool:batch", args=[batch.number])).content.decode()
    assert "used up and laid open" in client.get(reverse("dicepool:index")).content.decode()


def test_the_observatory_shows_all_time_and_each_day(client: Client, batch: Batch) -> None:
    count_day(date(2026, 5, 18), 2000)
    count_day(date(2026, 5, 19), 3000)
    whole = client.get(reverse("dicepool:observatory"))
    one = client.get(reverse("dicepool:day", args=[date(2026, 5, 18)]))
    assert (whole.context["tally"].rolls, one.context["tally"].rolls) == (3000, 2000)
    for page in (whole, one):
        text = page.content.decode()
        assert text.count('class="chart__axis"') == 6
        assert text.count("degrees of freedom") == 6
        assert "style=" not in text.split("<main", 1)[1]
    assert client.get("/dice/observatory/2026-05-20/").status_code == 404
    assert client.get("/dice/observatory/2026-13-40/").status_code == 404


def test_more_days_take_no_more_queries(client: Client, batch: Batch) -> None:
    count_day(date(2026, 4, 1), 100)
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("dicepool:observatory"))
    for day in range(2, 30):
        count_day(date(2026, 4, day), 100)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("dicepool:observatory"))
    assert len(many) == len(few) <= 8


class TestTheLog:
    def test_it_shows_what_was_lost_and_every_segment(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        log.seal()
        hand_out(3)
        with transaction.atomic():
            pool.draw(1)
            transaction.set_rollback(True)
        [kept] = pool.reserve([pool.Wanted(bytes(32))], b"")
        fates.throw_away([kept.serial])
        log.seal()
        segment = log.newest()
        assert segment
        page = client.get(reverse("dicepool:log"))
        told = {row.reason: (row.total, row.lately, row.thousandth) for row in page.context["rows"]}
        assert told["rolled-back"] == (1, 1, 200.0)
        assert told["thrown-away"] == (1, 1, 200.0)
        assert told["restart"][2] is None
        text = page.content.decode()
        assert "4 sets have been taken for players" in text
        assert f'<a href="{reverse("dicepool:segment", args=[segment.number])}">' in text
        assert "style=" not in text.split("<main", 1)[1]

    def test_more_segments_take_no_more_queries(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        hand_out(1)
        log.seal()
        with CaptureQueriesContext(connection) as few:
            client.get(reverse("dicepool:log"))
        for _ in range(60):
            hand_out(1)
            log.seal()
        with CaptureQueriesContext(connection) as many:
            page = client.get(reverse("dicepool:log"))
        assert len(many) == len(few) <= 8
        assert 'rel="next"' in page.content.decode()

    def test_a_segment_is_a_file_that_is_asked_for_anew_for_its_number_can_come_again(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        hand_out(2)
        log.seal()
        segment = log.newest()
        assert segment
        answer = client.get(reverse("dicepool:segment", args=[segment.number]))
        assert answer.content == log.text(segment)
        assert answer["Content-Type"] == "text/plain; charset=us-ascii"
        assert "immutable" not in answer["Cache-Control"]
        assert "max-age=60" in answer["Cache-Control"]
        again = client.get(answer.request["PATH_INFO"], headers={"if-none-match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get(reverse("dicepool:segment", args=[segment.number + 1])).status_code == 404
        assert client.get("/dice/log/99999999999999.txt").status_code == 404

    def test_what_is_not_sealed_is_not_told(self, client: Client, batch: Batch, hand_out: HandOut) -> None:
        log.seal()
        before = client.get(reverse("dicepool:log")).content
        hand_out(1)
        assert client.get(reverse("dicepool:log")).content == before


class TestMetrics:
    def test_strangers_and_players_are_refused(self, client: Client, alice: User) -> None:
        assert client.get(reverse("dicepool:metrics")).status_code == 403
        client.force_login(alice)
        assert client.get(reverse("dicepool:metrics")).status_code == 403

    def test_without_a_token_set_no_token_is_right(self, client: Client) -> None:
        for given in ("Bearer ", "Bearer", ""):
            assert (
                client.get(reverse("dicepool:metrics"), headers={"Authorization": given}).status_code == 403
            )

    def test_the_token_opens_them(
        self, client: Client, settings: LazySettings, batch: Batch, hand_out: HandOut
    ) -> None:
        settings.METRICS_TOKEN = "s3cret"
        hand_out(10)
        address = reverse("dicepool:metrics")
        assert client.get(address, headers={"Authorization": "Bearer other"}).status_code == 403
        answer = client.get(address, headers={"Authorization": "Bearer s3cret"})
        lines = dict(
            line.rsplit(" ", 1) for line in answer.content.decode().splitlines() if not line.startswith("#")
        )
        assert float(lines["boatzee_dice_level_sets"]) == batch.size - 10
        assert float(lines["boatzee_dice_drawn_sets_total"]) == 10
        assert float(lines['boatzee_dice_refills_total{outcome="done"}']) == 1
        assert float(lines['boatzee_dice_refills_total{outcome="failed"}']) == 0
