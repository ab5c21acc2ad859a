"""Matches in the Django admin: read, decide, take back; nothing else."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Seat
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return begin("BZ", alice, bob)


@pytest.fixture
def staff(client: Client) -> Client:
    judge = User.objects.create_superuser("judge", "judge@example.org", "correct horse 1")
    client.force_login(judge)
    return client


def act(name: str, match: Match) -> str:
    return reverse(f"admin:games_match_{name}", args=[match.pk])


def test_a_match_can_be_found_and_read(staff: Client, match: Match) -> None:
    listed = staff.get(reverse("admin:games_match_changelist"), {"q": "alice"})
    assert str(match.pk) in listed.content.decode()
    assert staff.get(act("change", match)).status_code == 200


def test_a_match_can_be_neither_made_nor_edited_nor_deleted(staff: Client, match: Match) -> None:
    assert staff.get(reverse("admin:games_match_add")).status_code == 403
    assert staff.post(act("delete", match)).status_code == 403
    staff.post(act("change", match), {"status": "void", "reason": "x"})
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert not match.reason


def test_staff_adjudicate_and_it_is_logged(staff: Client, match: Match, bob: User) -> None:
    assert staff.get(act("adjudicate", match)).status_code == 200
    form = {"place_0": 2, "place_1": 1, "reason": "two accounts"}
    assert staff.post(act("adjudicate", match), form).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, bob).place == 1
    assert "two accounts" in LogEntry.objects.get(object_id=str(match.pk)).change_message


@pytest.mark.parametrize(
    "form",
    [
        {"place_0": 2, "place_1": 2, "reason": "why"},
        {"place_0": 1, "place_1": 2, "reason": " "},
        {"place_0": 1, "reason": "why"},
    ],
)
def test_a_decision_that_is_not_whole_changes_nothing(
    staff: Client, match: Match, form: dict[str, object]
) -> None:
    assert staff.post(act("adjudicate", match), form).status_code == 200
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert not LogEntry.objects.exists()


def test_staff_make_a_match_void_once(staff: Client, match: Match) -> None:
    assert staff.post(act("void", match), {"reason": "a mistake"}).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.VOID
    assert "over" in staff.post(act("void", match), {"reason": "again"}).content.decode()
    assert not Seat.objects.filter(match=match, to_move=True).exists()


def test_who_is_no_staff_gets_nowhere(client: Client, match: Match, alice: User) -> None:
    client.force_login(alice)
    for name in ("change", "adjudicate", "void"):
        assert client.get(act(name, match)).status_code == 302


def test_staff_who_may_only_look_cannot_decide(client: Client, match: Match) -> None:
    looker = User.objects.create_user("looker", "l@example.org", "correct horse 1", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_match"))
    client.force_login(looker)
    assert client.get(act("change", match)).status_code == 200
    for name in ("adjudicate", "void"):
        assert client.post(act(name, match), {"reason": "why"}).status_code == 403
