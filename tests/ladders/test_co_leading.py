"""Those who lead an event beside its organiser: asked, shown, in the log, with all rights but one."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import leaving
from accounts.models import Notice, User
from accounts.people import relations
from ladders.events import co_leading, engine, leaders, lifecycle, offences
from ladders.models import Director, Event, Fixture
from ladders.reasons import BadDecision
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHY = "Four eyes see more."


@pytest.fixture
def organiser(alice: User) -> User:
    """Alice, who may organise."""
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=alice.pk)


@pytest.fixture
def event(organiser: User) -> Event:
    """Alice's league, open."""
    return opened("league", organiser=organiser)


def named(event: Event, player: User) -> None:
    """The player leads the event beside its organiser."""
    Director.objects.create(event=event, player=player, accepted=True)


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    form = {"why": WHY, **given}
    return client.post(reverse("ladders:decide", args=[event.pk, what]), form).status_code


def act(client: Client, event: Event, what: str) -> int:
    return client.post(reverse("ladders:act", args=[event.pk]), {"what": what}).status_code


def offered(client: Client, event: Event) -> str:
    return client.get(reverse("ladders:lead", args=[event.pk])).content.decode()


def test_who_is_named_is_asked_agrees_and_leads(
    client: Client, event: Event, organiser: User, bob: User, carol: User
) -> None:
    client.force_login(organiser)
    assert decide(client, event, "name", player="BOB") == 302
    assert event.log.filter(what="bob is asked to help lead it", by=organiser, why=WHY).exists()
    assert Notice.objects.filter(player=bob, key__startswith=f"lead-{event.pk}").exists()
    assert "led by" not in client.get(event.get_absolute_url()).content.decode()
    client.force_login(bob)
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 403, "not before the yes"
    assert "You are asked to help lead this event" in client.get(event.get_absolute_url()).content.decode()
    assert act(client, event, "lead") == 302
    assert event.log.filter(what="bob helps lead it", by=bob).exists()
    assert event.name in client.get(reverse("ladders:index")).content.decode().partition("Led by me")[2]
    assert decide(client, event, "word") == 302
    assert event.log.filter(by=bob, why=WHY).exists()
    client.force_login(carol)
    assert "led by" in client.get(event.get_absolute_url()).content.decode()
    assert act(client, event, "lead") == 409
    assert act(client, event, "not lead") == 409
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 403


def test_who_is_asked_can_say_no(client: Client, event: Event, organiser: User, bob: User) -> None:
    co_leading.name(event.pk, bob, organiser, WHY)
    client.force_login(bob)
    assert act(client, event, "not lead") == 302
    assert not event.directors.exists()
    assert not leaders.may_lead(bob, event)


def test_who_leads_already_does_not_agree_again_nor_decline(client: Client, event: Event, bob: User) -> None:
    named(event, bob)
    client.force_login(bob)
    assert act(client, event, "lead") == 409
    assert act(client, event, "not lead") == 409
    assert leaders.may_lead(bob, event)
    assert not event.log.filter(by=bob).exists()


def test_who_was_only_asked_cannot_step_down(event: Event, organiser: User, bob: User) -> None:
    co_leading.name(event.pk, bob, organiser, WHY)
    with pytest.raises(BadDecision, match="do not lead"):
        co_leading.step_down(event.pk, bob, WHY)
    assert event.directors.filter(player=bob).exists()


def test_those_who_have_not_answered_yet_count_among_those_who_may_lead(
    event: Event, organiser: User, bob: User
) -> None:
    for player in players(co_leading.MOST):
        co_leading.name(event.pk, player, organiser, WHY)
    with pytest.raises(BadDecision, match="At most"):
        co_leading.name(event.pk, bob, organiser, WHY)


def test_they_neither_name_nor_dismiss_nor_make_events(
    client: Client, event: Event, organiser: User, bob: User, carol: User
) -> None:
    named(event, bob)
    client.force_login(bob)
    shown = offered(client, event)
    for word, there in (("name", False), ("dismiss", False), ("clone", False), ("step-down", True)):
        address = reverse("ladders:decide", args=[event.pk, word])
        assert (f'"{address}"' in shown) is there
    assert decide(client, event, "name", player="carol") == 403
    assert decide(client, event, "dismiss", director=event.directors.get().pk) == 403
    assert decide(client, event, "clone") == 403
    assert Event.objects.count() == 1
    assert client.get(reverse("ladders:new")).status_code == 403
    client.force_login(organiser)
    assert decide(client, event, "step-down") == 403
    assert decide(client, event, "clone") == 302


def test_who_leads_steps_down_or_is_dismissed_with_a_reason(
    client: Client, event: Event, organiser: User, bob: User
) -> None:
    named(event, bob)
    client.force_login(bob)
    assert decide(client, event, "step-down", why=" ") == 409
    assert decide(client, event, "step-down") == 302
    assert client.get(reverse("ladders:lead", args=[event.pk])).status_code == 403
    named(event, bob)
    client.force_login(organiser)
    key = event.directors.get().pk
    assert decide(client, event, "dismiss", director=key, why="") == 409
    assert decide(client, event, "dismiss", director=key + 1) == 400
    assert decide(client, event, "dismiss", director=key) == 302
    assert not leaders.may_lead(bob, event)
    assert event.log.filter(what="bob no longer leads it").count() == 2
    assert Notice.objects.filter(player=bob, key=f"dismissed-{key}").exists()
    assert decide(client, event, "dismiss", director=key) == 409, "there is nobody to dismiss"


