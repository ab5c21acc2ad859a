"""Byes and pairs by hand before a Swiss round: checked, shown, undone until it is laid."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import staff
from ladders.events import arranging, checking, entries, lifecycle
from ladders.models import Arrangement, Entry, Event, Fixture
from ladders.reasons import BadDecision
from tests.ladders.events import begun, open_matches, opened, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHY = "They asked for it."


@pytest.fixture
def carol_leads(carol: User) -> User:
    """Carol, who may organise."""
    carol.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=carol.pk)


def inside(event: Event) -> list[Entry]:
    return list(event.entries.select_related("player").order_by("pk"))


def pairs(event: Event, number: int) -> list[set[int]]:
    return [set(fixture.seats) for fixture in Fixture.objects.filter(section__event=event, round=number)]


def end_round(event: Event) -> None:
    """Every open match is decided for whoever sits first."""
    for match in open_matches(event):
        staff.adjudicate(match.pk, [1, 2], "A test.")
    work()


def decide(client: Client, event: Event, what: str, **given: object) -> int:
    form = {"why": WHY, **given}
    return client.post(reverse("ladders:decide", args=[event.pk, what]), form).status_code


def offered(client: Client, event: Event) -> set[str]:
    shown = client.get(reverse("ladders:lead", args=[event.pk])).content.decode()
    words = ("pair", "bye", "unpair")
    return {word for word in words if f'"{reverse("ladders:decide", args=[event.pk, word])}"' in shown}


def test_what_is_set_before_it_begins_is_played_and_the_pairing_takes_the_rest(
    client: Client, carol_leads: User
) -> None:
    event = opened("swiss", organiser=carol_leads)
    for player in players(7):
        entries.enter(event.pk, player)
    a, b, c, *_rest = inside(event)
    client.force_login(carol_leads)
    assert offered(client, event) == {"pair", "bye"}
    assert decide(client, event, "pair", entry=a.pk, other=b.pk) == 302
    assert decide(client, event, "bye", entry=c.pk) == 302
    assert offered(client, event) == {"pair", "bye", "unpair"}
    shown = client.get(event.get_absolute_url()).content.decode()
    assert "The director has set for round 1: p00 – p01; p02 has a bye." in shown
    assert event.log.filter(what="Round 1 by hand: p00 – p01", why=WHY, by=carol_leads).exists()
    preview = client.get(reverse("ladders:decide", args=[event.pk, "preview"])).content.decode()
    assert "p00 – p01" in preview or "p01 – p00" in preview
    lifecycle.start(event.pk)
    work()
    first = pairs(event, 1)
    assert {a.pk, b.pk} in first
    assert {c.pk} in first
    assert sum(len(pair) == 1 for pair in first) == 1
    assert sorted(seat for pair in first for seat in pair) == sorted(one.pk for one in inside(event))
    assert "has set for" not in client.get(event.get_absolute_url()).content.decode()


def test_the_next_round_is_set_while_one_is_played_and_undone_until_it_is_laid(
    client: Client, carol_leads: User
) -> None:
    event = begun(opened("swiss", organiser=carol_leads), players(7))
    (one, other) = Fixture.objects.filter(section__event=event)[0].seats
    a, b, c = (Entry.objects.get(pk=pk) for pk in (one, other, pairs(event, 1)[1].pop()))
    client.force_login(carol_leads)
    assert decide(client, event, "pair", entry=a.pk, other=b.pk) == 409, "they have met"
    assert decide(client, event, "pair", entry=a.pk, other=b.pk, again="on") == 302
    assert decide(client, event, "bye", entry=c.pk) == 302
    bye = event.arranged.get(seats=[c.pk])
    assert decide(client, event, "unpair", arrangement=bye.pk, why=" ") == 409
    assert decide(client, event, "unpair", arrangement=bye.pk) == 302
    assert event.log.filter(what=f"Round 2, no longer by hand: {c.name} has a bye").exists()
    end_round(event)
    second = pairs(event, 2)
    assert {a.pk, b.pk} in second
    assert {c.pk} not in second, "somebody else has the bye"
    kept = event.arranged.get()
    assert decide(client, event, "unpair", arrangement=kept.pk) == 409, "nothing is set for round 3"
    with pytest.raises(BadDecision, match="paired already"):
        arranging.take_back(event.pk, kept, carol_leads, WHY)


def test_what_does_not_fit_is_refused(client: Client, carol_leads: User) -> None:
    event = begun(opened("swiss", organiser=carol_leads), players(5))
    bye = next(pair for pair in pairs(event, 1) if len(pair) == 1).pop()
    a, b, c, *_rest = [one for one in inside(event) if one.pk != bye]
    client.force_login(carol_leads)
    assert decide(client, event, "pair", entry=a.pk, other=a.pk) == 409
    assert decide(client, event, "bye", entry=bye) == 409, "one bye each"
    assert decide(client, event, "pair", entry=a.pk, other=b.pk, again="on") == 302
    assert decide(client, event, "pair", entry=b.pk, other=c.pk, again="on") == 409, "nobody twice"
    assert decide(client, event, "bye", entry=a.pk) == 409
    entries.withdraw(c, None, "")
    assert decide(client, event, "bye", entry=c.pk) == 400
    with pytest.raises(BadDecision, match="is not in"):
        arranging.give_bye(event.pk, c, carol_leads, WHY)
    assert decide(client, event, "pair", entry=bye, other=_rest[0].pk, why=" ") == 409
    assert Arrangement.objects.count() == 1


def test_a_bye_is_given_only_where_the_field_is_odd(client: Client, carol_leads: User) -> None:
    event = opened("swiss", organiser=carol_leads)
    who = players(6)
    for player in who[:4]:
        entries.enter(event.pk, player)
    a, b, *_rest = inside(event)
    client.force_login(carol_leads)
    address = reverse("ladders:decide", args=[event.pk, "bye"])
    assert "Only where an odd number" in client.get(address).content.decode()
    refused = client.post(address, {"why": WHY, "entry": a.pk})
    assert refused.status_code == 409
    assert "somebody else would have to sit out, too" in refused.content.decode()
    entries.enter(event.pk, who[4])
    assert decide(client, event, "bye", entry=a.pk) == 302
    assert decide(client, event, "bye", entry=b.pk) == 409, "it has become even with that"
    entries.enter(event.pk, who[5])
    lifecycle.start(event.pk)
    work()
    assert [len(pair) for pair in pairs(event, 1)] == [2, 2, 2], "somebody came: all are paired"
    assert event.log.filter(what="Round 1 is not as it was set by hand: p00").count() == 1
    entries.withdraw(a, None, "")
    assert decide(client, event, "bye", entry=b.pk) == 302
    end_round(event)
    assert {b.pk} in pairs(event, 2)
    assert event.log.filter(what__contains="not as it was set").count() == 1
    assert checking.recompute() == []


def test_whoever_has_left_by_then_is_left_out_and_the_other_is_paired(carol_leads: User) -> None:
    event = begun(opened("swiss"), players(5))
    here = [one for one in inside(event) if {one.pk} not in pairs(event, 1)]
    a, b = here[0], here[1]
    arranging.pair(event.pk, a, b, carol_leads, WHY, again=True)
    entries.withdraw(a, None, "")
    end_round(event)
    second = pairs(event, 2)
    assert a.pk not in {seat for pair in second for seat in pair}
    assert any(b.pk in pair for pair in second)
    assert event.log.filter(what=f"Round 2 is not as it was set by hand: {a.name} – {b.name}").exists()
    assert checking.recompute() == []


def test_nothing_is_offered_where_no_round_is_to_come(client: Client, carol_leads: User) -> None:
    client.force_login(carol_leads)
    event = begun(opened("swiss", organiser=carol_leads), players(2))
    assert offered(client, event) == {"pair", "bye"}
    end_round(event)
    assert offered(client, event) == set(), "the last round is played"
    event.refresh_from_db()
    first = inside(event)[0]
    with pytest.raises(BadDecision, match="no coming round"):
        arranging.give_bye(event.pk, first, carol_leads, WHY)
    for form in ("league", "knockout"):
        other = begun(opened(form, organiser=carol_leads), players_again())
        assert offered(client, other) == set()
        assert decide(client, other, "bye", entry=other.entries.first().pk) == 409  # type: ignore[union-attr]


def players_again() -> list[User]:
    return list(User.objects.filter(username__startswith="p0").order_by("username")[:2])


def test_who_plays_sets_nothing(client: Client, carol_leads: User) -> None:
    event = opened("swiss", organiser=carol_leads)
    for player in (carol_leads, *players(3)):
        entries.enter(event.pk, player)
    a, b, c, _d = inside(event)
    client.force_login(carol_leads)
    assert decide(client, event, "pair", entry=b.pk, other=c.pk) == 403
    assert decide(client, event, "bye", entry=a.pk) == 403
    assert not Arrangement.objects.exists()
    lifecycle.start(event.pk)
    work()
    assert decide(client, event, "bye", entry=b.pk) == 403
