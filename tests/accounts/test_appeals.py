"""An appeal is answered once, by somebody else than whoever made the decision, where there is somebody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import appeals, moderation
from accounts.models import Notice, Report, Sanction, User

pytestmark = pytest.mark.django_db
ALONE = "Nobody else of the staff can decide about you at present"
OTHERS = "It is answered by somebody else"


def referee(name: str) -> User:
    """One of the staff who decides about players."""
    one = User.objects.create_user(name, f"{name}@example.org", is_staff=True)
    one.user_permissions.add(Permission.objects.get(codename="change_sanction"))
    return one


def appealed(player: User, by: User, report: Report | None = None) -> Sanction:
    """A decision by one of the staff that its player has appealed against."""
    found = moderation.decide(player, "warn", "Be kind.", by, on=report)
    moderation.appeal(player, found.pk, "I was.")
    return Sanction.objects.get(pk=found.pk)


@pytest.fixture
def one() -> User:
    return referee("referee1")


@pytest.fixture
def other() -> User:
    return referee("referee2")


def test_somebody_else_upholds_it_and_the_player_is_told_why(alice: User, one: User, other: User) -> None:
    found = appealed(alice, one)
    moderation.uphold(found, other, "  It was rude. ")
    found.refresh_from_db()
    assert (found.upheld_by, found.upheld_why, found.waits) == (other, "It was rude.", False)
    told = Notice.objects.filter(player=alice, kind="staff").latest("pk")
    assert (told.subject, told.text) == ("Your appeal was read: the decision stands", "It was rude.")


@pytest.mark.parametrize("decide", [moderation.uphold, moderation.lift])
def test_whoever_decided_does_not_answer_while_somebody_else_may(
    alice: User, one: User, other: User, decide: Callable[[Sanction, User, str], None]
) -> None:
    found = appealed(alice, one)
    with pytest.raises(moderation.BadDecision, match="Somebody else answers"):
        decide(found, one, "So it is.")
    found.refresh_from_db()
    assert found.waits
    decide(found, other, "So it is.")


def test_whoever_reported_the_player_does_not_answer_either(alice: User, one: User, other: User) -> None:
    referee("referee3")
    found = appealed(alice, one, moderation.report(other, alice, "Rude."))
    with pytest.raises(moderation.BadDecision, match="Somebody else answers"):
        moderation.uphold(found, other, "So it is.")


def test_whoever_decided_answers_where_nobody_else_may(alice: User, one: User) -> None:
    User.objects.create_user("clerk1", "clerk1@example.org", is_staff=True)  # without the right
    found = appealed(alice, one)
    moderation.uphold(found, one, "I have read it again.")
    found.refresh_from_db()
    assert found.upheld_by == one


@pytest.mark.parametrize("away", ["suspended", "left", "no longer staff"])
def test_who_may_not_come_in_counts_for_nobody(alice: User, one: User, other: User, away: str) -> None:
    changes: dict[str, dict[str, Any]] = {
        "suspended": {"suspended_until": timezone.now() + timedelta(days=1)},
        "left": {"is_active": False},
        "no longer staff": {"is_staff": False},
    }
    User.objects.filter(pk=other.pk).update(**changes[away])
    found = appealed(alice, one)
    moderation.lift(found, one, "Well then.")


def test_who_has_no_second_factor_counts_for_nobody_where_one_is_asked_for(
    alice: User, one: User, other: User, settings: Settings
) -> None:
    appealed(alice, one)
    settings.STAFF_MFA = True
    assert appeals.judges() == {}
    settings.STAFF_MFA = False
    assert appeals.judges() == {one.pk: False, other.pk: False}


def test_before_an_appeal_and_after_its_answer_whoever_decided_may_take_it_back(
    alice: User, bob: User, one: User, other: User
) -> None:
    moderation.lift(moderation.decide(alice, "warn", "Be kind.", one), one, "A mistake.")
    found = appealed(bob, one)
    moderation.uphold(found, other, "So it is.")
    moderation.lift(found, one, "It is long ago.")


def test_about_the_staff_administrators_alone_answer(one: User, other: User) -> None:
    colleague = referee("referee3")
    boss, second = (User.objects.create_superuser(f"boss{n}", f"boss{n}@example.org") for n in (1, 2))
    found = appealed(colleague, boss)
    for who, why in ((other, "Only administrators"), (boss, "Somebody else"), (colleague, "about you")):
        with pytest.raises(moderation.BadDecision, match=why):
            moderation.uphold(found, who, "So it is.")
    User.objects.filter(pk=second.pk).update(is_active=False)
    moderation.uphold(found, boss, "Nobody else may.")


def test_it_is_answered_once(alice: User, one: User, other: User) -> None:
    found = moderation.decide(alice, "warn", "Be kind.", one)
    with pytest.raises(moderation.BadDecision, match="Nobody has appealed"):
        moderation.uphold(found, other, "So it is.")
    found = appealed(alice, one)
    with pytest.raises(moderation.BadDecision, match="Say why"):
        moderation.uphold(found, other, " ")
    moderation.uphold(found, other, "So it is.")
    with pytest.raises(moderation.BadDecision, match="answered already"):
        moderation.uphold(found, other, "Again.")
    with pytest.raises(moderation.NoAppeal):
        moderation.appeal(alice, found.pk, "Again.")


def test_the_page_says_who_answers_and_what_came_of_it(client: Client, alice: User, one: User) -> None:
    client.force_login(alice)
    page = reverse("sanctions")
    found = moderation.decide(alice, "warn", "Be kind.", one)
    assert ALONE in client.get(page).content.decode()
    moderation.appeal(alice, found.pk, "I was.")
    assert ALONE in client.get(page).content.decode()
    other = referee("referee2")
    shown = client.get(page).content.decode()
    assert ALONE not in shown
    assert OTHERS in shown
    other.delete()
    moderation.uphold(found, one, "I have read it again.")
    shown = client.get(page).content.decode()
    assert "I have read it again." in shown
    assert "as nobody else of the staff could" in shown
    assert OTHERS not in shown


def test_the_page_asks_as_little_for_many_decisions_as_for_one(
    client: Client, alice: User, one: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    appealed(alice, one)
    with django_assert_num_queries(2):
        appeals.of(alice)
    for _ in range(3):
        moderation.decide(alice, "warn", "Be kind.", one, on=moderation.report(one, alice, "Rude."))
    with django_assert_num_queries(2):
        assert len(appeals.of(alice)) == 4


def test_staff_answer_in_the_admin_and_it_is_logged(
    client: Client, alice: User, one: User, other: User
) -> None:
    found = appealed(alice, one)
    uphold = reverse("admin:accounts_sanction_uphold", args=[found.pk])
    client.force_login(one)
    assert "somebody else answers the appeal" in client.get(uphold).content.decode()
    assert "Somebody else answers" in client.post(uphold, {"reason": "So."}).content.decode()
    client.force_login(other)
    change = client.get(reverse("admin:accounts_sanction_change", args=[found.pk])).content.decode()
    assert uphold in change
    assert "I was." in client.get(uphold).content.decode()
    assert client.post(uphold, {"reason": "It was rude."}).status_code == 302
    assert client.post(uphold, {"reason": "Twice."}).status_code == 200
    found.refresh_from_db()
    assert found.upheld_why == "It was rude."
    assert (
        uphold not in client.get(reverse("admin:accounts_sanction_change", args=[found.pk])).content.decode()
    )


def test_nobody_is_led_to_answer_their_own_appeal_though_nobody_else_may(client: Client, one: User) -> None:
    boss = User.objects.create_superuser("boss1", "boss1@example.org")
    found = appealed(one, boss)
    User.objects.filter(pk=boss.pk).update(is_active=False)
    User.objects.filter(pk=one.pk).update(is_superuser=True)
    client.force_login(one)
    uphold = reverse("admin:accounts_sanction_uphold", args=[found.pk])
    assert "somebody else answers the appeal" in client.get(uphold).content.decode()
    assert "Somebody else decides about you" in client.post(uphold, {"reason": "So."}).content.decode()
    found.refresh_from_db()
    assert found.waits


def test_players_answer_nothing(client: Client, alice: User, bob: User, one: User) -> None:
    found = appealed(bob, one)
    uphold = reverse("admin:accounts_sanction_uphold", args=[found.pk])
    for who in (alice, User.objects.create_user("clerk1", "clerk1@example.org", is_staff=True)):
        client.force_login(who)
        assert client.post(uphold, {"reason": "I am nice."}).status_code in {302, 403}
    found.refresh_from_db()
    assert found.waits
