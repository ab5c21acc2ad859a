"""One delivery, whatever is wrong with it, holds up no other; it is tried again, given up, and shown."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import notices, tasks
from accounts.models import Delivery, Hook, Notice, Preferences, PushSubscription, User
from accounts.notices import hook, send, spread
from accounts.notices.post import Answer, Post
from tests.accounts.sending import World, again, browser, hooked, mailed, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


# Whatever goes wrong


def test_what_was_found_is_stopped_nowhere(alice: User, bob: User, world: World) -> None:
    """A subject with a line break, a port that is none, keys that are broken; bob's behind each of them."""
    mailed(alice, bob)
    browser(alice, p256dh="B", auth="A")
    browser(bob)
    hooked(alice, "https://a.example.org:99999/")
    hooked(bob)
    tell(alice)
    Notice.objects.update(subject="One\r\nBcc: everybody@example.org")
    tell(bob)
    send.send_due()
    assert [(one.to, one.subject) for one in mail.outbox] == [
        ([alice.email], "Boatzee: One Bcc: everybody@example.org"),
        ([bob.email], "Boatzee: Something: one"),
    ]
    assert {"fcm.googleapis.com", "a.example.org"} == {one.url.split("/")[2] for one in world.posts[-2:]}
    dropped = PushSubscription.objects.get(player=alice)
    assert dropped.why == "The browser’s keys cannot be used."
    assert dropped.dropped_at


