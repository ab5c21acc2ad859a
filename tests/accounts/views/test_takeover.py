"""Whoever finds a browser signed in does not get the account with it; and its owner hears of every change."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import allauth
import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import devices, letters
from accounts.models import Delivery, Device, User
from accounts.notices import send
from tests.accounts.entrance import confirmed, say_who, sign_in, signed_in
from tests.accounts.views.test_second_factor import SECRET, code_of
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "battery staple 2"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def on_the_way() -> QuerySet[Delivery]:
    """What is on its way about the safety of an account; allauth's own letters are of plain text alone."""
    return Delivery.objects.filter(way=Delivery.Way.LETTER).exclude(content__html="")


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


@pytest.fixture
def found(client: Client, alice: User) -> Client:
    """A browser in which alice has signed in, and left it."""
    confirmed(alice)
    sign_in(client)
    on_the_way().delete()
    return client


ADD = {"action_add": "", "email": "thief@example.org"}
SENSITIVE = [
    ("account_email", ADD),
    ("account_email", {"action_remove": "", "email": "second@example.org"}),
    ("account_email", {"action_primary": "", "email": "second@example.org"}),
    ("account_close", {}),
    ("export", {}),
    ("usersessions_list", {}),
    ("mfa_activate_totp", {"code": "123456"}),
    ("mfa_deactivate_totp", {}),
    ("mfa_add_webauthn", {"credential": "{}"}),
    ("mfa_generate_recovery_codes", {}),
    ("mfa_view_recovery_codes", {}),
    ("mfa_download_recovery_codes", {}),
]


def state(player: User) -> object:
    """What nobody changes who has not said who it is."""
    addresses = list(EmailAddress.objects.order_by("pk").values_list("email", "primary"))
    factors = list(Authenticator.objects.order_by("pk").values_list("type", "data"))
    sessions = UserSession.objects.count()
    return [addresses, factors, sessions, list(User.objects.values_list("pk", "password", "email"))]


@pytest.mark.parametrize(("name", "form"), SENSITIVE, ids=lambda part: str(part)[:30])
def test_it_asks_who_one_is_first(alice: User, name: str, form: dict[str, str]) -> None:
    confirmed(alice)
    confirmed(alice, "second@example.org", primary=False)
    if name.startswith("mfa") and name != "mfa_activate_totp":
        TOTP.activate(alice, SECRET)
        RecoveryCodes.activate(alice)
    client = Client()
    client.force_login(alice)
    client.get(reverse("games:mine"))
    before = state(alice)
    read = name in {"mfa_view_recovery_codes", "mfa_download_recovery_codes"}
    answer = client.get(reverse(name)) if read else client.post(reverse(name), form)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert state(alice) == before


def test_changing_the_password_takes_the_old_one(found: Client, alice: User) -> None:
    form = {"password1": NEW, "password2": NEW}
    for old in ("", "wrong", NEW):
        found.post(reverse("account_change_password"), {**form, "oldpassword": old})
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_it_holds_for_five_minutes(found: Client) -> None:
    say_who(found)
    assert found.post(reverse("export")).status_code == 200
    session = found.session
    records = session[AUTHENTICATION_METHODS_SESSION_KEY]
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{**one, "at": one["at"] - 301} for one in records]
    session.save()
    assert found.post(reverse("export")).status_code == 302


def test_a_code_says_who_one_is_as_well(found: Client, alice: User) -> None:
    TOTP.activate(alice, SECRET)
    assert found.post(reverse("mfa_reauthenticate"), {"code": "000000"}).status_code == 200
    assert found.post(reverse("export")).status_code == 302
    found.post(reverse("mfa_reauthenticate"), {"code": code_of(SECRET)})
    assert found.post(reverse("export")).status_code == 200


def told() -> list[tuple[str, str]]:
    """To whom which letters are on their way."""
    return [(letter.to, letter.content["subject"]) for letter in on_the_way().order_by("pk")]


def test_the_old_address_hears_of_the_new_one(found: Client, alice: User) -> None:
    say_who(found)
    found.post(reverse("account_email"), ADD)
    send.send_due()
    assert mail.outbox[-1].to == ["thief@example.org"], "the link goes to the new one"
    EmailAddress.objects.filter(email="thief@example.org").update(verified=True)
    found.post(reverse("account_email"), {"action_primary": "", "email": "thief@example.org"})
    assert told() == [("alice@example.org", "Boatzee: Your e-mail address was changed")]
    letter = on_the_way().get()
    for part in (
        "thief@example.org",
        "Browser:",
        reverse("usersessions_list"),
        reverse("account_reset_password"),
    ):
        assert part in letter.content["text"], part
        assert part in letter.content["html"], part
    send.send_due()
    assert mail.outbox[-1].to == ["alice@example.org"]


def test_an_address_that_was_never_confirmed_hears_of_it_too(client: Client, bob: User) -> None:
    """Accounts that the site's own hands have made have an address that no list holds."""
    client.force_login(bob)
    assert not EmailAddress.objects.exists()
    client.get(reverse("account_email"))
    say_who(client)
    client.post(reverse("account_email"), ADD)
    EmailAddress.objects.filter(email="thief@example.org").update(verified=True)
    client.post(reverse("account_email"), {"action_primary": "", "email": "thief@example.org"})
    assert ("bob@example.org", "Boatzee: Your e-mail address was changed") in told()


