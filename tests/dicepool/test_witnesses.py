"""Signatures of witnesses, and the pages of the public log."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from dicepool import notes, refill, tree, witnesses
from dicepool.models import Batch, Cosignature, Head
from tests.dicepool.test_notes import WITNESS, cosignature, witness_key

pytestmark = pytest.mark.django_db

SECOND = Ed25519PrivateKey.from_private_bytes(b"v" * 32)
Post = Callable[[str], int]


@pytest.fixture(autouse=True)
def _watched(settings: LazySettings) -> None:
    settings.DICE_WITNESSES = [str(witness_key()), str(witness_key("w.example/2", SECOND))]


@pytest.fixture
def head(db: None) -> Head:
    """The head over one batch, signed."""
    refill.add_sets(5, "test")
    found = tree.sign_head()
    assert found
    return found


@pytest.fixture
def post() -> Post:
    def act(note: str) -> int:
        client = Client(enforce_csrf_checks=True)
        return client.post(reverse("dicepool:cosign"), note, content_type="text/plain").status_code

    return act


def text_of(head: Head) -> str:
    return head.note.partition("\n\n")[0] + "\n"


def now() -> int:
    return int(time.time())


def test_a_signature_is_taken_and_stands_below_the_sites_own(client: Client, head: Head, post: Post) -> None:
    lines = [
        cosignature(text_of(head), now()),
        cosignature(text_of(head), now(), SECOND, "w.example/2"),
    ]
    for line in lines:
        assert post(head.note + line) == 200
    assert post(head.note + lines[0]) == 200
    found = client.get(reverse("dicepool:checkpoint")).content.decode()
    assert found == head.note + "".join(lines)
    keys = [notes.public_key(), str(witness_key())]
    assert len(notes.parse(found).signed(map(notes.parse_key, keys))) == 2


def test_a_signature_that_is_sent_twice_or_again_takes_nothing_back(head: Head, post: Post) -> None:
    text, at = text_of(head), now()
    older, newer = cosignature(text, at - 60), cosignature(text, at)
    assert post(head.note + newer + older + newer) == 200
    assert post(head.note + older) == 200
    [kept] = Cosignature.objects.all()
    assert (kept.line, int(kept.at.timestamp())) == (newer, at)


def test_a_note_need_not_carry_the_sites_own_signature(head: Head, post: Post) -> None:
    text = text_of(head)
    assert post(f"{text}\n{cosignature(text, now())}") == 200


@pytest.mark.parametrize(("ahead", "status"), [(200, 200), (400, 400)])
def test_the_clock_of_a_witness_may_be_some_minutes_ahead(
    head: Head, post: Post, ahead: int, status: int
) -> None:
    text = text_of(head)
    assert post(f"{text}\n{cosignature(text, now() + ahead)}") == status


@pytest.mark.parametrize(
    ("spoil", "status"),
    [
        (lambda text, line: f"{text}\n", 400),
        (lambda text, line: f"{text}{line}", 400),
        (lambda text, line: f"{text}\n{line}x", 400),
        (lambda text, line: f"{text}\n{line}— other.example {'AAAA' * 20_000}\n", 400),
        (lambda text, line: f"Hello.\n\n{cosignature(f'Hello.{chr(10)}', now())}", 400),
        (lambda text, line: f"{text}\n{cosignature(text, now() + 3600)}", 400),
        (lambda text, line: f"{text}\n{cosignature(text, 2**64 - 1)}", 403),
        (lambda text, line: f"{text}more\n\n{line}", 403),
        (lambda text, line: f"{text}\n{cosignature(text, now(), SECOND)}", 403),
        (lambda text, line: f"{text}\n{cosignature(text, now(), WITNESS, 'w.example/2')}", 403),
        (lambda text, line: text.replace("\n1\n", "\n2\n") + "\n" + line, 403),
    ],
)
def test_what_does_not_hold_is_refused_and_nothing_kept(
    head: Head, post: Post, spoil: Callable[[str, str], str], status: int
) -> None:
    text = text_of(head)
    assert post(spoil(text, cosignature(text, now()))) == status
    assert not Cosignature.objects.exists()


def test_one_signature_that_does_not_fit_spoils_the_note(head: Head, post: Post) -> None:
    text = text_of(head)
    wrong = cosignature(text + "x\n", now(), SECOND, "w.example/2")
    assert post(head.note + cosignature(text, now()) + wrong) == 403
    assert not Cosignature.objects.exists()


def test_bytes_that_are_no_text_are_refused(client: Client) -> None:
    address = reverse("dicepool:cosign")
    assert client.post(address, b"\xff\xfe", content_type="text/plain").status_code == 400


@pytest.mark.parametrize("part", ["origin", "size", "root", "extension"])
def test_a_signature_of_another_head_is_refused(head: Head, post: Post, part: str) -> None:
    lines = text_of(head).splitlines()
    other = {
        "origin": ["other.example", *lines[1:]],
        "size": [lines[0], str(head.size + 1), lines[2]],
        "root": [*lines[:2], "A" * 43 + "="],
        "extension": [*lines, "more"],
    }[part]
    text = "\n".join(other) + "\n"
    assert post(f"{text}\n{cosignature(text, now())}") == 409
    assert not Cosignature.objects.exists()


def test_another_head_with_the_sites_own_signature_is_told_to_the_operators(
    head: Head, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    text = text_of(head)
    forged = text.rsplit("\n", 2)[0] + "\n" + "A" * 43 + "=\n"
    with caplog.at_level(logging.ERROR):
        assert post(f"{forged}\n{cosignature(forged, now())}") == 409
        assert not caplog.records
        assert post(notes.sign(forged) + cosignature(forged, now())) == 409
    assert "has the signature of this site" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_one_of_long_ago_is_refused_without_an_alarm(
    head: Head, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    refill.add_sets(5, "test")
    tree.sign_head()
    Head.objects.filter(pk=head.pk).delete()
    assert post(head.note + cosignature(text_of(head), now())) == 409
    assert "has the signature of this site" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_old_heads_are_forgotten_unless_they_are_the_newest_of_somebody(head: Head) -> None:
    signed = [head]
    for _ in range(3):
        refill.add_sets(5, "test")
        found = tree.sign_head()
        assert found
        signed.append(found)
    witnesses.take(signed[1].note + cosignature(text_of(signed[1]), now()))
    assert witnesses.forget_old_heads() == 0
    Head.objects.update(signed_at=timezone.now() - witnesses.KEPT - timedelta(days=1))
    assert witnesses.forget_old_heads() == 2
    assert {one.pk for one in Head.objects.all()} == {signed[1].pk, signed[3].pk}


class TestPages:
    def get(self, client: Client, name: str, **given: int) -> dict[str, object]:
        answer = client.get(reverse(f"dicepool:{name}"), given)
        assert answer.status_code == 200, answer.content
        assert "public" in answer["Cache-Control"]
        found: dict[str, object] = json.loads(answer.content)
        return found

    @pytest.mark.django_db(transaction=True)
    def test_entries_and_proofs_reach_as_far_as_was_signed(self, client: Client, head: Head) -> None:
        refill.add_sets(5, "test")
        found = self.get(client, "entries_json")
        assert (
            found["entries"] == [tree.entry_of(one) for one in Batch.objects.order_by("number")][: head.size]
        )
        assert found["origin"] == tree.origin(1)
        beyond = head.size + 1
        for name, given in (
            ("inclusion_json", {"index": head.size}),
            ("inclusion_json", {"index": 0, "size": beyond}),
            ("consistency_json", {"old": 1, "new": beyond}),
            ("entries_json", {"tree": 9}),
            ("entries_json", {"tree": 10**17}),
        ):
            assert client.get(reverse(f"dicepool:{name}"), given).status_code == 404
        tree.sign_head()
        assert len(self.get(client, "entries_json")["entries"]) == beyond  # type: ignore[arg-type]
        assert self.get(client, "entries_json", first=1, count=0)["entries"] == []
        proof = self.get(client, "consistency_json", old=1, new=beyond)
        assert proof["path"] == [step.hex() for step in tree.consistency(1, beyond)]
        within = self.get(client, "inclusion_json", index=0, size=beyond)
        assert within["path"] == [step.hex() for step in tree.inclusion(0, beyond)]
        assert within["entry"] == found["entries"][0]

    @pytest.mark.parametrize("value", ["", "-1", "x", "٣", "9" * 25, "1.5"])
    @pytest.mark.parametrize(
        ("name", "field"),
        [
            ("entries_json", "first"),
            ("entries_json", "count"),
            ("inclusion_json", "index"),
            ("inclusion_json", "size"),
            ("consistency_json", "old"),
            ("consistency_json", "tree"),
            ("checkpoint", "tree"),
        ],
    )
    def test_what_is_no_number_is_refused(
        self, client: Client, head: Head, name: str, field: str, value: str
    ) -> None:
        given = {"index": "0", "old": "1", field: value}
        assert client.get(reverse(f"dicepool:{name}"), given).status_code == 400

    @pytest.mark.django_db(transaction=True)
    def test_the_page_tells_who_watches_and_how_far_each_has_come(self, client: Client, head: Head) -> None:
        witnesses.take(head.note + cosignature(text_of(head), now()))
        refill.add_sets(5, "test")
        tree.sign_head()
        page = client.get(reverse("dicepool:witnesses")).content.decode()
        assert "w.example/1" in page
        assert "1 more" in page
        assert "not heard from yet" in page
        told = self.get(client, "witnesses_json")
        first, second = told["witnesses"]  # type: ignore[misc]
        assert notes.verify(first["checkpoint"], [first["key"]]) == text_of(head)  # type: ignore[has-type]
        assert "checkpoint" not in second  # type: ignore[has-type]

    def test_the_pages_stand_before_anything_was_signed(self, client: Client) -> None:
        Head.objects.all().delete()
        assert client.get(reverse("dicepool:checkpoint")).status_code == 404
        assert client.get(reverse("dicepool:entries_json")).status_code == 404
        assert "Nothing has been signed" in client.get(reverse("dicepool:witnesses")).content.decode()
        assert self.get(client, "witnesses_json")["size"] == 0
        key = client.get(reverse("dicepool:key")).content.decode()
        assert key == notes.public_key() + "\n"

    @pytest.mark.parametrize(
        ("name", "most"),
        [
            ("checkpoint", 3),
            ("entries_json", 3),
            ("inclusion_json?index=0", 4),
            ("consistency_json?old=1", 3),
            ("witnesses", 4),
            ("witnesses_json", 4),
        ],
    )
    def test_they_take_few_queries(self, client: Client, head: Head, name: str, most: int) -> None:
        view, _, query = name.partition("?")
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse(f"dicepool:{view}") + f"?{query}").status_code == 200
        counted = [one for one in asked if "accounts_spent" not in one["sql"]]
        assert len(counted) <= most
