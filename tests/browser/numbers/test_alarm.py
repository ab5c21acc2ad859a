"""A browser raises the alarm at whatever the site says otherwise than it said before."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from html import escape, unescape
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from dicepool import notes, receipts, refill, tree
from tests.browser.numbers.kept import NOW, kept
from tests.browser.test_play import click
from tests.browser.waiting import settled, tap, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]

OWN = re.compile(r'data-own="([^"]*)"')


def own(text: str) -> dict[str, Any]:
    """What a page tells the browser of its player's dice."""
    found = OWN.search(text)
    assert found
    told: dict[str, Any] = json.loads(unescape(found[1]))
    return told


def forge(page: Page, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what the answers to moves tell the browser of its player's dice from now on."""

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
        settled(page)  # the table of the move before
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
        until(page, lambda: len(kept(page, "receipt-")) == 2)
        forge(page, change)
        with page.expect_response("**/move/"):
            tap(page.locator("[name=box][value=chance]"))
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
        page.add_init_script(NOW)
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
            page.reload()

        def is_kept(note: str) -> None:
            until(page, lambda: kept(page, "checkpoint").get("") == note)

        page.add_init_script(NOW)  # a check that began before the reload would else put off the one after it
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
        tap(page.locator("[name=box][value=chance]"))
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
