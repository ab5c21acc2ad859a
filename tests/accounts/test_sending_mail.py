"""Mail that is refused, and a mail server that is down."""

from __future__ import annotations

import smtplib
import time
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts import mailing
from accounts.models import Delivery, User
from accounts.notices import mail as mails
from accounts.notices import send
from accounts.notices.ways import Gone, Unreachable
from boatzee_site.local import ROOT
from tests.accounts.sending import mailed, tell

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


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


@pytest.mark.parametrize(
    ("codes", "means"), [([550], Gone), ([450], Unreachable), ([550, 450], Unreachable), ([], Unreachable)]
)
def test_an_address_is_given_up_only_where_its_server_refuses_it_for_good(
    codes: list[int], means: type[Exception]
) -> None:
    refused = {f"{place}@example.org": (code, b"No.") for place, code in enumerate(codes)}
    assert type(mails.judged(smtplib.SMTPRecipientsRefused(refused))) is means


@pytest.mark.parametrize("file", sorted((ROOT / "templates/mail").iterdir()), ids=lambda file: file.name)
def test_every_mail_bears_the_name_of_the_site_and_no_other(file: Path) -> None:
    assert "{{ site_name }}" in file.read_text()
    assert "Boatzee" not in file.read_text()


def test_so_does_what_allauth_writes() -> None:
    """Whatever of it is sent: what is told of a change goes by mail/safety."""
    ours = ROOT / "templates/account/email"
    for name in ("email_confirmation", "password_reset_key", "account_already_exists", "unknown_account"):
        assert 'extends "account/email/base_message.txt"' in (ours / f"{name}_message.txt").read_text()
    assert "--\n{{ site_name }}\n{{ site }}\n" in (ours / "base_message.txt").read_text()
