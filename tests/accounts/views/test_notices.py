"""The list of notices, how one is told, and the way out of every mail."""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import notices
from accounts.forms_notices import TellingForm
from accounts.models import Notice, PushSubscription, Telling, User
from accounts.models.notices import KINDS
from accounts.notices.mail import SALT

pytestmark = pytest.mark.django_db


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
    with django_assert_num_queries(5):
        client.get(reverse("notices"))


def test_choices_are_kept(client: Client, alice: User, told: Notice) -> None:
    form = whole(mail_turn="never", push_over="on", digest_hour="20", quiet_from="22", quiet_to="7")
    assert client.post(reverse("notices_settings"), form).status_code == 302
    telling = Telling.objects.get(player=alice)
    assert telling.mode("turn") == "never"
    assert telling.mode("message") == "once"
    assert telling.pushes("over")
    assert not telling.pushes("turn"), "a box that is not ticked says no"
    assert (telling.digest_hour, telling.quiet_from, telling.quiet_to) == (20, 22, 7)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mail_turn": "hourly"},
        {"digest_hour": "25"},
        {"quiet_from": "22"},
        {"hook": "http://example.org/"},
        {"hook": "ftp://example.org/"},
        {"hook": "javascript:alert(1)"},
    ],
)
def test_what_cannot_be_is_refused(client: Client, told: Notice, wrong: dict[str, str]) -> None:
    assert client.post(reverse("notices_settings"), whole(**wrong)).status_code == 400
    assert Telling.objects.get().mail == {}


def test_the_form_shows_what_holds(alice: User) -> None:
    form = TellingForm(instance=Telling(player=alice, mail={"turn": "never"}))
    assert form["mail_turn"].value() == "never"
    assert form["mail_over"].value() == "digest"


def test_secrets_can_be_changed(client: Client, alice: User, told: Notice) -> None:
    client.get(reverse("notices_settings"))
    before = Telling.objects.get()
    client.post(reverse("notices_new_secrets"))
    after = Telling.objects.get()
    assert before.calendar != after.calendar
    assert before.hook_secret != after.hook_secret


def test_a_browser_is_taken_and_forgotten(client: Client, alice: User, told: Notice) -> None:
    form = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "BPk-_x=", "auth": "abc"}
    for _ in range(2):
        assert client.post(reverse("notices_subscribe"), form).status_code == 200
    assert PushSubscription.objects.get().player == alice
    client.post(reverse("notices_unsubscribe"))
    assert not PushSubscription.objects.exists()


def test_no_browser_is_elsewhere_than_at_a_push_service(client: Client, told: Notice) -> None:
    form = {"endpoint": "https://intranet.example/", "p256dh": "BPk", "auth": "abc"}
    assert client.post(reverse("notices_subscribe"), form).status_code == 400


def test_the_way_out_asks_on_a_visit_and_acts_on_a_click(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    address = reverse("notices_off", args=[signing.dumps([alice.pk, "turn"], salt=SALT)])
    assert client.get(address).status_code == 200
    assert not Telling.objects.exists(), "a program that looks at links changes nothing"
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Telling.objects.get(player=alice).mode("turn") == "never"
    assert Telling.objects.get(player=alice).mode("invitation") == "once"


def test_the_way_out_of_the_daily_mail_is_out_of_all_of_it(client: Client, alice: User) -> None:
    client.post(reverse("notices_off", args=[signing.dumps([alice.pk, "digest"], salt=SALT)]))
    telling = Telling.objects.get(player=alice)
    assert {telling.mode(kind) for kind in ("start", "over", "event")} == {"never"}
    assert telling.mode("turn") == "once"


@pytest.mark.parametrize("token", ["x", "a:b:c"])
def test_a_forged_way_out_is_not_there(client: Client, token: str) -> None:
    assert client.post(reverse("notices_off", args=[token])).status_code == 404


def test_visitors_are_asked_to_sign_in(client: Client) -> None:
    for name in ("notices", "notices_settings"):
        assert client.get(reverse(name)).status_code == 302