@pytest.mark.parametrize(
    "why", ["ignores", "ignored", "muted", "suspended", "guest", "bot", "herself", "twice", "nobody", "many"]
)
def test_who_cannot_be_named(client: Client, event: Event, organiser: User, bob: User, why: str) -> None:
    if why in {"ignores", "ignored"}:
        relations.ignore(*((bob, organiser) if why == "ignores" else (organiser, bob)))
    elif why in {"muted", "suspended"}:
        User.objects.filter(pk=bob.pk).update(**{f"{why}_until": timezone.now() + timedelta(days=1)})
    elif why == "guest":
        User.objects.filter(pk=bob.pk).update(guest=True)
    elif why == "bot":
        User.objects.filter(pk=bob.pk).update(robot="bot")
    elif why == "twice":
        co_leading.name(event.pk, bob, organiser, WHY)
    elif why == "many":
        for player in players(co_leading.MOST):
            named(event, player)
    before = event.directors.count()
    client.force_login(organiser)
    name = {"herself": "alice", "nobody": "nemo"}.get(why, "bob")
    assert decide(client, event, "name", player=name) == (400 if why in {"bot", "nobody"} else 409)
    assert event.directors.count() == before


@pytest.mark.parametrize("apart", ["nobody", "ignores", "ignored"])
@pytest.mark.parametrize("of", ["staff", "organiser"])
def test_the_staff_name_nobody_who_is_apart_from_them_or_from_the_organiser(
    event: Event, organiser: User, bob: User, of: str, apart: str
) -> None:
    staff = User.objects.create_superuser("referee", "referee@example.org")
    other = staff if of == "staff" else organiser
    if apart != "nobody":
        relations.ignore(*((bob, other) if apart == "ignores" else (other, bob)))
    with nullcontext() if apart == "nobody" else pytest.raises(BadDecision):
        co_leading.name(event.pk, bob, staff, WHY)
    assert event.directors.exists() is (apart == "nobody")


def test_they_do_not_decide_about_their_own_matches(
    client: Client, organiser: User, bob: User, carol: User
) -> None:
    event = begun(opened("league", organiser=organiser), [bob, carol])
    named(event, bob)
    client.force_login(bob)
    fixture = Fixture.objects.get(section__event=event)
    given = {"fixture": fixture.pk, "winner": "0", "sure": "yes"}
    assert decide(client, event, "adjudicate", **given) == 403
    assert decide(client, event, "pause", days=2) == 403
    fixture.refresh_from_db()
    assert fixture.result is None
    other = begun(opened("league", organiser=organiser), [carol, *players(1)])
    named(other, bob)
    fixture = Fixture.objects.get(section__event=other)
    assert decide(client, other, "adjudicate", **{**given, "fixture": fixture.pk}) == 302


def test_what_they_may_ends_with_their_word_and_with_the_organisers_leave(
    event: Event, organiser: User, bob: User
) -> None:
    named(event, bob)
    assert leaders.may_lead(bob, event)
    User.objects.filter(pk=bob.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert not leaders.may_lead(User.objects.get(pk=bob.pk), event)
    organiser.user_permissions.clear()
    event = Event.objects.get(pk=event.pk)
    assert not leaders.may_lead(bob, event), "whom the staff have stopped leads through nobody"
    assert leaders.of(event) == []


def test_where_the_organiser_is_gone_they_go_on(event: Event, organiser: User, bob: User) -> None:
    named(event, bob)
    leaving.close(organiser)
    event = Event.objects.get(pk=event.pk)
    assert event.organiser is None
    assert leaders.may_lead(bob, event)
    leaving.close(bob)
    assert not event.directors.exists()


def test_they_hear_of_trouble_and_appeals_but_not_from_whom_they_ignore(
    organiser: User, bob: User, carol: User
) -> None:
    who = players(2)
    event = begun(opened("league", organiser=organiser), who)
    for player in (bob, carol):
        named(event, player)
    engine._in_trouble(event.pk, RuntimeError("x"))
    told = Notice.objects.filter(key__startswith=f"trouble-{event.pk}")
    assert {notice.player for notice in told} == {organiser, bob, carol}
    entry = event.entries.get(player=who[0])
    offences.record_offence(entry.pk, organiser, "Rude.")
    relations.ignore(carol, who[0])
    offences.appeal(event.pk, who[0], "I was not.")
    told = Notice.objects.filter(key__startswith=f"appeal-{entry.pk}-")
    assert {notice.player for notice in told} == {organiser, bob}


def test_what_follows_from_an_event_is_led_by_the_same(
    event: Event, organiser: User, bob: User, carol: User
) -> None:
    named(event, bob)
    co_leading.name(event.pk, carol, organiser, WHY)  # who has not answered, and is not asked again
    heir = lifecycle.succeed(event)
    assert leaders.may_lead(bob, heir)
    assert not leaders.may_lead(carol, heir)
    assert list(heir.directors.values_list("player", "accepted")) == [(bob.pk, True)]
