"""Names of any script wherever they leave the site: downloads, tables, mails, posts of webhooks, pictures."""

from __future__ import annotations

import csv
import email
import io
import json
import zipfile
from collections.abc import Sequence
from email import policy
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import tasks
from accounts.alphabets import skeleton
from accounts.models import User
from accounts.notices import send
from accounts.notices.post import Answer, Post
from games import record, still
from games.match import records
from games.models import Seat
from ladders.events import announcing, entries
from ladders.models import Entry
from tests.conftest import PASSWORD
from tests.games.tables import begin, play_out
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NAMES = ("Дмитрий", "李明华", "דוד-לוי", "محمد", "Łukasz", "さくら")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def called(player: User, name: str) -> User:
    """The player by another name."""
    User.objects.filter(pk=player.pk).update(username=name, looking=skeleton(name))
    return User.objects.get(pk=player.pk)


@pytest.mark.parametrize("name", NAMES)
def test_an_archive_of_one_s_data_is_called_by_the_name(client: Client, alice: User, name: str) -> None:
    client.force_login(called(alice, name))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    answer = client.post(reverse("export"))
    assert answer.status_code == 200
    head = f"Content-Disposition: {answer['Content-Disposition']}\n\n"
    told = email.message_from_string(head, policy=policy.default)
    assert told.get_filename() == f"boatzee-{name}.zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert any(name in archive.read(one).decode() for one in archive.namelist() if one.endswith(".json"))
        assert all(one.isascii() for one in archive.namelist())


def test_a_table_for_spreadsheets_says_that_it_is_of_unicode(client: Client, alice: User) -> None:
    who = [called(player, name) for player, name in zip([alice, *players(5)], NAMES, strict=True)]
    event = begun(opened("swiss"), who)
    answer = client.get(reverse("ladders:standings_csv", args=[event.pk])).content
    assert answer.startswith(b"\xef\xbb\xbf"), "or Excel takes it for something else"
    lines = list(csv.DictReader(io.StringIO(answer.decode("utf-8-sig"))))
    assert {line["name"] for line in lines} == set(NAMES)
    page = client.get(event.get_absolute_url()).content.decode()
    assert "<bdi>דוד-לוי</bdi>" in page


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_to_a_friend_has_the_name_in_its_head(client: Client, alice: User, name: str) -> None:
    client.force_login(called(alice, name))
    form = {"email": "dora@example.org", "code": "BO", "clock": "main"}
    assert client.post(reverse("games:friend"), form).status_code == 302
    for _ in range(2):
        tasks.deliver()
    raw = mail.outbox[0].message().as_bytes()
    assert raw.partition(b"\n\n")[0].isascii()
    letter = email.message_from_bytes(raw, policy=policy.default)
    body = letter.get_body(("plain",))
    assert body
    assert name in f"{letter['subject']} {body.get_content()}"


def test_a_record_is_read_back_with_its_names(alice: User, bob: User) -> None:
    match = play_out(begin("BO", called(alice, "דוד-לוי"), called(bob, "李明华")))
    text = records.text(match, list(Seat.objects.filter(match=match).order_by("index")))
    assert "דוד-לוי" in text
    assert "李明华" in text
    assert record.write(record.read(text)) == text


def test_a_picture_writes_the_names_that_it_can_and_no_empty_boxes(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [still.can_write(name) for name in NAMES] == [False, False, False, False, True, False]
    assert still.can_write("Terminée le 27 décembre")
    match = play_out(begin("BO", called(alice, "李明华"), called(bob, "Łukasz")))
    drawn: list[tuple[tuple[str, str, bool], ...]] = []

    def paint(_title: str, _under: str, lines: tuple[tuple[str, str, bool], ...], *_: Any) -> bytes:
        drawn.append(lines)
        return b"PNG"

    monkeypatch.setattr(still, "paint", paint)
    assert client.get(reverse("games:picture", args=[match.pk])).status_code == 200
    seat = Seat.objects.get(match=match, player=alice)
    assert {name for name, *_ in drawn[0]} == {f"Player {seat.index + 1}", "Łukasz"}


def test_the_widest_name_leaves_room_for_its_total() -> None:
    for name in ("W" * 20, "i" * 20):
        assert still.paint("Boatzee", "", ((name, "12,345", True),), "", ()) != b""
    assert still._width("W" * 20, int(54 * 500 / still._width("W" * 20, 54))) <= 500


def test_a_post_of_a_webhook_has_the_name_as_it_is(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    posts: list[Post] = []

    def post_all(some: Sequence[Post]) -> list[Answer]:
        posts.extend(some)
        return [Answer(204, 0.1) for _ in some]

    monkeypatch.setattr(send, "post_all", post_all)
    event = opened("swiss")
    announcing.choose(event, alice, "https://hooks.example.org/in", "plain", entries=True, results=False)
    entries.enter(event.pk, called(alice, "דוד-לוי"))
    announcing.announce_all()
    send.send_due()
    assert "דוד-לוי" in json.loads(posts[-1].body)["subject"]


def test_four_hundred_of_five_scripts_are_one_page(client: Client, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    stems = ("Дмитрий", "李明华", "דוד", "محمد", "Łukasz")
    password = make_password(None)
    who = User.objects.bulk_create(
        User(username=f"{stem}-{number}", password=password, spend_holiday=False)
        for number in range(80)
        for stem in stems
    )
    assert len({one.looking for one in who}) == 400
    event = opened("swiss", most=400)
    Entry.objects.bulk_create(Entry(event=event, player=one) for one in who)
    with django_assert_max_num_queries(40):
        page = client.get(event.get_absolute_url()).content.decode()
    assert page.count("<bdi>") >= 160
