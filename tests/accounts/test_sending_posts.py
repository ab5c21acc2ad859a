"""What is posted to webhooks and browsers, and what becomes of those that fail."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import notices
from accounts.models import Delivery, Hook, Notice, PushSubscription, User
from accounts.models.delivery import lane_of_hook, lane_of_player
from accounts.notices import hook, send, spread
from accounts.notices.post import Answer
from accounts.notices.ways import Unreachable
from tests.accounts.sending import World, again, browser, hooked, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


# Webhooks that fail


def test_a_webhook_that_fails_too_often_is_switched_off_and_its_owner_told(alice: User, world: World) -> None:
    made = hooked(alice)
    tell(alice, *(str(number) for number in range(12)))
    world.act = lambda _post: Unreachable("The answer was 502.")
    for count in range(1, hook.OFF_AFTER):
        again()
        made.refresh_from_db()
        assert (made.fails, made.off_at) == (count, None)
    again()
    made.refresh_from_db()
    assert made.off_at
    assert not Delivery.objects.filter(given_up_at=None).exists(), "what waits is given up"
    notice = Notice.objects.get(kind="ways")
    assert notice.player == alice
    assert "failed 10 times" in notice.text
    assert "The answer was 502." in notice.text
    assert notices.unread(alice).filter(pk=notice.pk).exists()
    posts = len(world.posts)
    tell(alice, "later")
    assert not Delivery.objects.filter(given_up_at=None, way="hook").exists()
    again()
    assert len(world.posts) == posts


def test_nothing_is_posted_to_a_webhook_that_was_switched_off_meanwhile(alice: User, world: World) -> None:
    made = Hook.objects.create(owner=alice, url="https://hooks.example.org/", page="/")
    waits = Delivery.objects.create(
        way=Delivery.Way.HOOK, lane="hook", hook=made, content={"subject": "x"}, due=timezone.now()
    )
    Hook.objects.filter(pk=made.pk).update(off_at=timezone.now())
    send.send_due()
    assert not world.posts
    waits.refresh_from_db()
    assert waits.given_up_at is not None


def test_what_was_given_up_before_a_webhook_goes_off_is_told_as_it_was(alice: User, world: World) -> None:
    made = hooked(alice)
    before = timezone.now() - timedelta(days=2)
    lost = Delivery.objects.create(
        way=Delivery.Way.HOOK,
        lane=lane_of_hook(made.pk),
        hook=made,
        due=before,
        given_up_at=before,
        why="The answer was 500.",
        detail="answered 500",
    )
    tell(alice, "one", "two")
    world.act = lambda _post: Answer(410, 0.1)
    send.send_due()
    made.refresh_from_db()
    assert made.off_at
    assert not Delivery.objects.filter(given_up_at=None).exists()
    lost.refresh_from_db()
    assert (lost.given_up_at, lost.why, lost.detail) == (before, "The answer was 500.", "answered 500")


def test_for_a_webhook_that_is_off_nothing_is_kept_waiting(alice: User, world: World) -> None:
    Hook.objects.filter(pk=hooked(alice).pk).update(off_at=timezone.now())
    tell(alice)
    assert not Delivery.objects.exists()


def test_who_answers_slowly_waits_too(alice: User, world: World) -> None:
    made = hooked(alice)
    world.act = lambda _post: Answer(200, hook.SLOW + 1)
    tell(alice, "one")
    send.send_due()
    made.refresh_from_db()
    assert made.rest_until is not None
    assert made.rest_until > timezone.now()
    world.act = lambda _post: Answer(200, hook.SLOW - 1)
    tell(alice, "two")
    again()
    made.refresh_from_db()
    assert made.rest_until is None


def test_one_answer_in_between_begins_the_count_anew(alice: User, world: World) -> None:
    made = hooked(alice)
    for number in range(4 * hook.OFF_AFTER):
        good = number % 5 == 4
        world.act = lambda _post, good=good: Answer(200 if good else 500, 0.1)  # type: ignore[misc]
        tell(alice, str(number))
        again()
        made.refresh_from_db()
        assert made.off_at is None
        assert made.fails == (0 if good else number % 5 + 1)


@pytest.mark.parametrize(
    ("shape", "status", "off"),
    [("plain", 410, True), ("plain", 404, False), ("discord", 404, True), ("slack", 404, True)],
)
def test_a_webhook_that_is_no_more_is_off_at_once(
    alice: User, world: World, shape: str, status: int, *, off: bool
) -> None:
    made = hooked(alice, shape=shape)
    tell(alice)
    world.act = lambda _post: Answer(status, 0.1)
    send.send_due()
    made.refresh_from_db()
    assert bool(made.off_at) is off


def test_failures_of_an_address_that_was_changed_meanwhile_do_not_count(alice: User) -> None:
    made = hooked(alice)
    Hook.objects.update(url="https://new.example.org/")
    hook.failed(made, Unreachable("x"))
    made.refresh_from_db()
    assert made.fails == 0


# What is posted


def test_a_notice_is_posted_whole_and_signed(alice: User, world: World) -> None:
    made = hooked(alice)
    tell(alice)
    send.send_due()
    (one,) = world.posts
    body = json.loads(one.body)
    assert set(body) == {"id", "kind", "subject", "text", "url", "at"}
    assert body["url"].endswith("/somewhere/")
    assert one.headers["Boatzee-Signature"] == f"sha256={hook.signature(made.secret, one.body)}"
    assert not Delivery.objects.exists()


def test_discord_gets_words_in_which_nobody_is_mentioned(alice: User, world: World) -> None:
    hooked(alice, shape="discord")
    notices.tell([alice], "message", "k", "@everyone **[free](https://evil)**", "/x/", text="y" * 3000)
    spread.spread()
    send.send_due()
    body = json.loads(world.posts[0].body)
    assert body["allowed_mentions"] == {"parse": []}
    assert set(body) == {"content", "allowed_mentions"}
    assert body["content"].startswith(r"\@everyone \*\*\[free\]\(https://evil\)\*\*")
    assert body["content"].endswith("/x/")
    assert len(body["content"]) <= 2000


def test_slack_gets_words_that_are_escaped(alice: User, world: World) -> None:
    hooked(alice, shape="slack")
    notices.tell([alice], "message", "k", "<!channel> & so", "/x/")
    spread.spread()
    send.send_due()
    body = json.loads(world.posts[0].body)
    assert set(body) == {"text"}
    assert body["text"].startswith("&lt;!channel&gt; &amp; so\n")
    assert body["text"].endswith("/x/")


def test_a_push_is_encrypted_and_signed(alice: User, world: World) -> None:
    browser(alice)
    tell(alice)
    send.send_due()
    (one,) = world.posts
    headers = {name.lower(): value for name, value in one.headers.items()}
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    assert headers["ttl"] == "86400"
    assert b"Something" not in one.body
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("status", "left"), [(404, True), (410, True), (400, True), (429, False), (503, False)]
)
def test_a_browser_that_left_is_dropped_and_one_that_waits_is_not(
    alice: User, world: World, status: int, *, left: bool
) -> None:
    browser(alice)
    tell(alice, "one", "two")
    world.act = lambda _post: Answer(status, 0.1)
    send.send_due()
    assert bool(PushSubscription.objects.get().dropped_at) is left
    assert Delivery.objects.filter(given_up_at=None).exists() is not left
    tell(alice, "three")
    assert Delivery.objects.filter(notice__key="three").exists() is not left


def test_what_was_given_up_before_a_browser_left_is_told_as_it_was(alice: User, world: World) -> None:
    made = browser(alice)
    before = timezone.now() - timedelta(days=2)
    lost = Delivery.objects.create(
        way=Delivery.Way.PUSH,
        lane=lane_of_player(alice.pk),
        browser=made,
        due=before,
        given_up_at=before,
        why="The answer was 503.",
        detail="answered 503",
    )
    tell(alice)
    world.act = lambda _post: Answer(410, 0.1)
    send.send_due()
    made.refresh_from_db()
    assert made.dropped_at
    lost.refresh_from_db()
    assert (lost.given_up_at, lost.why, lost.detail) == (before, "The answer was 503.", "answered 503")
