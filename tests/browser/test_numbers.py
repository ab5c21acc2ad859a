"""Players' own numbers in a real browser: it makes, keeps and sends them, and checks every roll by itself."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from dicepool import archive, notes, receipts, refill, tree, turning
from games.models import Match, Move, Pledge
from tests.browser.answers import COMPLAINTS, Broken
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_first_match import sign_up
from tests.browser.test_play import accept, ask_to_play, click, play_out, ten_thousand_turn
from tests.games.tables import begin, seat_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]

KEPT = """mark => Object.fromEntries(Object.keys(localStorage).filter(name => name.startsWith(mark))
  .map(name => [name.slice(mark.length), JSON.parse(localStorage.getItem(name))]))"""
OWN = re.compile(r'data-own="([^"]*)"')
NOW = "localStorage.removeItem('boatzee-proved')"


def kept(page: Page, mark: str) -> dict[str, Any]:
    """What the browser keeps under this mark, by name."""
    found: dict[str, Any] = page.evaluate(KEPT, f"boatzee-{mark}")
    return found


def rolls(match: Match, seat: int | None = None) -> list[Move]:
    """The rolls of a match, or of a seat, in order."""
    found = match.moves.exclude(numbers=[]).order_by("number")
    return list(found if seat is None else found.filter(seat=seat))


def proved(page: Page, match: Match, count: int) -> dict[str, Any]:
    """What the browser keeps of its rolls, once it has proved so many of them."""
    ready = f"""() => Object.entries(localStorage).filter(([name, value]) =>
      name.startsWith("boatzee-receipt-") && JSON.parse(value).proved).length >= {count}"""
    while len([one for one in kept(page, "receipt-").values() if one.get("proved")]) < count:
        before = len([one for one in kept(page, "receipt-").values() if one.get("proved")])
        page.evaluate(NOW)
        page.goto(f"/matches/{match.pk}/")
        page.wait_for_function(ready.replace(str(count), str(min(count, before + 1))))
    return kept(page, "receipt-")


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


@pytest.fixture
def match(alice: User) -> Match:
    """Alice plays alone."""
    return begin("BZ", alice)


@pytest.fixture
def page(seat: Sit, alice: User, match: Match) -> Iterator[Page]:
    """She has rolled once; her next set is reserved under a number of her browser's."""
    found = seat(alice)
    found.goto(f"/matches/{match.pk}/")
    click(found, "roll")
    assert seat_of(match, alice).reserved[0][6]
    yield found
    found.unroute_all(behavior="ignoreErrors")  # an answer that a test changes may still be on its way


def own(text: str) -> dict[str, Any]:
    """What a page tells the browser of the own dice."""
    found = OWN.search(text)
    assert found
    told: dict[str, Any] = json.loads(unescape(found[1]))
    return told