@pytest.mark.parametrize("error", [ValueError("x"), IndexError("\x00"), MemoryError(), RecursionError()])
def test_any_exception_is_one_deliverys_own(
    alice: User, bob: User, world: World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    hooked(alice)
    hooked(bob, "https://b.example.org/in")
    tell(alice)
    tell(bob)
    written = hook.written

    def broken(found: Hook, what: Any) -> Post:
        if found.owner_id == alice.pk:
            raise error
        return written(found, what)

    monkeypatch.setattr(hook, "written", broken)
    send.send_due()
    assert [one.url for one in world.posts] == ["https://b.example.org/in"]
    left = Delivery.objects.get()
    assert left.tries == 1
    assert left.due > timezone.now() + timedelta(seconds=30)
    assert type(error).__name__ in left.detail
    assert "nobody had thought of" in left.why, "what happened inside is for the staff"
    alices = Hook.objects.get(owner=alice)
    assert alices.fails == 0, "it was not the webhook's fault"


def test_pauses_grow_and_it_is_given_up_after_so_many_tries(alice: User, world: World) -> None:
    hooked(alice)
    tell(alice)
    world.act = lambda _post: Answer(500, 0.1)
    pauses = []
    for _ in range(send.MOST_TRIES[Delivery.Way.HOOK] - 1):
        again()
        pauses.append(round((Delivery.objects.get().due - timezone.now()) / timedelta(minutes=1)))
    assert pauses == [1, 5, 15, 60, 180]
    again()
    lost = Delivery.objects.get()
    assert lost.given_up_at
    assert (lost.tries, lost.why) == (6, "The answer was 500.")
    again()
    assert len(world.posts) == 6, "it is not tried any more"


def test_what_kills_its_process_is_given_up_too(alice: User, world: World) -> None:
    hooked(alice)
    tell(alice)
    for _ in range(send.MOST_TRIES[Delivery.Way.HOOK]):
        posts = send._Turns(send.POSTS)
        assert posts.claim(), "the process dies here"
        Delivery.objects.update(due=timezone.now())
    send.send_due()
    assert world.posts == []
    assert Delivery.objects.get().given_up_at


def test_news_of_long_ago_is_not_sent_any_more(alice: User, world: World) -> None:
    hooked(alice)
    tell(alice)
    Notice.objects.update(created_at=timezone.now() - send.PATIENCE - timedelta(days=1))
    world.act = lambda _post: Answer(500, 0.1)
    send.send_due()
    assert Delivery.objects.get().given_up_at


def test_a_failure_that_cannot_be_noted_stops_nothing(
    alice: User, bob: User, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked(alice)
    hooked(bob, "https://b.example.org/in")
    tell(alice)
    tell(bob)
    world.act = lambda one: Answer(500 if "a." in one.url else 200, 0.1)
    monkeypatch.setattr(hook, "failed", lambda *_: 1 / 0)
    send.send_due()
    left = Delivery.objects.get()
    assert left.lane == f"hook-{Hook.objects.get(owner=alice).pk}"
    assert left.due > timezone.now(), "the lease holds it back"


def test_one_bad_notice_does_not_spoil_a_days_mail(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mailed(alice)
    Preferences.objects.create(player=alice, mail={"message": "digest"})
    tell(alice, "one", "bad", "two")
    Delivery.objects.update(due=timezone.now())
    from accounts.notices import mail as mails

    written = mails.written

    def broken(player: User, address: str, found: list[Notice], **rest: Any) -> Any:
        if any(notice.key == "bad" for notice in found):
            raise ZeroDivisionError
        return written(player, address, found, **rest)

    monkeypatch.setattr(mails, "written", broken)
    assert send.send_due() == 2
    (letter,) = mail.outbox
    assert "Something: two" in str(letter.body)
    assert "Something: bad" not in str(letter.body)
    assert Delivery.objects.get().notice.key == "bad"  # type: ignore[union-attr]


def test_one_bad_notice_does_not_stop_the_spreading(alice: User, bob: User) -> None:
    mailed(alice, bob)
    notices.tell([alice], "message", "one", "One", "/")
    Notice.objects.update(kind="unheard of")
    notices.tell([bob], "message", "one", "One", "/")
    assert spread.spread() == 2
    assert spread.spread() == 0, "it does not come back"
    send.send_due()
    assert [one.to for one in mail.outbox] == [[bob.email]]
    lost = Delivery.objects.get()
    assert (lost.way, lost.lane) == ("none", f"player-{alice.pk}")
    assert "KeyError" in lost.detail


def test_one_bad_notice_among_many_that_were_spread_before_does_not_hold_up_the_new(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "AT_ONCE", 2)
    mailed(alice, bob)
    for key in ("old", "older", "oldest"):
        notices.tell([bob], "message", key, "Long ago", "/")
    Notice.objects.update(spread=True)
    notices.tell([alice], "message", "one", "One", "/")
    Notice.objects.filter(player=alice).update(kind="unheard of")
    notices.tell([bob], "message", "one", "One", "/")
    spread.spread()
    assert not Notice.objects.filter(spread=False).exists()
    send.send_due()
    assert [one.to for one in mail.outbox] == [[bob.email]]


def test_one_step_that_fails_does_not_stop_the_next(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise ZeroDivisionError

    mailed(alice)
    tell(alice)
    monkeypatch.setattr(tasks, "STEPS", (broken, *tasks.STEPS))
    with caplog.at_level(logging.ERROR):
        tasks.deliver()
    assert len(mail.outbox) == 1
    assert "broken failed" in caplog.text


def test_all_that_is_new_is_spread_in_one_pass_however_little_is_taken_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spread, "AT_ONCE", 2)
    mailed(alice, bob)
    for player, key in ((alice, "one"), (bob, "one"), (alice, "two")):
        notices.tell([player], "message", key, "Hello", "/")
    assert spread.spread() == 3
    assert Delivery.objects.count() == 3


def test_notices_are_spread_together(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mailed(alice, bob)
    for player in (alice, bob):
        for key in "abc":
            notices.tell([player], "message", key, "Hello", "/")
    with django_assert_num_queries(7):  # two of them are the savepoint
        spread.spread()
    assert Delivery.objects.count() == 6


# What is shown to the staff


def test_staff_see_what_was_given_up_and_why_and_can_try_again(
    client: Client, alice: User, bob: User, world: World
) -> None:
    hooked(alice, "https://a.example.org/very-secret")
    mailed(alice)
    tell(alice)
    now = timezone.now()
    Delivery.objects.update(given_up_at=now, why="It is so.", detail="ValueError: in truth")
    lost = Delivery.objects.get(way="hook")
    client.force_login(User.objects.create_superuser("judge", "judge@example.org"))
    shown = client.get(reverse("admin:accounts_delivery_changelist")).content.decode()
    assert "ValueError: in truth" in shown
    assert "alice" in shown
    hooks = client.get(reverse("admin:accounts_hook_changelist")).content.decode()
    assert "a.example.org" in hooks
    page = client.get(reverse("admin:accounts_hook_change", args=[lost.hook_id])).content.decode()
    assert "a.example.org" in page
    assert "very-secret" not in hooks + page + shown
    assert "Something: one" not in shown
    form = {"action": "try_again", "_selected_action": [lost.pk]}
    assert client.post(reverse("admin:accounts_delivery_changelist"), form).status_code == 302
    assert send.send_due() == 1
    client.force_login(bob)
    assert client.get(reverse("admin:accounts_delivery_changelist")).status_code == 302


@pytest.mark.parametrize("before", [True, False], ids=["before it was spread", "while it waited"])
def test_who_is_suspended_is_sent_what_the_staff_decides_and_by_mail(
    alice: User, bob: User, world: World, *, before: bool
) -> None:
    """Neither what was told since, nor what was waiting to be sent when it was decided."""
    mailed(alice, bob)
    for player in (alice, bob):
        hooked(player, f"https://{player.username}.example.org/in")
        browser(player)
    for kind in ("invitation", "staff"):
        notices.tell([alice, bob], kind, f"{kind}-1", f"Of {kind}", "/there/")
    suspended = User.objects.filter(pk=alice.pk)
    if before:
        suspended.update(suspended_until=timezone.now() + timedelta(days=1))
    spread.spread()
    suspended.update(suspended_until=timezone.now() + timedelta(days=1))
    send.send_due()
    assert [one.subject.removeprefix("Boatzee: ") for one in mail.outbox if one.to == [alice.email]] == [
        "Of staff"
    ]
    assert not [one for one in world.posts if "alice" in one.url]
    assert not Delivery.objects.filter(notice__player=alice).exists()
    assert len([one for one in mail.outbox if one.to == [bob.email]]) == 2
    assert len([one for one in world.posts if "bob" in one.url]) == 4
