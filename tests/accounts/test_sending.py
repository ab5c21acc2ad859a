"""One delivery, whatever is wrong with it, holds up no other; it is tried again, given up, and shown."""

from __future__ import annotations

import base64
import json
import logging
import smtplib
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import mailing, notices, tasks
from accounts.models import Delivery, Hook, Notice, PushSubscription, Telling, User
from accounts.notices import hook, send, spread
from accounts.notices.post import Answer, Post
from accounts.notices.ways import Unreachable

pytestmark = pytest.mark.django_db
Act = Callable[[Post], Answer | Exception]
POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
KEYS = {
    "p256dh": base64.urlsafe_b64encode(POINT).decode(),
    "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
}


class World:
    """Everybody else's servers: what was posted where, and what they say."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.act: Act = lambda _post: Answer(200, 0.1)

    def post_all(self, posts: Sequence[Post]) -> list[Answer | Exception]:
        """In place of the line outside, which test_post.py tries."""
        self.posts += posts
        return [self.act(one) for one in posts]


@pytest.fixture(autouse=True)
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(send, "post_all", made.post_all)
    return made


def mailed(*players: User) -> None:
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)


def hooked(player: User, url: str = "https://a.example.org/in", shape: str = "plain") -> Hook:
    made = Hook.objects.create(owner=player, url=url, shape=shape, page="/accounts/notices/settings/")
    Telling.objects.update_or_create(player=player, defaults={"webhook": made})
    return made


def browser(player: User, **keys: str) -> PushSubscription:
    endpoint = f"https://fcm.googleapis.com/{player}{PushSubscription.objects.count()}"
    return PushSubscription.objects.create(player=player, endpoint=endpoint, **{**KEYS, **keys})


def tell(player: User, *keys: str, kind: str = "message") -> None:
    for key in keys or ("one",):
        notices.tell([player], kind, key, f"Something: {key}", "/somewhere/", text="More.")
    spread.spread()


def again() -> int:
    """Another pass, when all that waits is due."""
    now = timezone.now()
    Delivery.objects.filter(given_up_at=None).update(due=now)
    Hook.objects.update(rest_until=None)
    return send.send_due()


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
    assert dropped.why == "The browser's keys cannot be used."
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
    Telling.objects.create(player=alice, mail={"message": "digest"})
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
    assert "bad" not in str(letter.body)
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


# Leases, bounds and turns


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


def test_a_pass_is_bounded_in_time(alice: User, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "SECONDS", 0.2)

    def slow(_post: Post) -> Answer:
        time.sleep(0.15)
        return Answer(200, 0.15)

    world.act = slow
    hooked(alice)
    tell(alice, *"abcdefgh")
    send.send_due()
    assert 0 < len(world.posts) < 4


def test_a_pass_of_mails_is_bounded_in_time_and_what_is_left_loses_no_try(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(EmailBackend):
        def send_messages(self, messages: Any) -> int:
            time.sleep(0.3)
            return super().send_messages(messages)

    monkeypatch.setattr("accounts.notices.postman.get_connection", Slow)
    monkeypatch.setattr(send, "SECONDS", 0.5)
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


# Mail


class Server(EmailBackend):
    """A mail server that has its own mind."""

    refuses: dict[str, Exception] = {}
    opened = 0

    def open(self) -> bool:
        """A line."""
        Server.opened += 1
        return True

    def send_messages(self, messages: Any) -> int:
        """Refuse some."""
        for one in messages:
            error = self.refuses.get(one.to[0])
            if error:
                raise error
        return super().send_messages(messages)


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (smtplib.SMTPRecipientsRefused({"a": (550, b"no such\r\nuser")}), True),
        (smtplib.SMTPRecipientsRefused({"a": (451, b"later")}), False),
        (smtplib.SMTPDataError(554, b"spam"), False),
        (smtplib.SMTPServerDisconnected("bye"), False),
        (TimeoutError("x"), False),
        (KeyError("x"), False),
    ],
)
def test_one_mail_that_is_refused_does_not_stop_the_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, error: Exception, *, gone: bool
) -> None:
    mailed(alice, bob)
    tell(alice)
    tell(bob)
    monkeypatch.setattr("accounts.notices.postman.get_connection", Server)
    monkeypatch.setattr(Server, "refuses", {alice.email: error})
    send.send_due()
    assert [one.to for one in mail.outbox] == [[bob.email]]
    left = Delivery.objects.get()
    assert bool(left.given_up_at) is gone
    assert left.why
    assert "\n" not in left.detail


def test_a_server_that_is_down_is_nobodys_failure(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Down(EmailBackend):
        def open(self) -> bool:
            raise ConnectionRefusedError

    mailed(alice)
    tell(alice)
    monkeypatch.setattr("accounts.notices.postman.get_connection", Down)
    begun = time.monotonic()
    assert send.send_due() == 0
    assert time.monotonic() - begun < 5
    left = Delivery.objects.get()
    assert left.tries == 0
    assert left.due <= timezone.now(), "it goes out as soon as the server is back"


def test_one_line_carries_all(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mailed(alice, bob)
    tell(alice, "one", "two")
    tell(bob)
    monkeypatch.setattr("accounts.notices.postman.get_connection", Server)
    monkeypatch.setattr(Server, "opened", 0)
    assert send.send_due() == 3
    assert Server.opened == 1


def test_a_letter_that_is_given_up_tells_nobody_what_was_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    mailing.put("dora@example.org", "A way in", "https://boatzee.example/reset/secret")
    monkeypatch.setattr("accounts.notices.postman.get_connection", Server)
    refused = smtplib.SMTPRecipientsRefused({"a": (550, b"no")})
    monkeypatch.setattr(Server, "refuses", {"dora@example.org": refused})
    send.send_due()
    lost = Delivery.objects.get()
    assert lost.given_up_at
    assert lost.content == {}


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


def test_what_was_given_up_is_forgotten_after_a_while(alice: User) -> None:
    mailing.put("dora@example.org", "Hello", "Hello")
    long_ago = timezone.now() - spread.KEPT_LOST - timedelta(days=1)
    Delivery.objects.update(given_up_at=long_ago)
    browser(alice)
    PushSubscription.objects.update(dropped_at=long_ago)
    browser(alice)
    mailing.put("dora@example.org", "Hello", "Hello")
    spread.forget_old()
    assert Delivery.objects.count() == 1
    assert PushSubscription.objects.count() == 1


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
