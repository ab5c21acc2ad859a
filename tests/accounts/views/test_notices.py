"""The list of notices, how one is told, and the way out of every mail."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.models import Delivery, Hook, Notice, Preferences, PushSubscription, User
from accounts.models.notices import KINDS
from accounts.notices.forms import PreferencesForm
from accounts.notices.mail import SALT

pytestmark = pytest.mark.django_db
POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
KEYS = {
    "p256dh": base64.urlsafe_b64encode(POINT).decode().rstrip("="),
    "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
}


@pytest.fixture
def told(client: Client, alice: User) -> Notice:
    notices.tell([alice], "message", "k", "Hello alice", "/rules/")
    client.force_login(alice)
    return Notice.objects.get()


def whole(**changes: str) -> dict[str, str]:
    """The form as a page sends it."""
    form = {f"mail_{key}": str(kind.mail) for key, kind in KINDS.items()}
    return form | {"digest_hour": "8", "quiet_from": "", "quiet_to": "", "hook": ""} | changes


def test_the_list_shows_it_and_opening_reads_it(client: Client, alice: User, told: Notice) -> None:
    assert "Hello alice" in client.get(reverse("notices")).content.decode()
    answer = client.post(reverse("notice", args=[told.pk]))
    assert answer.headers["Location"] == "/rules/"
    assert notices.unread(alice).count() == 0


def test_another_players_notice_is_not_there(client: Client, bob: User, told: Notice) -> None:
    client.force_login(bob)
    assert client.post(reverse("notice", args=[told.pk])).status_code == 404
    assert "Hello alice" not in client.get(reverse("notices")).content.decode()


def test_all_can_be_read_at_once(client: Client, alice: User, told: Notice) -> None:
    client.post(reverse("notices_read_all"))
    assert notices.unread(alice).count() == 0


def test_its_queries_do_not_grow(
    client: Client, alice: User, told: Notice, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        notices.tell([alice], "message", f"more-{number}", "More", "/")
    with django_assert_num_queries(4):
        client.get(reverse("notices"))


def test_choices_are_kept(client: Client, alice: User, told: Notice) -> None:
    form = whole(mail_turn="never", push_over="on", digest_hour="20", quiet_from="22", quiet_to="7")
    assert client.post(reverse("notices_settings"), form).status_code == 302
    preferences = Preferences.objects.get(player=alice)
    assert preferences.mode("turn") == "never"
    assert preferences.mode("message") == "once"
    assert preferences.pushes("over")
    assert not preferences.pushes("turn"), "a box that is not ticked says no"
    assert (preferences.digest_hour, preferences.quiet_from, preferences.quiet_to) == (20, 22, 7)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mail_turn": "hourly"},
        {"digest_hour": "25"},
        {"quiet_from": "22"},
        {"hook": "http://example.org/"},
        {"hook": "ftp://example.org/"},
        {"hook": "javascript:alert(1)"},
        {"hook": "https://example.org:99999/"},
        {"hook": "https://example.org:0/"},
        {"hook": "https://example.org:/"},
        {"hook": "https://example.org:x/"},
        {"hook": "https://me:secret@example.org/"},
        {"hook": "https://@example.org/"},
        {"hook": "https://localhost/"},
        {"hook": "https://intranet/"},
        {"hook": "https://127.0.0.1/"},
        {"hook": "https://127.1/"},
        {"hook": "https://0x7f.0x1/"},
        {"hook": "https://[::1]/"},
        {"hook": "https://[64:ff9b::7f00:1]/"},
        {"hook": "https://[::1/"},
        {"hook": "https://a b.example.org/"},
        {"hook": "https://example..org/"},
        {"hook": "https://-a.example.org/"},
        {"hook": "https://" + "a" * 64 + ".example.org/"},
        {"hook": "https://example.org/\r\nX: y"},
        {"hook": "https://example.org/ä"},
        {"hook": "https://example.org/" + "x" * 200},
        {"hook": "https://example.org/", "shape": "carrier pigeon"},
    ],
)
def test_what_cannot_be_is_refused(client: Client, told: Notice, wrong: dict[str, str]) -> None:
    assert client.post(reverse("notices_settings"), whole(**wrong)).status_code == 400
    assert Preferences.objects.get().mail == {}


def test_the_form_shows_what_holds(alice: User) -> None:
    form = PreferencesForm(instance=Preferences(player=alice, mail={"turn": "never"}))
    assert form["mail_turn"].value() == "never"
    assert form["mail_over"].value() == "digest"


def test_secrets_can_be_changed(client: Client, alice: User, told: Notice) -> None:
    client.get(reverse("notices_settings"))
    before = Preferences.objects.get()
    client.post(reverse("notices_new_secrets"))
    after = Preferences.objects.get()
    assert before.calendar != after.calendar


def test_a_browser_is_taken_and_forgotten(client: Client, alice: User, told: Notice) -> None:
    form = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", **KEYS}
    for _ in range(2):
        assert client.post(reverse("notices_subscribe"), form).status_code == 200
    assert PushSubscription.objects.get().player == alice
    client.post(reverse("notices_unsubscribe"))
    assert not PushSubscription.objects.exists()


def test_no_browser_is_elsewhere_than_at_a_push_service(client: Client, told: Notice) -> None:
    for endpoint in (
        "https://intranet.example/",
        "https://evilfcm.googleapis.com/",
        "https://push.apple.com.example.org/",
    ):
        answer = client.post(reverse("notices_subscribe"), {"endpoint": endpoint, **KEYS})
        assert answer.status_code == 400, endpoint
        assert "do not know" in answer.json()["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": "BPk-_x="},
        {"p256dh": ""},
        {"p256dh": "!" * 87},
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + bytes(64)).decode()},
        {"p256dh": base64.urlsafe_b64encode(b"\x04" + b"\x01" * 64).decode()},
        {"p256dh": base64.urlsafe_b64encode(b"\x02" + POINT[1:33]).decode()},
        {"p256dh": base64.urlsafe_b64encode(POINT + b"\x00").decode()},
        {"auth": "abc"},
        {"auth": ""},
        {"auth": base64.urlsafe_b64encode(bytes(15)).decode()},
        {"auth": base64.urlsafe_b64encode(bytes(17)).decode()},
        {"endpoint": "https://fcm.googleapis.com:99999/x"},
        {"endpoint": "https://me@fcm.googleapis.com/x"},
        {"endpoint": "https://fcm.googleapis.com/x y"},
    ],
)
def test_keys_by_which_nothing_can_be_encrypted_are_refused(
    client: Client, told: Notice, wrong: dict[str, str]
) -> None:
    form = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", **KEYS, **wrong}
    answer = client.post(reverse("notices_subscribe"), form)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not PushSubscription.objects.exists()


def test_the_way_out_asks_on_a_visit_and_acts_on_a_click(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    address = reverse("notices_off", args=[signing.dumps([alice.pk, "turn"], salt=SALT)])
    assert client.get(address).status_code == 200
    assert not Preferences.objects.exists(), "a program that looks at links changes nothing"
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Preferences.objects.get(player=alice).mode("turn") == "never"
    assert Preferences.objects.get(player=alice).mode("invitation") == "once"


def test_the_way_out_of_the_daily_mail_is_out_of_all_of_it(client: Client, alice: User) -> None:
    client.post(reverse("notices_off", args=[signing.dumps([alice.pk, "digest"], salt=SALT)]))
    preferences = Preferences.objects.get(player=alice)
    assert {preferences.mode(kind) for kind in ("start", "over", "event")} == {"never"}
    assert preferences.mode("turn") == "once"


@pytest.mark.parametrize("token", ["x", "a:b:c"])
def test_a_forged_way_out_is_not_there(client: Client, token: str) -> None:
    assert client.post(reverse("notices_off", args=[token])).status_code == 404


def test_visitors_are_asked_to_sign_in(client: Client) -> None:
    for name in ("notices", "notices_settings"):
        assert client.get(reverse(name)).status_code == 302


def test_a_webhook_is_set_changed_and_taken_away(client: Client, alice: User, told: Notice) -> None:
    page = reverse("notices_settings")
    client.post(page, whole(hook="https://hooks.example.org:8443/in?x=1", shape="slack"))
    hook = Hook.objects.get()
    assert (hook.owner, hook.url, hook.shape) == (alice, "https://hooks.example.org:8443/in?x=1", "slack")
    assert Preferences.objects.get(player=alice).webhook == hook
    Hook.objects.update(fails=4, why="x", off_at=timezone.now())
    client.post(page, whole(hook=hook.url, shape="slack"))
    hook.refresh_from_db()
    assert hook.off_at, "saving the same again changes nothing"
    shown = client.get(page).content.decode()
    assert hook.url.replace("&", "&amp;") in shown
    assert "failed 4 times" in shown
    client.post(page, whole(hook="https://hooks.example.org/in"))
    hook.refresh_from_db()
    assert (hook.shape, hook.fails) == ("plain", 0)
    assert not Hook.objects.exclude(off_at=None).exists()
    client.post(page, whole())
    assert not Hook.objects.exists()
    assert Preferences.objects.get(player=alice).webhook is None


def test_a_webhook_that_is_off_is_switched_on_by_its_owner_alone(
    client: Client, alice: User, bob: User, told: Notice
) -> None:
    hook = Hook.objects.create(owner=alice, url="https://a.example.org/", page="/", off_at=timezone.now())
    Preferences.objects.create(player=alice, webhook=hook)
    client.force_login(bob)
    assert client.post(reverse("notices_hook_on")).status_code == 404
    assert client.post(reverse("notices_hook_test")).status_code == 404
    assert client.get(reverse("notices_hook_on")).status_code == 405
    client.force_login(alice)
    assert client.post(reverse("notices_hook_on")).status_code == 302
    hook.refresh_from_db()
    assert hook.off_at is None


def test_it_is_said_while_the_address_that_mail_goes_to_is_not_confirmed(client: Client, alice: User) -> None:
    EmailAddress.objects.filter(user=alice).delete()
    own = EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=False)
    EmailAddress.objects.create(user=alice, email="other@example.org", primary=False, verified=True)
    client.force_login(alice)
    page = reverse("notices_settings")
    assert "yours is not confirmed yet" in client.get(page).content.decode()
    EmailAddress.objects.filter(pk=own.pk).update(verified=True)
    assert "yours is not confirmed yet" not in client.get(page).content.decode()


def test_what_did_not_come_through_is_shown(client: Client, alice: User, bob: User, told: Notice) -> None:
    gone = {"given_up_at": timezone.now(), "due": timezone.now(), "why": "The mail server refuses it."}
    Delivery.objects.create(notice=told, way="mail", lane="player-1", **gone)
    PushSubscription.objects.create(
        player=alice,
        endpoint="https://x/",
        dropped_at=timezone.now(),
        why="This browser no longer takes notices.",
    )
    shown = client.get(reverse("notices_settings")).content.decode()
    assert "The mail server refuses it." in shown
    assert "This browser no longer takes notices." in shown
    client.force_login(bob)
    shown = client.get(reverse("notices_settings")).content.decode()
    assert "refuses" not in shown
    assert "has left" not in shown


def test_a_dropped_browser_that_subscribes_again_is_told_again(client: Client, told: Notice) -> None:
    form = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", **KEYS}
    client.post(reverse("notices_subscribe"), form)
    PushSubscription.objects.update(dropped_at=timezone.now(), why="x")
    client.post(reverse("notices_subscribe"), form)
    assert PushSubscription.objects.get().dropped_at is None


def test_the_page_about_webhooks_checks_its_own_signature(client: Client) -> None:
    import hashlib
    import hmac
    from pathlib import Path

    from accounts.notices.hook import signature

    text = Path("docs/webhooks.md").read_text()
    code = text.partition("```python\n")[2].partition("```")[0]
    found: dict[str, Any] = {}
    exec(code, found)
    assert found["from_boatzee"](b"{}", f"sha256={signature('abc', b'{}')}", "abc")
    assert not found["from_boatzee"](b"{ }", f"sha256={signature('abc', b'{}')}", "abc")
    assert f"`sha256={hmac.new(b'abc', b'{}', hashlib.sha256).hexdigest()}`" in text
    assert "from_boatzee" in client.get(reverse("webhooks")).content.decode()