def forge(page: Page, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the answers to moves tell the browser of the own dice from now on."""

    def answer(route: Route) -> None:
        response = route.fetch()
        text = response.text()
        told = own(text)
        change(told)
        forged = escape(json.dumps(told))
        route.fulfill(response=response, body=OWN.sub(lambda _: f'data-own="{forged}"', text))

    page.route("**/move/", answer)


def other_number(told: dict[str, Any]) -> None:
    told["rolled"][-1]["numbers"] = ["00" * 16]


def no_number(told: dict[str, Any]) -> None:
    told["rolled"][-1]["numbers"] = [""]


def other_dice(told: dict[str, Any]) -> None:
    told["rolled"][-1]["dice"][0] = told["rolled"][-1]["dice"][0] % 6 + 1


def other_receipt(told: dict[str, Any]) -> None:
    one = told["sets"][0]
    one["receipt"] = notes.sign(receipts.text(one["serial"], bytes(32), bytes.fromhex(one["pledge"]), 1))


def unsigned(told: dict[str, Any]) -> None:
    one = told["sets"][0]
    name, _, line = one["receipt"].rstrip("\n").rpartition(" ")
    one["receipt"] = f"{name} {line[:10]}{'A' if line[10] != 'A' else 'B'}{line[11:]}\n"


def another_set(told: dict[str, Any]) -> None:
    one = told["sets"][0]
    one["serial"] += 1000
    one["receipt"] = notes.sign(
        receipts.text(one["serial"], bytes(32), bytes.fromhex(one["pledge"]), 1_700_000_000_000)
    )


def other_pledge(told: dict[str, Any]) -> None:
    one = told["sets"][0]
    one["serial"] += 1000
    one["pledge"] = "ab" * 32
    one["receipt"] = notes.sign(
        receipts.text(one["serial"], bytes(32), bytes.fromhex(one["pledge"]), 1_700_000_000_000)
    )


def other_key(told: dict[str, Any]) -> None:
    told["key"] = notes.public_key("elsewhere.example")


class TestTheAlarm:
    """Whatever the site says otherwise than it said before raises it, and nothing else does."""

    def roll(self, page: Page) -> None:
        # The table of the move before may still be settling, and takes no tap then.
        page.wait_for_function("!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
        with page.expect_response("**/move/"):
            page.locator("#move [data-roll]").click()

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (other_number, "turned by another number"),
            (no_number, "was left out"),
            (other_dice, "not those that follow"),
            (unsigned, "not signed by this site"),
            (other_pledge, "was not put under the next set"),
            (other_key, "another key than before"),
        ],
    )
    def test_it_is_raised_by_the_answer_to_a_roll(
        self, page: Page, change: Callable[[dict[str, Any]], object], words: str
    ) -> None:
        expect(page.locator("#dice-alarm")).to_be_hidden()
        forge(page, change)
        page.evaluate(NOW)
        self.roll(page)
        expect(page.locator("#dice-alarm")).to_contain_text(words)
        expect(page.get_by_role("link", name="Save what it has seen")).to_have_attribute(
            "href", re.compile("receipt")
        )

    @pytest.mark.parametrize(
        ("change", "words"),
        [(other_receipt, "not the one that this browser has kept"), (another_set, "under two sets")],
    )
    def test_it_is_raised_where_the_next_set_is_exchanged(
        self, page: Page, change: Callable[[dict[str, Any]], object], words: str
    ) -> None:
        page.wait_for_function("Object.keys(localStorage).filter(name => /receipt-/.test(name)).length === 2")
        forge(page, change)
        with page.expect_response("**/move/"):
            page.locator("[name=box][value=chance]").check(force=True)
            page.locator("#move [data-score]").click()
        expect(page.locator("#dice-alarm")).to_contain_text(words)

    @pytest.mark.parametrize(
        ("spoil", "words"),
        [
            (lambda proof: proof.update(salt="00" * 16), "proof of a roll"),
            (lambda proof: proof.update(number="00" * 16), "log says something else"),
            (lambda proof: proof.update(line=f"{proof['serial']} taken 1 {'00' * 32} -"), "log says"),
        ],
    )
    def test_it_is_raised_by_a_proof(
        self, page: Page, spoil: Callable[[dict[str, Any]], object], words: str
    ) -> None:
        def answer(route: Route) -> None:
            response = route.fetch()
            file = response.json()
            for proof in file["proofs"]:
                spoil(proof)
            route.fulfill(response=response, body=json.dumps(file))

        page.route("**/dice/proofs.json*", answer)
        click(page, "roll")
        page.evaluate(NOW)
        page.reload()
        expect(page.locator("#dice-alarm")).to_contain_text(words)

    def test_it_is_raised_by_a_log_that_is_another_one(self, page: Page) -> None:
        """The log may grow, and what was in it may not change."""
        told: list[str] = []
        forged: list[str] = []

        def answer(route: Route) -> None:
            response = route.fetch()
            file = response.json()
            if forged:
                file["checkpoint"] = forged[0]
            route.fulfill(response=response, body=json.dumps(file))

        def roll_and_check() -> None:
            click(page, "roll")
            page.evaluate(NOW)
            page.reload()

        def is_kept(note: str) -> None:
            page.wait_for_function(
                "note => JSON.parse(localStorage.getItem('boatzee-checkpoint')) === note", arg=note
            )

        page.route("**/dice/proofs.json*", answer)
        for _ in range(2):
            refill.add_sets(50, "tests")
            tree.sign_head()
            told.append(tree.checkpoint())
            roll_and_check()
            is_kept(told[-1])
        expect(page.locator("#dice-alarm")).to_be_hidden()
        assert told[0] != told[1]
        origin, size, _root = told[1].split("\n")[:3]
        page.locator("[name=box][value=chance]").check(force=True)
        click(page, "score")
        forged.append(notes.sign(f"{origin}\n{size}\n{base64.b64encode(bytes(32)).decode()}\n"))
        roll_and_check()
        expect(page.locator("#dice-alarm")).to_contain_text("not the one that this browser has seen before")
        is_kept(told[1])

    def test_it_stays_until_it_is_seen(self, page: Page) -> None:
        forge(page, no_number)
        self.roll(page)
        expect(page.locator("#dice-alarm")).to_be_visible()
        page.reload()
        expect(page.locator("#dice-alarm")).to_be_visible()
        page.get_by_role("button", name="I have seen it").click()
        page.reload()
        page.locator("#table").wait_for()
        expect(page.locator("#dice-alarm")).to_be_hidden()


class TestWhatGoesWrong:
    @pytest.fixture(autouse=True)
    def _complaints(self, watch: Watch) -> None:
        watch.expected = COMPLAINTS

    @pytest.mark.parametrize("how", ["cut", "cut_after"])
    def test_what_is_sent_again_is_the_same_number(self, page: Page, match: Match, how: str) -> None:
        site = Broken(page)
        getattr(site, how)()
        page.locator("[data-roll]").click()
        expect(page.locator("#line")).to_contain_text("sent again by itself")
        site.how = None
        expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
        assert len({re.sub("csrf[^&]*&", "", body) for body in site.asked}) == 1
        assert "numbers=" in site.asked[0]
        click(page, "roll")
        assert [bool(number) for move in rolls(match) for number in move.numbers] == [False, True, True]
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
        assert rolls(match)[-1].numbers != [""]

    def test_a_second_tab_rolls_with_its_numbers_too(self, page: Page, match: Match) -> None:
        second = page.context.new_page()
        second.goto(f"/matches/{match.pk}/")
        click(page, "roll")
        second.locator("[data-roll]").click()
        expect(second.get_by_role("alert")).to_contain_text("has changed")
        second.locator("[name=box]").first.check(force=True)
        for box in second.locator("[name=box]").all():
            if box.get_attribute("data-points") != "0":
                box.check(force=True)
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
        page.evaluate(NOW)
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
    page.wait_for_function(
        "Object.keys(localStorage).filter(name => /receipt-1[0-9]{9}/.test(name)).length === 500"
    )
    [serial] = [one[0] for one in seat_of(match, alice).reserved]
    click(page, "roll")
    page.wait_for_function(
        "serial => JSON.parse(localStorage.getItem(`boatzee-receipt-${serial}`))?.fell", arg=serial
    )


def test_numbers_that_were_used_do_not_fill_what_a_browser_keeps(seat: Sit, alice: User) -> None:
    page = seat(alice)
    page.goto("/dice/")
    page.evaluate(
        """() => { for (let at = 0; at < 5003; at += 1)
          localStorage.setItem(`boatzee-number-${String(at).padStart(64, "0")}`,
            JSON.stringify({ number: "00", at: Date.now() - at, sent: at !== 5002 })); }"""
    )
    with page.expect_response("**/matches/numbers/"):
        page.goto("/matches/")
    page.wait_for_function(
        "Object.keys(localStorage).filter(name => /number-0{50}/.test(name)).length === 5001"
    )
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
