"""What an event announces is posted to its organiser's webhook, once, and nobody else sees the address."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Delivery, Hook, HookPost, User
from accounts.notices import post, send
from accounts.notices.post import Answer, Post
from games.models import Match
from ladders import tasks
from ladders.events import announcing, deciding, entries, lifecycle, mending
from ladders.models import Event, EventHook, Fixture
from tests.at_once import raised_at_once
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.ladders.views.test_organise import FORM
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
URL = "https://discord.example.org/api/webhooks/1/secret"


@pytest.fixture
def organiser(alice: User) -> User:
    """Alice, who may organise."""
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=alice.pk)


@pytest.fixture
def posts(monkeypatch: pytest.MonkeyPatch) -> list[Post]:
    """What goes out."""
    found: list[Post] = []

    def post_all(some: Sequence[Post]) -> list[Answer]:
        found.extend(some)
        return [Answer(204, 0.1) for _ in some]

    monkeypatch.setattr(send, "post_all", post_all)
    return found


def said() -> list[str]:
    """What waits to be posted, and is posted now."""
    announcing.announce_all()
    kinds = [str(one.content["kind"]) for one in Delivery.objects.filter(way="hook").order_by("pk")]
    send.send_due()
    return kinds


def test_from_its_opening_to_its_results(alice: User, posts: list[Post]) -> None:
    event = Event.objects.create(name="The cup", format="round-robin", code="BO", pace="turns")
    announcing.choose(event, alice, URL, "plain")
    assert said() == []
    lifecycle.open_entries(event.pk)
    assert said() == ["event-opened"]
    assert said() == [], "once"
    begun(event, players(4))
    assert said() == ["event-began"]
    play_to_the_end(event)
    assert said()[-1] == "event-over"
    lifecycle.finish(event.pk)
    assert said() == ["event-final"]
    body = json.loads(posts[-1].body)
    assert body["event"] == {"id": event.pk, "name": "The cup", "game": "BO", "format": "round-robin"}
    assert body["subject"] == "The cup: The table is final"
    assert body["text"].startswith("Winner: p0")
    assert body["url"].endswith(event.get_absolute_url())
    assert {one.url for one in posts} == {URL}


def test_that_it_is_over_is_told_once_for_each_end(alice: User, posts: list[Post]) -> None:
    event = opened("league", matches=1)
    announcing.choose(event, alice, URL, "plain")
    begun(event, players(2))
    play_to_the_end(event)
    assert said() == ["event-began", "event-over"]
    for _ in range(2):
        work()
        assert said() == [], "once"
    for _ in range(2):
        mending.void(Fixture.objects.get().pk, alice, "The dice were wrong.")
        work()
        assert said() == ["event-goes-on"]
        play_to_the_end(event)
        assert said() == ["event-over"], "it is over again"
        assert said() == []
    mending.void(Fixture.objects.get().pk, alice, "They were wrong again.")
    deciding.end(event.pk, alice, "Enough.")
    assert said() == ["event-goes-on", "event-over"], "neither is left out, and they are in order"
    lifecycle.finish(event.pk)
    work()
    assert said() == ["event-final"]


def test_rounds_are_told_of_when_everybody_has_played_them(alice: User, posts: list[Post]) -> None:
    event = opened("swiss")
    announcing.choose(event, alice, URL, "plain")
    begun(event, players(5))  # one has a bye
    assert said() == ["event-began"]
    first, *rest = open_matches(event)
    play_out(first)
    assert said() == []
    for match in rest:
        play_out(match)
    event.refresh_from_db()
    assert said() == ["event-round"]
    assert said() == []
    assert event.log.filter(kind="round").count() == 1


def test_a_round_is_not_over_because_the_next_has_begun(alice: User, posts: list[Post]) -> None:
    """In a knock-out a tie begins as soon as both its players are known, whatever others still play."""
    event = opened("knockout")
    announcing.choose(event, alice, URL, "plain")
    begun(event, players(5))  # three have a bye, and two of these meet at once
    running = Fixture.objects.filter(section__event=event, match_id__isnull=False, result__isnull=True)
    assert set(running.values_list("round", flat=True)) == {1, 2}
    assert said() == ["event-began"]
    while first := running.filter(round=1).first():
        play_out(Match.objects.get(pk=first.match_id or 0), first.pk)
        assert said() == ([] if running.filter(round=1).exists() else ["event-round"])
    assert running.filter(round=2).exists()
    assert event.log.get(kind="round").what == "Round 1 is over"


def test_a_round_is_over_although_one_division_has_ended_before_it(alice: User, posts: list[Post]) -> None:
    event = opened("league", matches=3, division=2, moving=1)
    announcing.choose(event, alice, URL, "plain")
    begun(event, players(4))
    gone = open_matches(event)[0].seats.select_related("player")[0].player
    assert gone
    entries.withdraw_player(event.pk, gone)
    work()
    assert said() == ["event-began"], "the other division still plays its first"
    for number in (1, 2):
        [match] = open_matches(event)
        play_out(match, number)
        work()
        assert said() == ["event-round"]
        assert event.log.filter(kind="round").latest("pk").what == f"Round {number} is over"
    play_out(open_matches(event)[0])
    work()
    assert said() == ["event-over"], "of its last round the event itself tells"


def test_one_that_was_switched_off_goes_on_where_it_stopped(alice: User, posts: list[Post]) -> None:
    event = opened("league")
    announcing.choose(event, alice, URL, "plain")
    Hook.objects.update(off_at=timezone.now())
    begun(event, players(2))
    assert said() == []
    Hook.objects.update(off_at=None)
    assert said() == ["event-began"]


def test_one_that_is_called_off_says_why(alice: User, posts: list[Post]) -> None:
    event = opened("league")
    announcing.choose(event, alice, URL, "discord")
    lifecycle.cancel(event.pk, None, "Nobody came.")
    tasks.look_after()
    send.send_due()
    (one,) = posts
    assert "Nobody came" in json.loads(one.body)["content"]


def test_what_was_before_is_not_announced(alice: User) -> None:
    event = opened("league")
    announcing.choose(event, alice, URL, "plain")
    assert said() == []


def test_one_event_that_fails_does_not_stop_the_next(
    alice: User, monkeypatch: pytest.MonkeyPatch, posts: list[Post]
) -> None:
    events = [Event.objects.create(name=f"No. {number}", format="league", code="BO") for number in (1, 2)]
    for event in events:
        announcing.choose(event, alice, URL, "plain")
        lifecycle.open_entries(event.pk)
    rounds_over = announcing.rounds_over

    def broken(event: Event) -> list[int]:
        if event.pk == events[0].pk:
            raise ZeroDivisionError
        return rounds_over(event)

    monkeypatch.setattr(announcing, "rounds_over", broken)
    assert said() == ["event-opened"]


def test_a_successor_announces_where_the_event_did(alice: User) -> None:
    event = opened("league", recurring=True)
    announcing.choose(event, alice, URL, "slack")
    begun(event, players(2))
    heir = EventHook.objects.select_related("hook").get(event__previous=event)
    assert (heir.hook.url, heir.hook.shape, heir.hook.owner) == (URL, "slack", alice)
    assert heir.hook.page == reverse("ladders:lead", args=[heir.event_id])


def test_only_who_leads_sets_and_sees_it(client: Client, organiser: User, bob: User) -> None:
    client.force_login(organiser)
    wrong = {**FORM, "event-hook": "https://10.0.0.1/"}
    assert client.post(reverse("ladders:new"), wrong).status_code == 400
    assert not Event.objects.exists()
    form = {**FORM, "event-hook": URL, "event-shape": "discord"}
    assert client.post(reverse("ladders:new"), form).status_code == 302
    event = Event.objects.get()
    hook = Hook.objects.get()
    assert (hook.owner, hook.shape) == (organiser, "discord")
    lifecycle.open_entries(event.pk)
    change, lead = (reverse(f"ladders:{page}", args=[event.pk]) for page in ("change", "lead"))
    on = reverse("ladders:hook_on", args=[event.pk])
    assert URL in client.get(change).content.decode()
    Hook.objects.update(off_at=timezone.now(), fails=10, why="The answer was 404.")
    assert "failed 10 times" in client.get(lead).content.decode()
    pages = [event.get_absolute_url(), reverse("ladders:log", args=[event.pk]), reverse("ladders:index")]
    pages += [reverse(f"ladders:{name}", args=[event.pk]) for name in ("standings_json", "feed")]
    client.force_login(bob)
    assert client.get(change).status_code == client.get(lead).status_code == 403
    assert client.post(on).status_code == 403
    assert client.post(change, {**form, "event-hook": ""}).status_code == 403
    for page in pages:
        shown = client.get(page).content.decode()
        assert "discord.example.org" not in shown
        assert hook.secret not in shown
    client.force_login(organiser)
    assert client.post(on).status_code == 302
    hook.refresh_from_db()
    assert hook.off_at is None
    assert client.post(change, {**form, "event-hook": ""}).status_code == 302
    assert not Hook.objects.exists()
    assert not EventHook.objects.exists()


def test_entries_and_results_are_told_where_they_are_wanted(alice: User, posts: list[Post]) -> None:
    event = opened("league", matches=1)
    announcing.choose(event, alice, URL, "plain", entries=True, results=True)
    first, second, third = players(3)
    for player in (first, second, third):
        entries.enter(event.pk, player)
    entries.withdraw_player(event.pk, third)
    assert said() == ["event-entered"] * 3 + ["event-left"]
    assert json.loads(posts[0].body)["subject"] == "The league: p00 entered"
    begun(event, [])
    [match] = open_matches(event)
    assert said() == ["event-began"], "nothing of a match that runs"
    play_out(match)
    work()
    assert said() == ["event-result", "event-over"]
    told = json.loads(posts[-2].body)
    assert (told["match"], told["round"], told["event"]["id"]) == (match.pk, 1, event.pk)
    seats = match.seats.select_related("player").order_by("place", "index")
    assert told["text"].splitlines() == [f"{one.place}. {one.name} ({one.total})" for one in seats]
    mending.correct(Fixture.objects.get().pk, [1, 1], [], alice, "It was a draw.")
    assert said() == ["event-corrected"]
    mending.void(Fixture.objects.get().pk, alice, "The dice were wrong.")
    assert said() == ["event-goes-on", "event-corrected"]
    work()
    play_to_the_end(event)
    assert said() == ["event-result", "event-over"]
    again = json.loads(posts[-2].body)
    assert (again["kind"], told["kind"]) == ("event-result", "event-result")
    assert again["id"] != told["id"], "another result is another post"


def test_entries_and_results_are_not_told_unless_they_are_wanted_nor_made_up_for(
    alice: User, posts: list[Post]
) -> None:
    event = opened("league", matches=1)
    announcing.choose(event, alice, URL, "plain")
    begun(event, players(2))
    play_to_the_end(event)
    assert said() == ["event-began", "event-over"]
    announcing.choose(event, alice, URL, "plain", entries=True, results=True)
    assert said() == []


def test_a_result_is_posted_only_if_the_event_takes_it(alice: User) -> None:
    event = opened("league", matches=1)
    announcing.choose(event, alice, URL, "plain", results=True)
    begun(event, players(2))
    play_to_the_end(event)
    assert [one.content["kind"] for one in Delivery.objects.filter(way="hook")].count("event-result") == 1
    work()
    assert [one.content["kind"] for one in Delivery.objects.filter(way="hook")].count("event-result") == 1


def test_who_leads_tries_it_and_sees_what_was_answered(
    client: Client, organiser: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = opened("league", organiser=organiser)
    announcing.choose(event, organiser, URL, "plain")
    test = reverse("ladders:hook_test", args=[event.pk])
    monkeypatch.setattr(post, "post", lambda _one: Answer(204, 0.2))
    client.force_login(bob)
    assert client.post(test).status_code == 403
    client.force_login(organiser)
    shown = client.post(test, follow=True).content.decode()
    assert "the answer was 204" in shown
    assert "What was posted lately" in shown
    assert HookPost.objects.values_list("kind", "status").get() == ("test", 204)
    assert Hook.objects.get().secret in shown


@pytest.mark.django_db(transaction=True)
def test_two_who_lead_set_one_at_once(alice: User, bob: User) -> None:
    event = opened("league")
    assert not raised_at_once(
        lambda: announcing.choose(event, alice, URL, "plain"),
        lambda: announcing.choose(event, bob, URL, "discord"),
    )
    assert (EventHook.objects.count(), Hook.objects.count()) == (1, 1)
