"""Players' own numbers in a real browser: it makes, keeps and sends them, and checks every roll by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from dicepool import archive, notes, turning
from dicepool.pool import Reserved
from games.models import Match, Pledge
from tests.browser.answers import COMPLAINTS, Broken, pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.numbers.kept import NOW, before, kept, proved, rolls
from tests.browser.test_first_match import sign_up
from tests.browser.test_play import accept, ask_to_play, click, play_out, ten_thousand_turn
from tests.browser.waiting import stop_time, tap, until
from tests.games.tables import begin, seat_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def test_two_people_play_a_whole_match_and_every_roll_follows_from_its_receipt(
    seat: Sit, alice: User, bob: User
) -> None:
    pages = {alice: seat(alice), bob: seat(bob, 360)}
    for page in pages.values():
        with page.expect_response("**/matches/numbers/"):
            page.goto("/matches/")
    assert (alice.pledges.count(), bob.pledges.count()) == (8, 8)
    ask_to_play(pages[alice], "DK", "bob")
    accept(pages[bob])
    match = Match.objects.get()
    play_out(match, pages, ten_thousand_turn)
    for player, page in pages.items():
        own = rolls(match, seat_of(match, player).index)
        serials = [serial for move in own for serial in move.serials]
        page.goto(f"/matches/{match.pk}/")
        receipts_of = proved(page, match, len(serials))
        proofs = {proof["serial"]: proof for proof in archive.proofs(serials)["proofs"]}
        for move in own:
            fell: list[int] = []
            for serial, number in zip(move.serials, map(bytes.fromhex, move.numbers), strict=True):
                receipt = receipts_of[str(serial)]["receipt"]
                text = notes.verify(receipt, [notes.public_key()])
                assert f"\nset {serial}\n" in text
                assert f"\npledge {turning.pledge_of(number).hex()}\n" in text
                fell += turning.turned(proofs[serial]["dice"], number, text)
            assert move.dice == fell[: len(move.dice)]
        expect(page.locator("#dice-alarm")).to_be_hidden()


class TestWhatGoesWrong:
    @pytest.fixture(autouse=True)
    def _complaints(self, watch: Watch) -> None:
        watch.expected = COMPLAINTS

    @pytest.mark.parametrize("how", ["cut", "cut_after"])
    def test_what_is_sent_again_is_the_same_number(self, page: Page, match: Match, how: str) -> None:
        page.clock.install()
        stop_time(page)
        site = Broken(page)
        getattr(site, how)()
        page.locator("[data-roll]").click()
        expect(page.locator("#line")).to_contain_text("sent again by itself")
        site.mend()
        pass_time(page, 3)
        page.clock.resume()
        expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
        assert len({re.sub("csrf[^&]*&", "", body) for body in site.asked}) == 1
        assert "numbers=" in site.asked[0]
        click(page, "roll")
        none, first, second = [number for move in rolls(match) for number in move.numbers]
        assert not none
        assert before(second) == first  # it goes on with its chain
        expect(page.locator("#dice-alarm")).to_be_hidden()

    def test_a_table_that_is_loaded_again_sends_the_same_number(self, page: Page, match: Match) -> None:
        site = Broken(page)
        site.cut()
        page.locator("[data-roll]").click()
        expect(page.locator("#line")).to_contain_text("sent again by itself")
        site.how = None
        page.reload()
        click(page, "roll")
        numbers = [re.search("numbers=([0-9a-f]{32})", body) for body in site.asked]
        assert len({found[1] for found in numbers if found}) == 1
        assert len(numbers) > 1
        [number] = rolls(match)[-1].numbers
        assert number
        [waits] = [Reserved.load(one).pledge.hex() for one in match.seats.get().reserved]
        assert before(kept(page, "number-")[waits]["number"]) == number  # another page, the same chain

    def test_a_second_tab_rolls_with_its_numbers_too(self, page: Page, match: Match) -> None:
        second = page.context.new_page()
        second.goto(f"/matches/{match.pk}/")
        click(page, "roll")
        second.locator("[data-roll]").click()
        expect(second.get_by_role("alert")).to_contain_text("has changed")
        tap(second.locator("[name=box][value=chance]"))  # never a zero, which would be asked about
        click(second, "score")
        click(second, "roll")
        assert all(rolls(match)[-1].numbers)
        for one in (page, second):
            one.reload()
            expect(one.locator("#table")).to_be_visible()
            expect(one.locator("#dice-alarm")).to_be_hidden()

    def test_a_roll_without_a_proof_is_told_of_and_hides_no_other(
        self, page: Page, match: Match, alice: User
    ) -> None:
        missing = seat_of(match, alice).reserved[0][0]

        def answer(route: Route) -> None:
            asked = re.split("[=,]", route.request.url)
            never = re.sub("=.*", "=999999999", route.request.url)
            route.fulfill(response=route.fetch(url=never if str(missing) in asked else None))

        page.route("**/dice/proofs.json*", answer)
        click(page, "roll")
        click(page, "roll")
        page.add_init_script(NOW)
        page.reload()
        expect(page.locator("#dice-alarm")).to_contain_text("has no proof of a roll")
        proved(page, match, 2)
        receipts_of = kept(page, "receipt-")
        assert receipts_of[str(missing)]["told"]
        assert [one.get("told") for one in receipts_of.values()].count(True) == 1

    def test_where_nothing_may_be_kept_play_goes_on_without(
        self, seat: Sit, alice: User, match: Match
    ) -> None:
        page = seat(alice)
        page.add_init_script(
            "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
        )
        page.goto(f"/matches/{match.pk}/")
        for _ in range(3):
            click(page, "roll")
        assert [move.numbers for move in rolls(match)] == [[""]] * 3
        assert not Pledge.objects.exists()
        expect(page.locator("#dice-alarm")).to_be_hidden()

    def test_on_another_device_they_fall_as_they_lay(
        self, seat: Sit, page: Page, alice: User, match: Match
    ) -> None:
        phone = seat(alice, 360)
        phone.goto(f"/matches/{match.pk}/")
        click(phone, "roll")
        assert rolls(match)[-1].numbers == [""]
        page.reload()
        expect(page.get_by_text("No roll left").or_(page.locator(".felt__rolls"))).to_be_visible()
        expect(page.locator("#dice-alarm")).to_be_hidden()
        expect(phone.locator("#dice-alarm")).to_be_hidden()


def test_a_slow_match_is_checked_however_much_is_played_beside_it(
    page: Page, match: Match, alice: User
) -> None:
    page.evaluate(
        """() => { for (let at = 0; at < 600; at += 1) localStorage.setItem(`boatzee-receipt-${10 ** 9 + at}`,
          JSON.stringify({ receipt: "", pledge: "", match: 0, fell: {}, proved: 1, logged: true })); }"""
    )
    page.reload()
    until(page, lambda: sum(len(name) == 10 for name in kept(page, "receipt-")) == 500)
    [serial] = [one[0] for one in seat_of(match, alice).reserved]
    click(page, "roll")
    until(page, lambda: kept(page, "receipt-").get(str(serial), {}).get("fell"))


def test_numbers_that_were_used_do_not_fill_what_a_browser_keeps(seat: Sit, alice: User) -> None:
    page = seat(alice)
    page.goto("/dice/")
    page.evaluate(
        """() => { const now = Date.now(); for (let at = 0; at < 5003; at += 1)
          localStorage.setItem(`boatzee-number-${String(at).padStart(64, "0")}`,
            JSON.stringify({ number: "00", at: now - at, sent: at !== 5002 })); }"""
    )
    with page.expect_response("**/matches/numbers/"):
        page.goto("/matches/")
    until(page, lambda: sum(name.startswith("0" * 50) for name in kept(page, "number-")) == 5001)
    gone = {f"{at:064}" for at in (5000, 5001)}
    assert not gone & kept(page, "number-").keys()


def test_a_first_roll_uses_the_stock(seat: Sit, alice: User) -> None:
    page = seat(alice)
    with page.expect_response("**/matches/numbers/"):
        page.goto("/matches/new/")
    match = begin("BZ", alice)
    page.goto(f"/matches/{match.pk}/")
    click(page, "roll")
    assert rolls(match)[0].numbers[0]
    assert len(kept(page, "number-")) >= 8


def test_a_guest_who_signs_up_goes_on_with_the_numbers(seat: Sit) -> None:
    page = seat()
    page.goto("/")
    page.locator("form[action='/practice/'] button").first.click()
    page.locator("html.scripted #table").wait_for()
    match = Match.objects.get()
    click(page, "roll")
    sign_up(page)
    player = match.seats.get().player
    assert player
    assert player.username == "dora"
    page.goto(f"/matches/{match.pk}/")
    click(page, "roll")
    assert rolls(match)[-1].numbers[0]
    expect(page.locator("#dice-alarm")).to_be_hidden()
