"""What is sent is leased to one worker, bounded in number and time, and everybody has a turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts import mailing
from accounts.models import Delivery, Hook, User
from accounts.notices import hook, send
from accounts.notices.post import Answer, Post
from tests.accounts.sending import World, again, hooked, mailed, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


def test_a_lease_keeps_a_second_worker_away(alice: User) -> None:
    mailed(alice)
    tell(alice)
    assert len(send._Turns(send.MAILS).claim()) == 1
    assert send._Turns(send.MAILS).claim() == []
    Delivery.objects.update(due=timezone.now())
    assert len(send._Turns(send.MAILS).claim()) == 1, "when its holder died, somebody else takes it"


def test_what_is_sent_again_after_a_crash_is_known_by_its_number(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailed(alice)
    tell(alice)
    mailing.post("dora@example.org", "Hello", "mail/friend", {"player": alice, "game": "Boat"})
    forget = Delivery.objects.all().delete
    for _ in range(2):
        monkeypatch.setattr("django.db.models.query.QuerySet.delete", lambda *_: None)
        again()
        monkeypatch.undo()
    forget()
    numbers = [one.extra_headers["Message-ID"] for one in mail.outbox]
    assert len(numbers) == 4
    assert len(set(numbers)) == 2


def test_a_pass_is_bounded_in_number(alice: User, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "MOST", 3)
    hooked(alice)
    tell(alice, *"abcdefgh")
    send.send_due()
    assert len(world.posts) == 3


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds by which a pass goes: they pass where a test says so."""
    now = [0.0]
    monkeypatch.setattr(send, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_pass_is_bounded_in_time(alice: User, world: World, clock: list[float]) -> None:
    def slow(_post: Post) -> Answer:
        clock[0] += 0.75 * send.SECONDS
        return Answer(200, 0.15)

    world.act = slow
    hooked(alice)
    tell(alice, *"abcdefgh")
    send.send_due()
    assert 0 < len(world.posts) < 4


def test_a_pass_of_mails_is_bounded_in_time_and_what_is_left_loses_no_try(
    alice: User, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(EmailBackend):
        def send_messages(self, messages: Any) -> int:
            clock[0] += 0.6 * send.SECONDS
            return super().send_messages(messages)

    monkeypatch.setattr("accounts.notices.postman.get_connection", Slow)
    for number in range(6):
        mailing.put(f"p{number}@example.org", "Hello", "Hello")
    send.send_due()
    assert 0 < len(mail.outbox) < 6
    assert set(Delivery.objects.values_list("tries", flat=True)) == {0}
    assert not Delivery.objects.filter(due__gt=timezone.now()).exists()


@pytest.mark.parametrize("way", ["hook", "mail"])
def test_everybody_is_served_in_turn(
    alice: User, bob: User, carol: User, world: World, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Who has thousands before all others goes first once, and then when the others have had their turn."""
    monkeypatch.setattr(send, "MOST", 6)
    monkeypatch.setattr(send, "BATCH", 2)
    if way == "mail":
        mailed(alice, bob, carol)
    else:
        hooked(alice, "https://alice.example.org/")
        hooked(bob, "https://bob.example.org/")
        hooked(carol, "https://carol.example.org/")
    tell(alice, *(str(number) for number in range(50)))
    tell(bob, "one", "two")
    tell(carol, "one")
    send.send_due()
    if way == "mail":
        served = [one.to[0].partition("@")[0] for one in mail.outbox]
    else:
        served = [one.url.removeprefix("https://").partition(".")[0] for one in world.posts]
    assert len(served) == 6
    assert set(served[:3]) == {"alice", "bob", "carol"}
    assert served.count("bob") == 2


def test_a_webhook_that_fails_or_is_slow_is_left_alone_with_all_that_waits(
    alice: User, bob: User, world: World
) -> None:
    made = hooked(alice)
    hooked(bob, "https://b.example.org/in")
    tell(alice, "one", "two", "three")
    tell(bob, "one", "two")
    world.act = lambda one: Answer(500 if "a." in one.url else 200, 0.1)
    send.send_due()
    assert [one.url for one in world.posts].count("https://a.example.org/in") == 1
    assert [one.url for one in world.posts].count("https://b.example.org/in") == 2
    world.act = lambda _post: Answer(200, hook.SLOW + 1)
    Hook.objects.update(rest_until=None)
    Delivery.objects.update(due=timezone.now())
    send.send_due()
    made.refresh_from_db()
    assert len(world.posts) == 4, "one more, and then it rests"
    assert made.fails == 0
    assert made.resting
