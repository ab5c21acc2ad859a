"""People play while the mail server is down: nothing is lost, and all is told once afterwards."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import tasks
from accounts.models import Delivery, User
from games.rules.base import Kind, Move
from tests.conftest import PASSWORD
from tests.games.tables import begin, make, to_move
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
SMTP = "django.core.mail.backends.smtp.EmailBackend"


class Letters(socketserver.ThreadingTCPServer):
    """A mail server of the simplest kind; keeps what it is given."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Session)
        self.taken: list[str] = []


class Session(socketserver.StreamRequestHandler):
    """One conversation (RFC 5321)."""

    server: Letters

    def handle(self) -> None:
        """Say yes to everything."""
        self.wfile.write(b"220 ready\r\n")
        while line := self.rfile.readline().decode().strip():
            if line.upper() == "DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                while (said := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                    lines.append(said)
                self.server.taken.append("\n".join(lines))
            self.wfile.write(b"221 bye\r\n" if line.upper() == "QUIT" else b"250 yes\r\n")


@pytest.fixture
def port() -> Iterator[int]:
    """A port where nobody listens yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    with override_settings(
        EMAIL_BACKEND=SMTP, EMAIL_HOST="127.0.0.1", EMAIL_PORT=number, EMAIL_TIMEOUT=2, EMAIL_USE_TLS=False
    ):
        yield number


def test_nothing_is_lost_and_everything_told_once(alice: User, bob: User, port: int) -> None:
    for player in (alice, bob):
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    match = begin("BZ", alice, bob)
    first = to_move(match)
    for _ in range(3):
        work()
        tasks.deliver()
    assert Delivery.objects.filter(way="mail").count() == 1, "it waits"
    make(match, first, Move(Kind.ROLL))
    make(match, first, Move(Kind.SCORE, box="chance"))

    server = Letters(port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for _ in range(3):
            Delivery.objects.filter(way="mail").update(due=timezone.now())
            work()
            tasks.deliver()
    finally:
        server.shutdown()
        server.server_close()
    (letter,) = server.taken  # the first's turn was settled before it was sent
    second = bob if first == alice else alice
    assert f"To: {second.email}" in letter
    assert "Your turn" in letter
    assert "List-Unsubscribe" in letter


def signs_up(name: str) -> int:
    """Somebody new; gives what the page answers."""
    form = {"login": f"{name}@example.org", "password1": PASSWORD}
    return Client().post(reverse("account_signup"), form).status_code


def test_people_sign_up_and_their_mails_come_when_the_server_is_back(port: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("socket.create_connection")  # no page waits for a mail server
        assert signs_up("dora") == 302
    tasks.deliver()
    waiting = Delivery.objects.get(way="letter")
    assert (waiting.to, waiting.tries) == ("dora@example.org", 0)
    server = Letters(port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for _ in range(2):
            tasks.deliver()
    finally:
        server.shutdown()
        server.server_close()
    (letter,) = server.taken
    assert "To: dora@example.org" in letter
    assert "/accounts/confirm-email/" in letter
    assert f"Message-ID: <letter-{waiting.pk}@" in letter
