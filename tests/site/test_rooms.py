"""One room for talk: what holds beside a match, in a team, in an event and between two holds in each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import leaving, limits, moderation, spending, talk
from accounts.limits import HOUR, Budget, Rate
from accounts.live import channels
from accounts.models import Profile, Report, User
from accounts.models.talk import LONGEST, Words
from accounts.people import relations
from accounts.talk import rooms
from accounts.talk.rooms import Room
from games.archive.comments import room_of
from games.chat import Beside
from games.match import queries
from ladders.clubs.rooms import OfClub
from ladders.events import entries, teams
from ladders.events.rooms import OfEvent, OfTeam
from tests.games.tables import begin, play_out
from tests.ladders import clubs
from tests.ladders.events import opened
from tests.talking import say, texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
Make = Callable[[User, User], Room]


def beside(alice: User, bob: User) -> Room:
    return Beside(begin("BO", alice, bob))


def team(alice: User, bob: User) -> Room:
    made = teams.make_team(opened("team").pk, alice, "Reds", [bob])
    teams.accept(made.pk, bob)
    return OfTeam(made)


def event(alice: User, bob: User) -> Room:
    made = opened("league")
    for player in (alice, bob):
        entries.enter(made.pk, player)
    return OfEvent(made)


def comments(alice: User, bob: User) -> Room:
    match = play_out(begin("BO", alice, bob))
    return room_of(*queries.table(match.pk))


def club(alice: User, bob: User) -> Room:
    return OfClub(clubs.club(alice, bob))


def two(alice: User, bob: User) -> Room:
    return talk.Two(alice, bob)


MANY = [beside, team, event, comments, club]
ALL = [*MANY, two]


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)
    cache.clear()


def of(player: User, room: Room) -> Room:
    """The room as the player comes to it: between two, the address names the other."""
    if isinstance(room, talk.Two):
        return talk.Two(player, room.high if player == room.low else room.low)
    return room


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def last(room: Room, player: User) -> Words:
    return room.remarks(player).latest("pk")


@pytest.mark.parametrize("make", ALL)
def test_what_one_says_the_other_reads_line_by_line(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    answer = client_of(alice).post(room.address, {"text": "Hello <b>\r\nbob\x00"})
    assert (answer.status_code, answer["Location"]) == (302, room.address)
    page = client_of(bob).get(of(bob, room).address).content.decode()
    assert "Hello &lt;b&gt;<br>bob</bdi>" in page
    assert room.readers in page


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST + 1)])
def test_what_is_refused_stays_in_the_form(make: Make, text: str, alice: User, bob: User) -> None:
    room = make(alice, bob)
    answer = client_of(alice).post(room.address, {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert ("Write something first." if not text.strip() else "is the most") in page
    assert text in page
    assert not room.remarks(alice).exists()


@pytest.mark.parametrize("make", ALL)
def test_the_muted_say_nothing_and_are_told_until_when(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    answer = client_of(alice).post(room.address, {"text": "Hello"})
    assert answer.status_code == 403
    assert "You may not write until" in answer.content.decode()
    page = client_of(alice).get(room.address)
    assert page.status_code == 200
    assert "You may not write until" in page.content.decode()
    assert "data-silent" in page.content.decode(), "there is no place to write that could be seen"
    assert 'id="say"' not in client_of(alice).get(room.address, {"before": 1}).content.decode()
    assert not room.remarks(alice).exists()


@pytest.mark.parametrize("make", ALL)
def test_who_is_suspended_neither_reads_nor_says(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    say(room, alice, "Well played")
    User.objects.filter(pk=bob.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    for answer in (
        client_of(bob).get(of(bob, room).address),
        client_of(bob).post(of(bob, room).address, {"text": "Hm"}),
    ):
        assert answer.status_code == 403
        assert "Well played" not in answer.content.decode()
    assert room.remarks(alice).count() == 1


@pytest.mark.parametrize("make", MANY)
@pytest.mark.parametrize("by_writer", [True, False])
def test_neither_of_two_who_are_apart_hears_the_other(
    make: Make, by_writer: bool, alice: User, bob: User
) -> None:
    room = make(alice, bob)
    say(room, alice, "Hello")
    relations.ignore(*((alice, bob) if by_writer else (bob, alice)))
    assert texts(room, bob) == []
    assert texts(room, alice) == ["Hello"]
    relations.forget(*((alice, bob) if by_writer else (bob, alice)))
    assert texts(room, bob) == ["Hello"]


@pytest.mark.parametrize("make", MANY)
def test_one_chat_off_holds_in_every_room_and_both_ways(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    say(room, alice, "Hello")
    Profile.objects.create(player=bob, chat=False)
    bob = User.objects.get(pk=bob.pk)
    assert texts(room, bob) is None
    page = client_of(bob).get(room.address).content.decode()
    assert "Your chat is switched off" in page
    assert "Hello" not in page
    assert "data-silent" in page, "there is no place to write that could be seen"
    assert client_of(bob).post(room.address, {"text": "Me too"}).status_code == 403
    assert texts(room, alice) == ["Hello"]


def test_messages_come_though_the_chat_is_off(alice: User, bob: User) -> None:
    Profile.objects.create(player=bob, chat=False)
    say(talk.Two(alice, bob), alice, "Hello")
    assert texts(talk.Two(bob, alice), User.objects.get(pk=bob.pk)) == ["Hello"]


@pytest.mark.parametrize("make", ALL)
def test_a_report_keeps_the_words_when_the_account_is_closed(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    say(room, alice, "Something\nfoul")
    remark = last(room, bob)
    address = of(bob, room).report_address(remark)
    assert address in client_of(bob).get(of(bob, room).address).content.decode()
    assert "Something<br>foul" in client_of(bob).get(address).content.decode()
    assert client_of(bob).post(address, {"why": "Foul"}).status_code == 302
    leaving.close(alice)
    report = Report.objects.get()
    assert (report.by, report.about, report.quote) == (bob, None, "Something\nfoul")
    assert report.where == f"{room.name}, remark {remark.pk}"
    judge = User.objects.create_superuser("judge", "judge@example.org")
    page = client_of(judge).get(f"/admin/accounts/report/{report.pk}/decide/").content.decode()
    assert "Something<br>foul" in page
    assert report.where in page
    with pytest.raises(moderation.BadDecision):
        moderation.decide(report.about, "warn", "Enough.", judge, on=report)
    moderation.close(report, judge, "The account is closed.")


@pytest.mark.parametrize("make", ALL)
def test_nobody_reports_what_nobody_else_can_read(make: Make, alice: User, bob: User, carol: User) -> None:
    room = make(alice, bob)
    say(room, alice, "Hello")
    remark = last(room, alice)
    assert client_of(carol).get(of(bob, room).report_address(remark)).status_code == 404
    assert client_of(alice).get(room.report_address(remark)).status_code == 404, "one's own"


@pytest.mark.parametrize("make", [beside, event])
def test_of_a_closed_account_the_words_stay_without_a_name(make: Make, alice: User, bob: User) -> None:
    room = make(alice, bob)
    say(room, alice, "Hello")
    leaving.close(alice)
    page = client_of(bob).get(room.address).content.decode()
    assert "former player" in page
    assert "Hello" in page
    assert room.report_address(last(room, bob)) not in page


@pytest.mark.parametrize("make", ALL)
def test_four_hundred_are_read_page_by_page(
    make: Make, alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    room = make(alice, bob)
    say(room, alice, "r-0-")
    first = last(room, alice)
    kept = {field.attname: getattr(first, field.attname) for field in first._meta.concrete_fields[1:]}
    type(first)._default_manager.bulk_create(
        type(first)(**{**kept, "text": f"r-{number}-"}) for number in range(1, 400)
    )
    client, address, seen, pages = client_of(bob), of(bob, room).address, [], 0
    client.get(address)
    while address:
        with django_assert_max_num_queries(16):
            page = client.get(address).content.decode()
        pages += 1
        seen += [number for number in range(400) if f">r-{number}-<" in page]
        _, more, rest = page.partition("?before=")
        address = f"{of(bob, room).address}?before={rest.split(chr(34))[0]}" if more else ""
    assert sorted(seen) == list(range(400))
    assert pages == 400 // rooms.PAGE


@pytest.mark.parametrize("make", ALL)
def test_one_sending_is_taken_once_and_a_refused_one_again(
    make: Make, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make(alice, bob)
    headers = {"x-once": "a" * 24, "hx-request": "true"}
    client = client_of(alice)
    only_one = {**limits.BUDGETS, "message": Budget("Much.", (Rate(1, HOUR),))}
    with monkeypatch.context() as spent:
        spent.setattr(limits, "BUDGETS", only_one)
        spending.spend("message", alice)
        assert client.post(room.address, {"text": "Hello"}, headers=headers).status_code == 429
    for _ in range(3):
        answer = client.post(room.address, {"text": "Hello"}, headers=headers)
        assert answer.status_code == 200
        assert "Hello" in answer.content.decode()
        assert "<html" not in answer.content.decode()
    assert room.remarks(alice).count() == 1


def test_what_was_not_written_down_is_said_when_it_is_sent_again(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = beside(alice, bob)
    with monkeypatch.context() as broken:
        broken.setattr(room, "keep", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rooms.say(room, alice, "Hello", "a" * 24)
    assert rooms.say(room, alice, "Hello", "a" * 24) is not None
    assert texts(room, bob) == ["Hello"]


@pytest.mark.parametrize("make", ALL)
def test_open_pages_are_told_on_a_channel_of_the_room_alone(
    make: Make,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    room = make(alice, bob)
    told: list[str] = []
    monkeypatch.setattr(channels, "publish", lambda *names: told.extend(names))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        say(room, alice, "Hello")
    assert [name for name in told if name.startswith("talk-")] == [room.channel]
    assert [name for name in told if name.startswith("match-")] == [], "strangers hear nothing of it"
    page = client_of(bob).get(of(bob, room).address).content.decode()
    assert f'data-refresh="{room.channel}"' in page
    assert f" {room.channel} " in f" {page.partition('data-channels=' + chr(34))[2].partition(chr(34))[0]} "


def test_a_list_costs_the_same_however_long_it_is(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    room = beside(alice, bob)
    for number in range(5):
        say(room, (alice, bob)[number % 2], "Hello")
    reader = User.objects.get(pk=bob.pk)
    with django_assert_num_queries(4):
        rooms.heard(room, reader)
