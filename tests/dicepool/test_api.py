"""The dice by the API: the same files as on the pages, for everybody, and nothing before it may be seen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.limits import Rate
from accounts.models import User
from dicepool import archive, keeper, log, logfiles, refill, retire, seal, tree, witnesses
from dicepool.models import Batch, Segment
from dicepool.pool import Drawn
from games.models import Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from tests.api.asking import ask, refused
from tests.games.tables import begin, make

pytestmark = pytest.mark.django_db
HandOut = Callable[[int], list[Drawn]]


@pytest.fixture(autouse=True)
def _not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests ask as often as they like."""
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(100_000, 60)))


def test_a_proof_is_the_file_of_the_page(batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for drawn in hand_out(3)]
    one = ask(None).get(f"pool/rolls/{serials[0]}/proof")
    assert one.json() == archive.proofs(serials[:1])
    assert one["Cache-Control"] == "public, max-age=60"
    asked = "&".join(f"serials={serial}" for serial in serials)
    assert ask(None).get(f"pool/proofs?{asked}").json() == archive.proofs(serials)


def test_a_proof_with_its_line_in_the_log_is_whole(begun: Segment, hand_out: HandOut) -> None:
    (drawn,) = hand_out(1)
    log.seal()
    tree.keep_up()
    told = ask(None).get(f"pool/rolls/{drawn.serial}/proof").json()
    assert told == archive.proofs([drawn.serial])
    assert told["format"] == "boatzee-proofs-3"
    assert told["checkpoint"]


def test_who_knows_it_is_not_sent_it_again(batch: Batch, hand_out: HandOut) -> None:
    path = f"pool/rolls/{hand_out(1)[0].serial}/proof"
    first = ask(None).get(path)
    again = ask(None).get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == first["Cache-Control"]


@pytest.mark.usefixtures("pool")
def test_of_a_card_that_is_hidden_there_is_no_proof(alice: User, bob: User, carol: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    make(match, alice, RulesMove(Kind.ROLL))
    move = Move.objects.filter(match=match).latest("pk")
    (serial,) = move.serials
    for player in (None, alice, bob, carol):
        hidden = refused(ask(player).get(f"pool/rolls/{serial}/proof"), 404, "not-found")
        none = refused(ask(player).get("pool/rolls/999999999/proof"), 404, "not-found")
        assert hidden == none, "that there is such a set is not told either"
        refused(ask(player).get(f"pool/proofs?serials={serial}"), 404, "not-found")


@pytest.mark.parametrize("asked", ["", "serials=", "serials=a", "serials=-1", "serials=1.5"])
def test_serials_that_are_none(asked: str) -> None:
    refused(ask(None).get(f"pool/proofs?{asked}"), 422, "invalid")


def test_too_many_serials_and_too_large_ones() -> None:
    many = "&".join(f"serials={number}" for number in range(1, 102))
    refused(ask(None).get(f"pool/proofs?{many}"), 422, "invalid")
    for serial in (2**63 - 1, 2**63, 10**30):
        assert ask(None).get(f"pool/proofs?serials={serial}").status_code in {404, 422}
        assert ask(None).get(f"pool/rolls/{serial}/proof").status_code in {404, 422}


def test_batches_page_by_page_are_those_of_the_page(
    batch: Batch,
    settings: LazySettings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.DICE_BATCH = 2
    refill.add_sets(9, "test")
    found, path = [], "pool/batches?limit=2"
    while path:
        told = ask(None).get(path).json()
        found += told["items"]
        path = f"pool/batches?limit=2&cursor={told['next']}" if told["next"] else ""
    listed = archive.commitments()["batches"]
    assert [one["number"] for one in found] == [one["number"] for one in listed]
    for mine, page in zip(found, listed, strict=True):
        for name in ("first", "last", "root", "previous", "chain", "published"):
            assert mine[name] == page[name]
    for limit in (2, 100):
        with django_assert_num_queries(3):
            ask(None).get(f"pool/batches?limit={limit}")


@pytest.mark.django_db(transaction=True)
def test_a_batch_is_a_file_once_it_is_laid_open(batch: Batch, hand_out: HandOut) -> None:
    path = f"pool/batches/{batch.number}/file"
    refused(ask(None).get(path), 404, "not-found")
    hand_out(batch.size)
    retire.retire()
    answer = ask(None).get(path)
    assert answer.json() == archive.laid_open(batch.number)
    assert "immutable" in answer["Cache-Control"]


def test_the_log_is_what_the_page_has(client: Client, begun: Segment, hand_out: HandOut) -> None:
    hand_out(2)
    log.seal()
    told = ask(None).get("pool/log?limit=100").json()["items"]
    assert [one["number"] for one in told] == list(
        Segment.objects.order_by("number").values_list("pk", flat=True)
    )
    part = ask(None).get(f"pool/log/{told[-1]['number']}").json()
    assert part["text"].encode() == client.get(f"/dice/log/{part['number']}.txt").content
    assert hashlib.sha256(part["text"].encode()).hexdigest() == part["digest"]


def test_checkpoints(begun: Segment, hand_out: HandOut) -> None:
    tree.keep_up()
    hand_out(1)
    log.seal()
    tree.keep_up()
    newest = ask(None).get("pool/checkpoint").json()
    assert newest["note"] == witnesses.checkpoint()
    first = ask(None).get("pool/checkpoints?limit=1").json()
    assert first["items"][0]["root"] == newest["root"]
    rest = ask(None).get(f"pool/checkpoints?cursor={first['next']}").json()["items"]
    sizes = [one["size"] for one in (*first["items"], *rest)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(sizes) > 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (seal.KeyMissing("gone"), "no-key"),
        (keeper.Silent("away"), "no-key"),
        (logfiles.Lost("lost"), "log-lost"),
    ],
)
def test_what_cannot_be_opened_now_may_be_asked_for_later(
    monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    def broken(serials: object) -> None:
        raise error

    monkeypatch.setattr(archive, "proofs", broken)
    answer = ask(None).get("pool/rolls/1/proof")
    refused(answer, 503, code)
    assert answer["Retry-After"]
