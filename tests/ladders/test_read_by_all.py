"""What happened in events, on ladders and in clubs, and what was won, each reads in their own language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Delivery, Notice, User
from accounts.said import later
from boatzee_site.catalogues.languages import SOURCE, TRANSLATED
from games.models import Match
from ladders.clubs import founding, matches, membership
from ladders.events import announcing, deciding, engine, entries, lifecycle, log, mending
from ladders.ladder import climbing, refereeing
from ladders.models import ClubLine, ClubMatch, Event, Fixture, Ladder, Log, Medal
from tests.at_once import at_once
from tests.ladders.events import begun, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHY = "Zij kan niet meer."


@pytest.fixture(autouse=True)
def _three_languages() -> Iterator[None]:
    codes = [SOURCE, TRANSLATED["nl"], TRANSLATED["de"]]
    with override_settings(LANGUAGES=[(one.code, one.name) for one in codes]):
        yield


@pytest.fixture
def league() -> Event:
    return begun(opened("league", matches=1), players(4))


def page(address: str, code: str, player: User | None = None) -> str:
    """What stands there for whoever reads this language."""
    client = Client()
    if player is not None:
        client.force_login(player)
    response = client.get(address, headers={"accept-language": code})
    assert response.status_code == 200
    return str(response.content.decode())


def in_all(address: str, player: User | None = None) -> list[str]:
    """The page in English, Dutch and German."""
    return [page(address, code, player) for code in ("en", "nl", "de")]


def test_what_a_dutch_director_does_a_german_reads_in_german(league: Event, director: User) -> None:
    director.language = "nl"
    director.save()
    client = Client()
    client.force_login(director)
    entry = league.entries.get(player__username="p02")
    form = {"entry": entry.pk, "why": WHY, "sure": "1"}
    client.post(reverse("ladders:decide", args=[league.pk, "withdraw"]), form)
    line = Log.objects.get(event=league, by=director)
    assert (line.what, line.why) == ("p02 withdrew", WHY)

    english, dutch, german = in_all(reverse("ladders:log", args=[league.pk]))
    assert f"p02 withdrew (by referee1): {WHY}" in english
    assert "p02 heeft zich teruggetrokken" in dutch
    assert "p02 hat sich zurückgezogen" in german
    assert f": {WHY}" in german, "what somebody wrote is as it was written"
    assert "p02 withdrew" not in german
    assert "Mit 4 Teilnahmen begonnen" in german
    assert "p02 hat sich zurückgezogen" in page(league.get_absolute_url(), "de")
    feed = reverse("ladders:feed", args=[league.pk])
    assert "p02 hat sich zurückgezogen" in page(feed, "de")
    assert 'xml:lang="de"' in page(feed, "de")


def test_programs_and_webhooks_are_told_in_english(league: Event, director: User) -> None:
    announcing.choose(league, director, "https://example.org/hook", "plain", entries=True)
    with translation.override("nl"):
        entries.withdraw(league.entries.get(player__username="p01"), director, WHY)
        announcing.announce_all()
    content = Delivery.objects.latest("pk").content
    assert content["subject"] == "The league: p01 withdrew"
    api = page(f"/api/v1/events/{league.pk}/log", "de")
    assert "p01 withdrew" in api
    assert "zurückgezogen" not in api


def test_titles_and_the_notice_of_one_are_in_the_winner_s_language(league: Event, director: User) -> None:
    User.objects.update(language="de")
    play_to_the_end(league)
    with translation.override("nl"):
        assert lifecycle.finish(league.pk, director, "Klaar.")
        assert not lifecycle.finish(league.pk, director, "Klaar.")
    first = Medal.objects.filter(place=1).select_related("player")[0]
    assert first.title == "Winner of The league"
    assert Medal.objects.count() == Medal.objects.values("player").distinct().count()
    english, dutch, german = in_all(reverse("games:player", args=[first.player.username]))
    assert "Winner of The league" in english
    assert "Eerste plaats in The league" in dutch
    assert "Erster Platz in The league" in german
    assert "Erster Platz in The league" in page(league.get_absolute_url(), "de")
    told = Notice.objects.filter(player=first.player, key__startswith="medal").get()
    assert told.subject == "Erster Platz in The league"


def test_divisions_are_in_the_title() -> None:
    event = play_to_the_end(begun(opened("league", matches=1, division=3), players(5)))
    lifecycle.finish(event.pk)
    assert set(Medal.objects.filter(place=1).values_list("title", flat=True)) == {
        "Winner of The league, division 1",
        "Winner of The league, division 2",
    }
    with translation.override("de"):
        said = {medal.says for medal in Medal.objects.filter(place=1)}
    assert said == {"Erster Platz in The league, Staffel 1", "Erster Platz in The league, Staffel 2"}


def test_lines_and_titles_of_before_stay_as_they_are(league: Event, alice: User) -> None:
    with connection.cursor() as cursor:  # as the release before does, beside this one
        cursor.execute(
            "INSERT INTO ladders_log (event_id, at, what, kind, why)"
            " VALUES (%s, now(), 'p02 heeft een bye', '', '')",
            [league.pk],
        )
        cursor.execute(
            "INSERT INTO ladders_medal (event_id, player_id, place, title, at) VALUES (%s, %s, 1, %s, now())",
            [league.pk, alice.pk, "Winner of The league"],
        )
    for shown in in_all(reverse("ladders:log", args=[league.pk])):
        assert "p02 heeft een bye" in shown
    for shown in in_all(reverse("games:player", args=["alice"])):
        assert "Winner of The league" in shown


def test_a_name_goes_escaped_into_the_page_and_stays_the_one_of_then(league: Event) -> None:
    player = User.objects.get(username="p03")
    with translation.override("nl"):
        entries.withdraw(league.entries.get(player=player), None, "")
        log.note(league, later("%(event)s needs a hand") % {"event": "<b>&\nthe league"})
    User.objects.filter(pk=player.pk).update(username="renamed")
    german = page(reverse("ladders:log", args=[league.pk]), "de")
    assert "p03 hat sich zurückgezogen" in german, "as in English"
    assert "&lt;b&gt;&amp;\nthe league" in german
    assert "<b>&" not in german


def test_a_line_that_is_broken_is_read_in_english(league: Event) -> None:
    missing, unknown = {"say": "%(entry)s withdrew", "with": {}}, {"say": "No longer said"}
    found: list[Any] = [[], {"what": missing}, {"what": unknown}]
    for said in found:
        Log.objects.create(event=league, what="It is read", said=said)
    assert page(reverse("ladders:log", args=[league.pk]), "de").count("It is read") == 3


@pytest.mark.parametrize("code", ["nl", "de"])
def test_a_match_that_the_round_ended_says_so_to_each(league: Event, code: str) -> None:
    Fixture.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    Match.objects.update(deadline=timezone.now() - timedelta(minutes=1))
    with translation.override(code):
        engine.look_after(league.pk)
        work()
    match = Match.objects.filter(event=league.pk, adjudicated=True)[0]
    assert match.reason == "The round of The league is over."
    table = reverse("games:table", args=[match.pk])
    assert "Die Runde von The league ist vorbei." in page(table, "de")
    assert "The round of The league is over." in page(table, "en")
    assert "Die Runde von The league ist vorbei." in page(league.get_absolute_url(), "de")


def test_who_decides_gives_a_reason_of_their_own(director: User) -> None:
    event = begun(opened("swiss"), players(4))
    fixture = Fixture.objects.filter(section__event=event).order_by("pk")[0]
    with translation.override("nl"):
        mending.adjudicate(fixture.pk, [1, 2], director, "The account is closed.")
    match = Match.objects.get(pk=fixture.match_id or 0)
    assert match.said is None
    assert "referee1" in page(reverse("games:table", args=[match.pk]), "de")
    assert "The account is closed." in page(reverse("games:table", args=[match.pk]), "de")


def test_what_the_site_gives_as_the_reason_is_said_to_each(league: Event) -> None:
    with translation.override("nl"):
        event = opened("swiss", begins_at=timezone.now() - timedelta(minutes=1), fewest=4)
        lifecycle.begin_due(event.pk, timezone.now())
    line = Log.objects.get(event=event, kind=Log.Kind.CANCELLED)
    assert line.why == "At least 4 are needed, 0 are confirmed."
    assert "Abgesagt: Mindestens 4 sind nötig, 0 sind bestätigt." in page(
        reverse("ladders:log", args=[event.pk]), "de"
    )


def test_a_pause_names_its_day_and_a_number_its_word(league: Event, director: User) -> None:
    with translation.override("de"):
        deciding.pause(league.pk, 1, director, "Pause.")
    line = Log.objects.get(event=league, by=director)
    league.refresh_from_db()
    assert league.paused_until
    assert line.what == f"Paused for 1 day, until {league.paused_until:%-d %B %Y}"
    with translation.override("nl"):
        assert line.says.startswith("1 dag pauze, tot ")


def test_ladders_are_told_of_to_each(ladder: Ladder, director: User, alice: User, bob: User) -> None:
    User.objects.update(last_seen=timezone.now())
    with translation.override("nl"):
        climbing.join(ladder.pk, alice)
        climbing.join(ladder.pk, bob)
        made = climbing.challenge(ladder.pk, bob, alice)
        refereeing.decide(made.pk, refereeing.Winner.NOBODY, director, WHY)
    english, _dutch, german = in_all(reverse("ladders:ladder_log", args=["BO"]))
    assert "The challenge of bob and alice is decided: nobody" in english
    assert "Die Herausforderung von bob und alice ist entschieden: niemand" in german
    assert "bob fordert alice heraus" in german
    assert "alice ist auf Sprosse 1 eingestiegen" in german


def test_clubs_are_told_of_to_each(four: tuple[User, User, User, User], asked: ClubMatch) -> None:
    with translation.override("nl"):
        membership.leave(asked.home_id, four[1])
        matches.decline(asked.pk, four[2])
    line = ClubLine.objects.latest("pk")
    assert line.what == f"{four[1]} left"
    log = reverse("ladders:club_log", args=[asked.home.slug])
    assert f"{four[1]} ist ausgetreten" in page(log, "de", four[0])
    asked.refresh_from_db()
    assert asked.why == "Blue Dice declined."
    assert "Blue Dice hat abgelehnt." in page(asked.get_absolute_url(), "de")
    with translation.override("nl"):
        founding.close(asked.home_id, four[0], WHY)
    assert ClubLine.objects.latest("pk").what == "The club was closed"


@pytest.mark.django_db(transaction=True)
def test_two_who_act_at_once_write_no_word_of_their_languages() -> None:
    event, both = opened("league"), players(2)

    def enter(code: str, player: User) -> None:
        with translation.override(code):
            entries.enter(event.pk, player)

    at_once(lambda: enter("nl", both[0]), lambda: enter("de", both[1]))
    lines = Log.objects.filter(event=event, kind=Log.Kind.ENTERED)
    assert {line.what for line in lines} == {"p00 entered", "p01 entered"}
    with translation.override("de"):
        assert {line.says for line in lines} == {"p00 nimmt teil", "p01 nimmt teil"}
