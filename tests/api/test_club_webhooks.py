"""The webhook of a club that is closed: nobody reads, sets or tries it any longer, staff included."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts import spending
from accounts.models import Hook, User
from ladders.clubs import announcing, founding
from ladders.models import Club, ClubHook
from tests.api.asking import ask, refused
from tests.ladders import clubs

pytestmark = pytest.mark.django_db
PLACE = "clubs/red-dice/webhook"
NOWHERE = "https://hooks.invalid/in"
"""Nobody is there: no name below .invalid is anybody's (RFC 2606)."""
SENT = {"url": "https://hooks.example.org/in"}
ASKED: tuple[tuple[str, str, object], ...] = (
    ("GET", PLACE, None),
    ("PUT", PLACE, SENT),
    ("DELETE", PLACE, None),
    ("POST", f"{PLACE}/test", {}),
    ("POST", f"{PLACE}/on", {}),
)


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_superuser("referee1", "r@example.org")


@pytest.mark.parametrize(("method", "path", "sent"), ASKED, ids=[f"{one[0]} {one[1]}" for one in ASKED])
def test_of_a_closed_club_there_is_none(
    alice: User, bob: User, director: User, method: str, path: str, sent: object
) -> None:
    """Even where one is left, as by a release that did not take it away."""
    club = clubs.club(alice, bob)
    clubs.officer(club, bob)
    announcing.choose(club.pk, alice, NOWHERE, "plain")
    Club.objects.update(closed_at=timezone.now())
    before = Hook.objects.values().get()
    for player in (alice, bob, director):
        refused(ask(player).send(method, path, sent), 404, "not-found")
    assert Hook.objects.values().get() == before


def test_one_that_closes_meanwhile_gets_none(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    club = clubs.club(alice)
    monkeypatch.setattr(spending, "spend", lambda *_: founding.close(club.pk, alice, "No time."))
    refused(ask(alice).send("PUT", PLACE, SENT), 404, "not-found")
    club.refresh_from_db()
    assert club.closed_at
    assert not ClubHook.objects.exists()
    assert not Hook.objects.exists()
