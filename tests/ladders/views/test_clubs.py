"""Pages of clubs: alice founded one, bob plays for it, carol is a stranger."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts import talk
from accounts.models import Report, User
from ladders.clubs import founding, membership
from ladders.clubs.rooms import OfClub
from ladders.models import Club, ClubAsking, ClubRemark
from tests import talking
from tests.ladders import clubs
from tests.ladders.events import players

pytestmark = pytest.mark.django_db


@pytest.fixture
def reds(alice: User, bob: User) -> Club:
    cache.clear()
    return clubs.club(alice, bob, about="We <roll> at https://example.org/")


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)


def page(client: Client, name: str, /, *args: object, status: int = 200, **query: str) -> str:
    answer = client.get(reverse(f"ladders:{name}", args=args), query)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def send(client: Client, name: str, /, *args: object, **form: object) -> tuple[int, str]:
    answer = client.post(reverse(f"ladders:{name}", args=args), form, follow=True)
    return answer.status_code, answer.content.decode()


def test_clubs_are_listed_and_found_by_their_names(client: Client, reds: Club, carol: User) -> None:
    clubs.club(carol, name="Blue Dice")
    clubs.club(carol, name="Gone Dice", closed_at="2026-01-01T00:00Z")
    everything = page(client, "clubs")
    assert "Red Dice" in everything
    assert "Blue Dice" in everything
    assert "Gone Dice" not in everything
    found = page(client, "clubs", q="RED").partition('id="found"')[2].partition('id="newest"')[0]
    assert "Red Dice" in found
    assert "Blue Dice" not in found
    for words in ("%", "\x00", "²"):
        assert "No club is called that." in page(client, "clubs", q=words)
    client.force_login(carol)
    assert "My clubs" in page(client, "clubs")


def test_lists_cost_the_same_however_many_there_are(
    client: Client, reds: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = players(30)
    for number, player in enumerate(people):
        clubs.club(player, name=f"Dice of {number:02}")
        membership.come(reds.pk, player)
    clubs.club(people[0], *people[1:], name="All of us")
    with django_assert_num_queries(1):
        page(client, "clubs")
    with django_assert_num_queries(6):
        assert "p29" in page(client, "club", "all-of-us")


def test_founding_by_its_form(client: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(alice)
    assert "Finish 3 more rated matches" in page(client, "club_new")
    assert send(client, "club_new", name="Red Dice", way="open")[0] == 409
    monkeypatch.setattr(founding, "FINISHED", 0)
    assert send(client, "club_new", name="Red\nDice", way="open")[0] == 400
    assert send(client, "club_new", name="Red Dice", way="open", about="x" * 2001)[0] == 400
    status, text = send(client, "club_new", name="Red Dice", way="open", about=" ")
    assert (status, "The club is founded" in text) == (200, True)
    status, text = send(client, "club_new", name="Red Dlce", way="open")
    assert (status, "much like it" in text) == (400, True)


def test_what_a_club_says_is_shown_as_it_is(client: Client, reds: Club) -> None:
    shown = page(client, "club", "red-dice")
    assert "We &lt;roll&gt;" in shown
    assert 'rel="nofollow ugc noopener noreferrer"' in shown
    assert "Leave the club" not in shown
    page(client, "club", "nobodys", status=404)


def test_a_stranger_asks_and_an_officer_lets_in(
    client: Client, reds: Club, alice: User, bob: User, carol: User
) -> None:
    client.force_login(carol)
    assert "You have asked" in send(client, "club_act", "red-dice", what="come", text="May I?")[1]
    assert send(client, "club_act", "red-dice", what="come")[0] == 409
    assert send(client, "club_act", "red-dice", what="dance")[0] == 400
    page(client, "club_lead", "red-dice", status=403)
    assert "You have asked to join." in page(client, "clubs")
    client.force_login(bob)
    page(client, "club_lead", "red-dice", status=403)
    client.force_login(alice)
    assert "May I?" in page(client, "club_lead", "red-dice")
    asking = ClubAsking.objects.get()
    assert "It is answered." in send(client, "club_decide", "red-dice", what="accept", asking=asking.pk)[1]
    assert send(client, "club_decide", "red-dice", what="accept", asking=asking.pk)[0] == 409
    assert send(client, "club_decide", "red-dice", what="accept", asking="x")[0] == 409
    client.force_login(carol)
    assert "Leave the club" in page(client, "club", "red-dice")
    assert "carol joined" in page(client, "club_log", "red-dice")
    assert "You have left" in send(client, "club_act", "red-dice", what="leave")[1]
    page(client, "club_log", "red-dice", status=404)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"what": "invite", "player": "nobody-there"}, 400),
        ({"what": "invite", "player": "carol"}, 200),
        ({"what": "expel", "player": "bob"}, 400),
        ({"what": "expel", "player": "bob", "why": "Rude.\nBcc: x@example.org"}, 400),
        ({"what": "expel", "player": "bob", "why": "Rude."}, 200),
        ({"what": "promote", "player": "BOB"}, 200),
        ({"what": "demote", "player": "bob"}, 409),
        ({"what": "hand-on", "player": "bob"}, 200),
        ({"what": "close"}, 400),
        ({"what": "close", "why": "It is over."}, 200),
        ({"what": "dance", "player": "bob"}, 400),
    ],
)
def test_what_the_founder_decides(
    client: Client, reds: Club, alice: User, carol: User, form: dict[str, Any], status: int
) -> None:
    client.force_login(alice)
    found, text = send(client, "club_decide", "red-dice", **form)
    assert found == status, text


def test_a_players_page_leads_to_the_clubs(client: Client, reds: Club, bob: User, carol: User) -> None:
    for player, shown in ((bob, True), (carol, False)):
        text = client.get(reverse("games:player", args=[player.username])).content.decode()
        assert (reds.get_absolute_url() in text) == shown


def test_a_closed_club_keeps_a_page_and_no_more(client: Client, reds: Club, alice: User, bob: User) -> None:
    founding.close(reds.pk, alice, "It is over.")
    client.force_login(bob)
    shown = page(client, "club", "red-dice")
    assert "This club was closed" in shown
    assert "Join" not in shown
    client.force_login(alice)
    page(client, "club_lead", "red-dice", status=404)
    assert "Red Dice" not in page(client, "clubs")


def test_staff_rename_a_club_that_is_closed_too(
    client: Client, reds: Club, alice: User, director: User
) -> None:
    founding.close(reds.pk, alice, "It is over.")
    client.force_login(director)
    lead = page(client, "club_lead", "red-dice")
    assert "Rename the club" in lead
    assert "Invite somebody" not in lead
    form = {"what": "rename", "why": "Rude."}
    assert send(client, "club_decide", "red-dice", **form, name="Ad")[0] == 400
    assert send(client, "club_decide", "red-dice", what="rename", name="Green Dice")[0] == 400
    assert "Green Dice" in send(client, "club_decide", "red-dice", **form, name="Green Dice")[1]
    page(client, "club", "red-dice", status=404)


def test_only_members_and_staff_read_what_is_said(
    client: Client, reds: Club, alice: User, bob: User, carol: User, director: User
) -> None:
    talk = reverse("ladders:club_talk", args=["red-dice"])
    client.force_login(bob)
    assert client.post(talk, {"text": "We <win>."}).status_code == 302
    client.force_login(carol)
    assert client.get(talk).status_code == 403
    assert client.post(talk, {"text": "Me too"}).status_code == 403
    for player in (alice, director):
        client.force_login(player)
        assert "We &lt;win&gt;." in client.get(talk).content.decode()
    membership.leave(reds.pk, bob)
    client.force_login(bob)
    assert client.get(talk).status_code == 403


def test_a_newcomer_only_reads(
    client: Client, reds: Club, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: False)
    address = reverse("ladders:club_talk", args=["red-dice"])
    client.force_login(bob)
    assert "you can only read here" in client.get(address).content.decode()
    assert client.post(address, {"text": "Spam"}).status_code == 403


def test_an_officer_takes_down_what_staff_still_read(
    client: Client, reds: Club, alice: User, bob: User, director: User
) -> None:
    remark = talking.say(OfClub(reds), bob, "A rude word")
    talk = reverse("ladders:club_talk", args=["red-dice"])
    down = reverse("ladders:club_remark_down", args=["red-dice", remark.pk])
    client.force_login(bob)
    assert down not in client.get(talk).content.decode()
    assert client.post(down).status_code == 403
    client.force_login(alice)
    assert down in client.get(talk).content.decode()
    assert "A rude word" in client.get(down).content.decode()
    assert client.post(down).status_code == 302
    assert client.post(down).status_code == 404
    for player, read in ((alice, False), (bob, False), (director, True)):
        client.force_login(player)
        assert ("A rude word" in client.get(talk).content.decode()) == read
    kept = ClubRemark.objects.get()
    assert (kept.text, kept.down_by) == ("A rude word", alice)
    assert "Something that bob said was taken down" in page(client, "club_log", "red-dice")


def test_a_remark_and_a_club_are_reported(client: Client, reds: Club, alice: User, bob: User) -> None:
    remark = talking.say(OfClub(reds), bob, "A rude word")
    client.force_login(alice)
    report = reverse("ladders:report_club_remark", args=["red-dice", remark.pk])
    assert client.post(report, {"why": "Rude"}).status_code == 302
    client.force_login(bob)
    assert client.post(reverse("ladders:report_club", args=["red-dice"]), {"why": "Rude"}).status_code == 302
    assert set(Report.objects.values_list("about__username", flat=True)) == {"alice", "bob"}