def test_the_owner_hears_of_a_new_password_and_others_are_signed_out(found: Client, alice: User) -> None:
    other = Client()
    other.force_login(User.objects.get(pk=alice.pk))
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    found.post(reverse("account_change_password"), form)
    assert told() == [("alice@example.org", "Boatzee: Your password was changed")]
    assert signed_in(found)
    assert other.get(reverse("games:mine")).status_code == 302


def test_the_owner_hears_of_factors(
    found: Client, alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    say_who(found)
    found.get(reverse("mfa_activate_totp"))
    secret = found.session["mfa.totp.secret"]
    with django_capture_on_commit_callbacks(execute=True):
        found.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
        found.post(reverse("mfa_generate_recovery_codes"))
    found.post(reverse("mfa_deactivate_totp"))
    subjects = [subject for to, subject in told() if to == "alice@example.org"]
    assert "Boatzee: An authenticator app was added" in subjects
    assert "Boatzee: New recovery codes were made" in subjects
    assert "Boatzee: Your authenticator app was removed" in subjects


def test_every_change_that_is_told_has_words() -> None:
    root = Path(allauth.__file__).parent / "templates"
    for app in ("account", "mfa"):
        for file in (root / app / "email").glob("*_message.txt"):
            name = file.name.removesuffix("_message.txt")
            if "base_notification" in file.read_text() and name != "email_confirm":  # which nothing sends
                assert f"{app}/email/{name}" in letters.CHANGES


# Sign-ins from new browsers


def test_a_sign_in_from_a_new_browser_is_told_once(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_login=timezone.now() - timedelta(days=3))
    phone = Client()
    sign_in(phone, **{"User-Agent": FIREFOX})
    letter = on_the_way().get()
    assert letter.to == "alice@example.org"
    assert letter.content["subject"] == "Boatzee: A sign-in from a new browser"
    for part in ("Firefox, Linux", "127.0.0.0/24", "(UTC)", reverse("usersessions_list")):
        assert part in letter.content["text"], part
    phone.post(reverse("account_logout"))
    sign_in(phone, **{"User-Agent": FIREFOX})
    assert on_the_way().count() == 1, "the cookie knows it"
    sign_in(Client(), **{"User-Agent": FIREFOX})
    assert on_the_way().count() == 1, "a browser of the kind, from the neighbourhood"
    sign_in(Client(), **{"User-Agent": FIREFOX.replace("X11; Linux", "Windows NT 10.0")})
    assert on_the_way().count() == 2


def test_a_known_browser_is_known_from_everywhere(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_login=timezone.now())
    phone = Client()
    sign_in(phone)
    on_the_way().delete()
    phone.post(reverse("account_logout"))
    form = {"login": "alice", "password": PASSWORD}
    phone.post(reverse("account_login"), form, REMOTE_ADDR="203.0.113.9")
    assert not on_the_way().exists()
    Client().post(reverse("account_login"), form, REMOTE_ADDR="198.51.100.9")
    assert on_the_way().count() == 1


def test_a_family_shares_a_browser_and_each_of_it_is_known_there(alice: User, bob: User) -> None:
    User.objects.update(last_login=timezone.now())
    shared = Client()
    for name in ("alice", "bob"):
        sign_in(shared, name)
        shared.post(reverse("account_logout"))
    on_the_way().delete()
    for network, name in enumerate(("alice", "bob", "bob", "alice")):
        form = {"login": name, "password": PASSWORD}
        shared.post(reverse("account_login"), form, REMOTE_ADDR=f"203.0.{network}.9")
        shared.post(reverse("account_logout"))
    assert not on_the_way().exists()
    assert Device.objects.count() == 2


def test_a_browser_remembers_the_latest_of_many(alice: User) -> None:
    computer = Client()
    for number in range(devices.FAMILY + 2):
        User.objects.create_user(f"guest{number}", f"guest{number}@example.org", PASSWORD)
        sign_in(computer, f"guest{number}")
        computer.post(reverse("account_logout"))
    kept = computer.cookies[settings.DEVICE_COOKIE_NAME].value
    assert kept.count(devices.SEPARATOR) + 1 == devices.FAMILY
    count = Device.objects.count()
    sign_in(computer, f"guest{devices.FAMILY + 1}")
    assert Device.objects.count() == count, "the latest is known"


def test_the_first_sign_in_is_no_news(client: Client) -> None:
    client.post(reverse("account_signup"), {"login": "dora@example.org", "password1": PASSWORD})
    assert signed_in(client)
    assert not on_the_way().exists()
    sign_in(Client(), "dora@example.org", **{"User-Agent": FIREFOX})
    assert on_the_way().count() == 1, "the second is, from elsewhere"


def test_a_wrong_password_makes_no_browser_known(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_login=timezone.now())
    sign_in(Client(), password="wrong")
    assert not alice.devices.exists()
    assert not on_the_way().exists()
