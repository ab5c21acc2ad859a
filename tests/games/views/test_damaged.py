"""What is kept of a match may be damaged: then its pages say so, and no other page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import folding
from games.models import Folded, Match
from tests.games.folded import of_version, two_by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
SAID = "What is kept of this match was damaged and cannot be read. It has been reported."


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    found = two_by_turns("BO", alice, bob)
    folding.fold([found.pk])
    return found


@pytest.mark.parametrize(
    "damage",
    [
        lambda packed: packed[:-9],
        lambda packed: packed[:5],
        lambda packed: b"",
        lambda packed: of_version(9, packed),
        lambda packed: of_version(4, b"\4" + bytes(60)),
        lambda packed: of_version(4, b"\4\x02\x03\x00" + b"\xff" * 9 + b"\x01" + bytes(60)),
    ],
    ids=["its end is gone", "little is left", "nothing is left", "unknown", "rubbish", "endless"],
)
def test_its_pages_say_so_and_the_others_are_as_ever(
    client: Client,
    alice: User,
    match: Match,
    damage: Callable[[bytes], bytes],
    caplog: pytest.LogCaptureFixture,
) -> None:
    Folded.objects.update(packed=damage(bytes(Folded.objects.get().packed)))
    client.force_login(alice)
    for page in ("table", "replay", "record", "proofs"):
        caplog.clear()
        path = reverse(f"games:{page}", args=[match.pk])
        answer = client.get(path)
        assert answer.status_code == 500, page
        assert SAID in answer.content.decode()
        assert f"{path} cannot be shown" in caplog.text
    for page in ("mine", "my_dice"):
        assert client.get(reverse(f"games:{page}")).status_code == 200
