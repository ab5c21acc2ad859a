"""The staff's page of how near to perfect players decide: who may look, and what it says."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Notice, Sanction, User
from games.analysis.fair_play import FALSE_ALARMS, FEWEST, WINDOW
from games.coach import advice, reviews
from games.models import FairPlay, PlayedBy
from tests.games.coach.coached import Simple
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())


@pytest.fixture
def staff(client: Client, carol: User) -> Client:
    carol.is_staff = True
    carol.save()
    carol.user_permissions.add(Permission.objects.get(codename="view_fairplay"))
    client.force_login(carol)
    return client


def row_of(player: User, measure: int | None, **more: int) -> FairPlay:
    """A player with enough matches, beside many whose odds are one to one."""
    PlayedBy.objects.update_or_create(
        code="BZ", band=2, defaults={"players": 40, "total": 0, "squares": 40 * 900}
    )
    known: dict[str, int | None] = {
        "matches": WINDOW,
        "decisions": 900,
        "best": 700,
        "hard": 400,
        "hard_best": 380,
    }
    known |= {"band": 2, "measure": measure, "score": measure, **more}
    return FairPlay.objects.create(player=player, code="BZ", cost=9.0, at_stake=900.0, **known)


def listed(client: Client, **query: str) -> str:
    return client.get(reverse("admin:games_fairplay_changelist"), query).content.decode()


def page(client: Client, row: FairPlay) -> str:
    answer = client.get(reverse("admin:games_fairplay_change", args=[row.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_only_staff_who_may_look_do(client: Client, alice: User, bob: User) -> None:
    row = row_of(alice, 300)
    addresses = [
        reverse("admin:games_fairplay_changelist"),
        reverse("admin:games_fairplay_change", args=[row.pk]),
    ]
    for address in addresses:
        assert client.get(address).status_code == 302
    client.force_login(alice)
    for address in addresses:
        assert client.get(address).status_code in {302, 403}
    bob.is_staff = True
    bob.save()
    client.force_login(bob)
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 403
        assert "alice" not in answer.content.decode()


def test_nothing_is_changed_there(staff: Client, alice: User) -> None:
    row = row_of(alice, 300)
    assert staff.post(reverse("admin:games_fairplay_change", args=[row.pk]), {"hard": 1}).status_code == 403
    assert staff.post(reverse("admin:games_fairplay_delete", args=[row.pk])).status_code == 403
    assert staff.get(reverse("admin:games_fairplay_add")).status_code == 403
    row.refresh_from_db()
    assert row.hard == 400


def test_who_stands_out_comes_first_and_nothing_follows(staff: Client, alice: User, bob: User) -> None:
    row_of(bob, 30)
    row_of(alice, 400)
    found = listed(staff)
    assert found.index(">alice<") < found.index(">bob<")
    assert found.count('field-marked">Yes<') == 1
    assert found.count('field-marked">No<') == 1
    assert "95.0 % of 400" in found
    assert "99.0 %" in found
    assert "0.010 points" in found
    assert not Sanction.objects.exists()
    assert not Notice.objects.exists()


def test_the_false_alarms_are_said(staff: Client, alice: User) -> None:
    row = row_of(alice, 400)
    said = f"at most 1 of {round(1 / FALSE_ALARMS)} looks"
    assert said in listed(staff)
    found = page(staff, row)
    assert said in found
    assert "Stands out" in found
    assert "Compared with 39 others of about this rating." in found
    assert "40 players of this game are looked at." in found


def test_too_little_is_said_to_be_too_little(staff: Client, alice: User, bob: User) -> None:
    few = row_of(alice, None, matches=3)
    assert "Not enough matches yet." in listed(staff)
    assert f"Not enough yet: 3 matches of the {WINDOW}" in page(staff, few)
    PlayedBy.objects.update(players=FEWEST)
    alone = FairPlay.objects.create(player=bob, code="BZ", band=2, matches=WINDOW, measure=400, hard=100)
    assert "Not enough players yet." in listed(staff, q="bob")
    assert "too few others" in page(staff, alone)


def test_the_matches_it_rests_on_are_linked_to_their_reviews(
    staff: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = play_out(begin("PG", alice, bob))
    reviews.make_due()
    row = FairPlay.objects.get(player=alice)
    address = reverse("admin:games_fairplay_change", args=[row.pk])
    staff.get(address)
    with django_assert_num_queries(10):
        found = staff.get(address).content.decode()
    seat = first.seats.get(player=alice).index + 1
    assert f"{reverse('games:review', args=[first.pk])}?seat={seat}" in found
    assert "bob" in found
    for _ in range(3):
        play_out(begin("PG", alice, bob))
    reviews.make_due()
    with django_assert_num_queries(10):
        assert staff.get(address).content.decode().count("?seat=") == 4


def test_a_list_asks_the_same_however_long(
    staff: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row_of(alice, 400)
    address = reverse("admin:games_fairplay_changelist")
    staff.get(address)
    with django_assert_num_queries(7):
        staff.get(address)
    row_of(bob, 30)
    with django_assert_num_queries(7):
        staff.get(address)


def test_what_people_are_called_is_escaped(staff: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(username="<b>x")
    row = row_of(alice, 400)
    assert "<b>x" not in page(staff, row)
    assert "<b>x" not in listed(staff)
