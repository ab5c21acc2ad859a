"""The button that posts a test really posts, and says what came of it."""

from __future__ import annotations

import json
import ssl
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import Hook, Preferences, User
from accounts.notices import address, post
from accounts.notices.hook import signature
from tests.accounts import servers
from tests.accounts.servers import OK, answers, serving

pytestmark = pytest.mark.django_db
HOME = "127.0.0.2"


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The servers of the test are at home, and their word is taken."""
    made = servers.certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=str(made))
    monkeypatch.setattr(post, "trusted", lambda: trusted)
    monkeypatch.setattr(address, "public", lambda where: where == HOME)
    cache.clear()
    return made


def hooked(player: User, server: servers.Server) -> Hook:
    made = Hook.objects.create(
        owner=player, url=f"https://{HOME}:{server.port}/in", page=reverse("notices_settings")
    )
    Preferences.objects.create(player=player, webhook=made)
    return made


def test_it_posts_and_tells_the_answer(client: Client, alice: User, certificate: Path) -> None:
    client.force_login(alice)
    with serving(certificate, answers(OK), at=HOME) as server:
        hook = hooked(alice, server)
        answer = client.post(reverse("notices_hook_test"), follow=True)
    assert "the answer was 204" in answer.content.decode()
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    assert json.loads(body)["kind"] == "test"
    assert f"Boatzee-Signature: sha256={signature(hook.secret, body)}".encode() in head


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (b"HTTP/1.1 500 No\r\n\r\n", "The answer was 500."),
        (b"HTTP/1.1 302 Away\r\nLocation: https://x/\r\n\r\n", "The answer was 302."),
        (b"Hello\r\n\r\n", "not HTTP"),
    ],
)
def test_it_tells_what_went_wrong_and_counts_nothing(
    client: Client, alice: User, certificate: Path, said: bytes, wanted: str
) -> None:
    client.force_login(alice)
    with serving(certificate, answers(said), at=HOME) as server:
        hook = hooked(alice, server)
        answer = client.post(reverse("notices_hook_test"), follow=True)
    shown = answer.content.decode()
    assert "did not arrive" in shown
    assert wanted in shown
    hook.refresh_from_db()
    assert hook.fails == 0


def test_it_is_limited(client: Client, alice: User, certificate: Path) -> None:
    client.force_login(alice)
    with serving(certificate, answers(OK), at=HOME) as server:
        hooked(alice, server)
        statuses = [client.post(reverse("notices_hook_test")).status_code for _ in range(7)]
    assert statuses == [302] * 5 + [429] * 2
    assert len(server.requests) == 5
