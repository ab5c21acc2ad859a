"""Reports, decisions, appeals: each told, each logged, each with its effect and no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import moderation
from accounts.models import Notice, Report, Sanction, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_superuser("referee1", "referee@example.org")


@pytest.mark.parametrize(("kind", "name"), [("mute", "muted"), ("bar", "barred"), ("suspend", "suspended")])
def test_a_decision_holds_until_its_day_and_is_told(alice: User, staff: User, kind: str, name: str) -> None:
    until = timezone.now() + timedelta(days=3)
    moderation.decide(alice, kind, "Enough.", staff, until)
    alice.refresh_from_db()
    assert getattr(alice, f"{name}_until") == until
    assert Notice.objects.get(player=alice, kind="staff").text == "Enough."


def test_a_warning_has_no_effect_but_words(alice: User, staff: User) -> None:
    moderation.decide(alice, "warn", "Be kind.", staff)
    alice.refresh_from_db()
    assert not alice.suspended
    assert alice.muted_until is None


def test_taken_back_it_holds_no_more_and_an_earlier_one_still_does(alice: User, staff: User) -> None:
    short, long = (timezone.now() + timedelta(days=days) for days in (2, 9))
    moderation.decide(alice, "mute", "One.", staff, short)
    second = moderation.decide(alice, "mute", "Two.", staff, long)
    moderation.lift(second, staff, "A mistake.")
    alice.refresh_from_db()
    assert alice.muted_until == short
    with pytest.raises(moderation.BadDecision):
        moderation.lift(second, staff, "Again.")


def test_one_appeal_for_each_decision_by_its_player(alice: User, bob: User, staff: User) -> None:
    found = moderation.decide(alice, "warn", "So.", staff)
    with pytest.raises(moderation.NoAppeal):
        moderation.appeal(bob, found.pk, "Not me.")
    moderation.appeal(alice, found.pk, "I was not there.")
    with pytest.raises(moderation.NoAppeal):
        moderation.appeal(alice, found.pk, "And again.")


@pytest.mark.parametrize(
    ("kind", "reason", "days"), [("mute", "x", None), ("mute", "x", -1), ("warn", " ", None), ("ban", "x", 3)]
)
def test_a_decision_needs_all_of_it(
    alice: User, staff: User, kind: str, reason: str, days: int | None
) -> None:
    until = None if days is None else timezone.now() + timedelta(days=days)
    with pytest.raises(moderation.BadDecision):
        moderation.decide(alice, kind, reason, staff, until)
    assert not Sanction.objects.exists()


def test_whoever_is_suspended_reads_why_and_does_nothing_else(
    client: Client, alice: User, staff: User
) -> None:
    client.force_login(alice)
    found = moderation.decide(alice, "suspend", "You cheated.", staff, timezone.now() + timedelta(days=3))
    for name in ("games:mine", "games:new", "messages", "account_settings"):
        answer = client.get(reverse(name))
        assert answer.status_code == 403
        assert "You cheated." in answer.content.decode()
    assert client.get(reverse("sanctions")).status_code == 200
    assert client.get(reverse("export")).status_code == 200
    assert client.post(reverse("sanction_appeal", args=[found.pk]), {"text": "No."}).status_code == 302
    moderation.lift(found, staff, "True, you did not.")
    assert client.get(reverse("games:mine")).status_code == 200


def test_staff_decide_in_the_admin_and_it_is_logged(
    client: Client, alice: User, bob: User, staff: User
) -> None:
    report = moderation.report(alice, bob, "He swears.", "#@!", "message 1")
    client.force_login(staff)
    address = reverse("admin:accounts_report_decide", args=[report.pk])
    assert "He swears." in client.get(address).content.decode()
    assert client.post(address, {"kind": "mute", "reason": "Swearing."}).status_code == 200, (
        "no day was given"
    )
    assert not Sanction.objects.exists()
    assert client.post(address, {"kind": "mute", "days": "7", "reason": "Swearing."}).status_code == 302
    report.refresh_from_db()
    assert report.decided_by == staff
    assert Sanction.objects.get().report == report
    sanction = Sanction.objects.get()
    lift = reverse("admin:accounts_sanction_lift", args=[sanction.pk])
    assert client.post(lift, {"reason": "It was a joke."}).status_code == 302
    bob.refresh_from_db()
    assert bob.muted_until is None


@pytest.mark.parametrize("second", [{"kind": "mute", "days": "7"}, {"kind": ""}])
def test_of_two_of_the_staff_who_decide_on_a_report_the_second_is_told(
    client: Client, alice: User, bob: User, staff: User, second: dict[str, str]
) -> None:
    report = moderation.report(alice, bob, "He swears.")
    stale = Report.objects.get(pk=report.pk)
    moderation.decide(bob, "warn", "Be kind.", staff, on=report)
    assert report.decision.endswith("Be kind.")
    other = User.objects.create_superuser("referee2", "referee2@example.org")
    with pytest.raises(moderation.BadDecision, match="already"):
        moderation.close(stale, other, "It is nothing.")
    client.force_login(other)
    address = reverse("admin:accounts_report_decide", args=[report.pk])
    answer = client.post(address, {**second, "reason": "Swearing."})
    assert "This report was decided already." in answer.content.decode()
    report.refresh_from_db()
    assert report.decided_by == staff
    assert Sanction.objects.get().kind == "warn"


def test_players_do_not_decide(client: Client, alice: User, bob: User) -> None:
    report = moderation.report(alice, bob, "He swears.")
    client.force_login(alice)
    assert client.post(reverse("admin:accounts_report_decide", args=[report.pk]), {}).status_code == 302
    helper = User.objects.create_user("helper1", "h@example.org", is_staff=True)
    client.force_login(helper)
    assert client.post(reverse("admin:accounts_report_decide", args=[report.pk]), {}).status_code == 403
    assert Report.objects.get().decided_at is None
    found = Sanction.objects.create(player=bob, kind="mute", reason="Swearing.", by=alice)
    lift = reverse("admin:accounts_sanction_lift", args=[found.pk])
    assert client.post(lift, {"reason": "I am nice."}).status_code == 403
    found.refresh_from_db()
    assert found.lifted_at is None


def test_reports_do_not_flood(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderation, "OPEN", 1)
    moderation.report(alice, bob, "One.")
    with pytest.raises(moderation.TooManyReports):
        moderation.report(alice, bob, "Two.")
    with pytest.raises(moderation.BadDecision):
        moderation.report(bob, bob, "Me.")


def test_whose_reports_were_decided_may_report_again(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "OPEN", 1)
    for _ in range(3):
        moderation.close(moderation.report(alice, bob, "He swore."), carol, "Nothing in it.")
    assert alice.reports.count() == 3


def test_words_that_no_text_can_hold_are_left_out(alice: User, bob: User) -> None:
    assert moderation.report(alice, bob, "rude\x00 words").why == "rude words"
    with pytest.raises(moderation.BadDecision):
        moderation.report(alice, bob, " \x00 ")
