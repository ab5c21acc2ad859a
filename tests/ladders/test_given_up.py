"""A result that the worker gave up is seen by who can help, and its event goes on once it is tried again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import outbox
from accounts.models import Errand, Notice, User
from games.models import Match
from ladders.events import engine, results
from ladders.ladder import climbing, order, settling
from ladders.models import Challenge, Event, Fixture, Ladder
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.test_engine import resign
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def staff(client: Client) -> User:
    """Somebody of the staff, signed in."""
    found = User.objects.create_superuser("referee", "referee@example.org")
    client.force_login(found)
    return found


def give_up() -> None:
    """Let what failed be tried for the last time."""
    Errand.objects.update(
        due=timezone.now(), created_at=timezone.now() - outbox.PATIENCE - timedelta(hours=1)
    )
    work()


def try_again(client: Client) -> None:
    """As the staff do it in the admin, from where the notice leads."""
    address = reverse("admin:accounts_errand_changelist") + "?given_up_at__isempty=0"
    page = client.get(address).content.decode()
    errand = Errand.objects.get()
    assert f"{results.KIND} {errand.subject}" in page or str(errand.subject) in page
    client.post(address, {"action": "try_again", "_selected_action": [errand.pk]})
    assert not Errand.objects.exclude(given_up_at=None).exists()


@pytest.mark.long
def test_an_event_whose_result_was_given_up_is_in_trouble_and_is_restored(
    client: Client, staff: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob.user_permissions.add(Permission.objects.get(codename="organise_event"))
    event = begun(opened("swiss", organiser=bob), players(4))
    whole = begun(opened("swiss"), players_again())
    lost, taken = open_matches(event)
    settle = results.settle

    def fails(match: Match) -> None:
        if match.pk == lost.pk:
            raise ZeroDivisionError("of this match alone")
        settle(match)

    monkeypatch.setattr(results, "settle", fails)
    for match in (lost, taken, *open_matches(whole)):
        resign(match)
    work()
    event.refresh_from_db()
    assert event.trouble == "", "as long as it is tried nobody is bothered"
    give_up()
    event.refresh_from_db()
    assert event.trouble.startswith(f"ResultLost: The result of match {lost.pk} could not be taken")
    assert "of this match alone" in event.trouble
    whole.refresh_from_db()
    assert whole.trouble == ""
    assert Fixture.objects.filter(section__event=whole, round=2).count() == 2, "another event goes on"
    for helper in (staff, bob):
        assert Notice.objects.filter(player=helper, subject__contains="needs a hand").exists()
    told = Notice.objects.get(player=staff, subject__contains="was given up")
    assert client.get(told.address).status_code == 200
    assert not Notice.objects.filter(player=bob, subject__contains="was given up").exists()
    assert engine.due(timezone.now()) == [], "it is left alone for a while, like all that is in trouble"
    monkeypatch.undo()
    try_again(client)
    work()
    Event.objects.update(look_at=timezone.now())
    work()
    event.refresh_from_db()
    assert event.trouble == ""
    assert Fixture.objects.filter(section__event=event, round=2).count() == 2
    assert play_to_the_end(event).status == Event.Status.REVIEW


def players_again() -> list[User]:
    """Those who are in the other event."""
    return list(User.objects.filter(username__startswith="p0").order_by("username"))


def test_a_challenge_whose_result_was_given_up_is_told_of_and_is_restored(
    client: Client, staff: User, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = Ladder.objects.create(code="BO")
    for player in (alice, bob):
        climbing.join(ladder.pk, player)
    User.objects.update(last_seen=timezone.now())
    challenge = climbing.challenge(ladder.pk, bob, alice)

    def fails(match: Match) -> None:
        raise ZeroDivisionError

    for pk in (challenge.first, challenge.second):
        assert pk
        match = Match.objects.get(pk=pk)
        if pk == challenge.second:
            monkeypatch.setattr(settling, "settle", fails)
        resign(match, index=match.seats.get(player=alice).index)
        work()
    give_up()
    assert Notice.objects.filter(player=staff, subject__contains="was given up").count() == 1
    monkeypatch.undo()
    try_again(client)
    work()
    assert Challenge.objects.get().winner == bob
    assert order.rank(ladder.pk, bob.pk) == 1


def test_however_many_results_were_given_up_one_query_finds_what_is_due(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = begun(opened("swiss"), players(2))
    lost = [Errand(kind=results.KIND, subject=10**9 + n, given_up_at=timezone.now()) for n in range(3000)]
    Errand.objects.bulk_create(lost)
    with django_assert_num_queries(1) as one:
        assert engine.due(timezone.now()) == []
    assert len(one[0]["sql"]) < 10_000
    Errand.objects.filter(pk=lost[-1].pk).update(subject=Fixture.objects.get().match_id, error="Broken.")
    with django_assert_num_queries(1):
        assert engine.due(timezone.now()) == [event.pk]
    engine.look_after(event.pk)
    event.refresh_from_db()
    assert event.trouble.endswith("Broken.")
