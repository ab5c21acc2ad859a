"""Numbers on the pages: receipts for one seat alone, numbers with the form, pledges in the background."""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from dicepool import notes, receipts
from games.match import play
from games.models import Match, Pledge
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.own_numbers import Browser, falls, label, reserved
from tests.games.tables import begin, legal, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ROLL = Move(Kind.ROLL)
STOCK = "/matches/numbers/"


def signed_in(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def page(client: Client, match: Match) -> str:
    return client.get(reverse("games:table", args=[match.pk])).content.decode()


def own(client: Client, match: Match) -> dict[str, Any] | None:
    """What the page tells the browser of its player's dice."""
    found = re.search(r'data-own="([^"]*)"', page(client, match))
    return json.loads(unescape(found[1])) if found else None


@pytest.fixture
def browser(alice: User) -> Browser:
    found = Browser(alice)
    found.stock()
    return found


class TestReceipts:
    @pytest.mark.parametrize("pace", [Pace.TURNS, Pace.SPLIT])
    def test_each_player_gets_those_of_their_own_seat(
        self, client: Client, alice: User, bob: User, carol: User, browser: Browser, pace: Pace
    ) -> None:
        match = begin("BO", alice, bob, pace=pace)
        for player in (alice, bob):
            told = own(signed_in(player), match)
            assert told is not None
            [one] = reserved(match, player)
            [shown] = told["sets"]
            assert (shown["serial"], shown["pledge"]) == (one.serial, one.pledge.hex())
            text = notes.verify(shown["receipt"], [told["key"]])
            assert text == receipts.text(one.serial, one.label, one.pledge, one.at_ms)
        [alices] = reserved(match, alice)
        for visitor in (signed_in(bob), signed_in(carol), client):
            html = page(visitor, match)
            assert alices.pledge.hex() not in html
            assert alices.label.hex() not in html
        assert own(client, match) is own(signed_in(carol), match) is None

    def test_ones_own_rolls_come_with_their_numbers(self, alice: User, bob: User, browser: Browser) -> None:
        match = begin("BO", alice, bob)
        while to_move(match) != alice:
            make(match, bob, legal(match, bob)[-1])
        browser.make(match, ROLL)
        rolled = match.moves.latest("number")
        told = own(signed_in(alice), match)
        assert told is not None
        assert told["rolled"] == [{"serials": rolled.serials, "numbers": rolled.numbers, "dice": rolled.dice}]
        assert rolled.numbers[0]
        told = own(signed_in(bob), match)
        assert told is not None
        assert rolled.serials[0] not in [serial for roll in told["rolled"] for serial in roll["serials"]]

    @pytest.mark.parametrize(("code", "each"), [("BO", 1), ("DK", 2)])
    def test_the_place_of_the_next_set_is_counted_as_in_the_labels(
        self, alice: User, bob: User, code: str, each: int
    ) -> None:
        match = begin(code, alice, bob)
        for _ in range(6):
            for player in (alice, bob):
                told, seat = own(signed_in(player), match), seat_of(match, player)
                assert told is not None
                labels = [
                    label(match, seat, f"set {place}") for place in range(told["next"] - each, told["next"])
                ]
                assert labels == [one.label for one in reserved(match, player)]
                assert told["seat"] == seat.index
            player = to_move(match)
            make(match, player, ROLL if ROLL in legal(match, player) else legal(match, player)[-1])
        assert max(seat.sets for seat in match.seats.all()) >= each + 2

    def test_a_receipt_is_signed_once_with_the_move_and_then_remembered(
        self, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = begin("BZ", alice)
        client = signed_in(alice)
        own(client, match)
        signed: list[str] = []
        sign = notes.sign

        def counted(text: str) -> str:
            signed.append(text)
            return sign(text)

        monkeypatch.setattr(notes, "sign", counted)
        play.move(match.pk, alice, match.version, ROLL)
        [one] = reserved(match, alice)
        text = receipts.text(one.serial, one.label, one.pledge, one.at_ms)
        assert signed == [text]
        told = own(client, match)
        assert told is not None
        assert notes.verify(told["sets"][0]["receipt"], [told["key"]]) == text
        assert signed == [text]

    def test_a_move_stands_and_is_told_though_nothing_can_be_signed(
        self, alice: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
    ) -> None:
        def fail(_text: str) -> str:
            raise notes.BadKey("No key.")

        match = begin("BZ", alice)
        monkeypatch.setattr(notes, "sign", fail)
        with django_capture_on_commit_callbacks() as told:
            play.move(match.pk, alice, match.version, ROLL)
        assert told
        monkeypatch.undo()
        shown = own(signed_in(alice), match)
        assert shown is not None
        assert [one["serial"] for one in shown["sets"]] == [one.serial for one in reserved(match, alice)]

    def test_a_receipt_is_signed_anew_with_another_key(self, alice: User, settings: LazySettings) -> None:
        match = begin("BZ", alice)
        client = signed_in(alice)
        own(client, match)
        settings.DICE_LOG_KEY = base64.urlsafe_b64encode(b"n" * 32).decode()
        told = own(client, match)
        assert told is not None
        assert notes.verify(told["sets"][0]["receipt"], [told["key"]])

    def test_when_it_is_over_no_set_is_reserved(self, alice: User, bob: User) -> None:
        match = begin("BO", alice, bob)
        play.resign(match.pk, alice, match.version)
        told = own(signed_in(alice), match)
        assert told is not None
        assert (told["sets"], told["over"]) == ([], True)


class TestTheForm:
    @pytest.fixture
    def table(self, alice: User, browser: Browser) -> Match:
        return begin("BZ", alice)

    def post(self, player: User, match: Match, **form: str) -> Any:
        return signed_in(player).post(reverse("games:move", args=[match.pk]), {"version": "0", **form})

    @pytest.mark.parametrize("way", [{"do": "roll"}, {"typed": "roll"}], ids=["pressed", "typed"])
    def test_it_carries_the_number_and_the_next_pledge(
        self, table: Match, alice: User, browser: Browser, way: dict[str, str]
    ) -> None:
        [one], [pledge] = reserved(table, alice), browser.promise()
        number = browser.number_of(one)
        answer = self.post(alice, table, **way, numbers=number.hex(), pledges=pledge.hex())
        assert answer.status_code == 302
        rolled = table.moves.get()
        assert (rolled.numbers, tuple(rolled.dice)) == ([number.hex()], falls(one, number))
        assert [found.pledge for found in reserved(table, alice)] == [pledge]

    @pytest.mark.parametrize("way", [{"do": "roll"}, {"typed": "roll"}], ids=["pressed", "typed"])
    def test_without_a_script_it_rolls_as_ever(self, table: Match, alice: User, way: dict[str, str]) -> None:
        assert self.post(alice, table, **way).status_code == 302
        assert table.moves.get().numbers == [""]

    def test_a_number_that_was_not_promised_is_refused_with_a_sentence(
        self, table: Match, alice: User
    ) -> None:
        answer = self.post(alice, table, do="roll", numbers="00" * 16)
        assert answer.status_code == 400
        assert "is not the one it had promised" in answer.content.decode()
        assert not table.moves.exists()

    @pytest.mark.parametrize(
        "spoilt",
        [
            {"numbers": "00"},
            {"numbers": "0g" * 16},
            {"numbers": "AB" * 16},
            {"numbers": " ".join(["00" * 16, "01" * 16, "02" * 16])},
            {"pledges": "00" * 31},
            {"pledges": " ".join(["00" * 32] * 2)},
            {"pledges": " ".join([f"{number:064x}" for number in range(3)])},
        ],
    )
    @pytest.mark.parametrize("way", [{"do": "roll"}, {"typed": "roll"}], ids=["pressed", "typed"])
    def test_what_cannot_be_read_is_refused(
        self, table: Match, alice: User, way: dict[str, str], spoilt: dict[str, str]
    ) -> None:
        answer = self.post(alice, table, **way, **spoilt)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
        assert not table.moves.exists()


class TestTheMark:
    def test_a_roll_without_a_number_is_marked(
        self, client: Client, alice: User, bob: User, browser: Browser
    ) -> None:
        match = begin("BO", alice, bob)
        bobs = Browser(bob)
        bobs.stock()
        for at in range(8):
            player = to_move(match)
            wanted = legal(match, player)[-(at % 2)]
            (browser if player == alice else bobs).make(match, wanted)
        assert "no own number" not in page(client, match)
        make(match, to_move(match), legal(match, to_move(match))[0])
        assert page(client, match).count("no own number") == 1

    @pytest.mark.usefixtures("robots")
    def test_a_robots_is_not(self, client: Client, alice: User) -> None:
        match = lobby.invite(alice, [User.objects.get(level="casual")], "BO", {}, Pace.TURNS, "main")
        match.moves.create(number=99, seat=1, kind="roll", dice=[1, 2, 3], serials=[9**9], numbers=[""])
        assert f"#{9**9}" in page(client, match)
        assert "no own number" not in page(client, match)

    def test_nor_is_one_from_before_there_were_numbers(self, client: Client, alice: User) -> None:
        match = begin("BZ", alice)
        make(match, alice, ROLL)
        make(match, alice, legal(match, alice)[-1])
        assert "no own number" in page(client, match)
        match.moves.update(numbers=[])
        assert "no own number" not in page(client, match)


class TestTheStock:
    def test_pledges_are_kept_for_matches_to_come(self, alice: User) -> None:
        pledges = Browser(alice).promise(3)
        answer = signed_in(alice).post(STOCK, {"pledges": " ".join(one.hex() for one in pledges)})
        assert answer.json() == {"stock": 3}
        assert {bytes(one.pledge) for one in alice.pledges.all()} == set(pledges)

    def test_a_guest_may_send_some(self, client: Client) -> None:
        client.post("/practice/")
        [pledge] = Browser(User()).promise()
        assert client.post(STOCK, {"pledges": pledge.hex()}).status_code == 200
        assert Pledge.objects.get().player.guest
        assert client.session[guests.KEY] == Pledge.objects.get().player_id

    @pytest.mark.parametrize("pledges", ["", "00", "x" * 64, " ".join(f"{n:064x}" for n in range(9))])
    def test_what_is_no_pledge_is_refused(self, alice: User, pledges: str) -> None:
        answer = signed_in(alice).post(STOCK, {"pledges": pledges})
        assert answer.status_code == 400
        assert answer.json() == {"error": "These are not pledges for dice. Nothing was changed."}
        assert not Pledge.objects.exists()

    def test_it_rejects_get(self, alice: User) -> None:
        assert signed_in(alice).get(STOCK).status_code == 405

    def test_a_stranger_signs_in_first(self, client: Client) -> None:
        assert client.post(STOCK, {"pledges": "00" * 32}).status_code == 302
        assert not Pledge.objects.exists()

    def test_a_form_from_elsewhere_is_refused(self, alice: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice)
        assert client.post(STOCK, {"pledges": "00" * 32}).status_code == 403
