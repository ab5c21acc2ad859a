"""A roll is checked where the player sits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import FilePayload, Route, expect

from dicepool import archive
from dicepool.pool import draw
from tests.browser.conftest import Seat as Sit
from tests.dicepool import vectors

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def address() -> str:
    with transaction.atomic():
        [drawn] = draw(1)
    return reverse("dicepool:roll", args=[drawn.serial])


def test_a_true_roll_holds(seat: Sit, pool: None, address: str) -> None:
    page = seat()
    page.goto(address)
    expect(page.locator("[data-verify]")).to_have_attribute("data-outcome", "holds")


def test_only_a_list_that_was_kept_shows_that_it_was_published_before(
    seat: Sit, pool: None, address: str
) -> None:
    page = seat()
    page.goto(address)
    verdict = page.locator("[data-verify]")
    expect(verdict).to_contain_text("no list was given that shows its root to everybody")
    listed = archive.commitments()
    chosen = page.get_by_label("files of yours")
    chosen.set_input_files(kept(listed))
    expect(verdict).to_contain_text("was published before: it stands in what you kept")
    listed["batches"][-1]["made"] = "2020-01-01T00:00:00+00:00"
    chosen.set_input_files([kept(archive.commitments()), kept(listed, "older.json")])
    expect(verdict).to_have_attribute("data-outcome", "fails")
    expect(verdict).to_contain_text("is not the one in its link")


def kept(listed: dict[str, Any], name: str = "list.json") -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": json.dumps(listed).encode()}


def test_a_tampered_roll_does_not(seat: Sit, pool: None, address: str) -> None:
    page = seat()

    def tamper(route: Route) -> None:
        answer = route.fetch()
        first = answer.text().index("&quot;salt&quot;: &quot;") + len("&quot;salt&quot;: &quot;")
        text = answer.text()
        other = "0" if text[first] != "0" else "1"
        route.fulfill(response=answer, body=text[:first] + other + text[first + 1 :])

    page.route(f"**{address}", tamper)
    page.goto(address)
    expect(page.locator("[data-verify]")).to_have_attribute("data-outcome", "fails")
    expect(page.locator("[data-verify]")).to_contain_text("does not lead to the root")


def test_a_real_browser_says_what_the_vectors_say(seat: Sit, pool: None, address: str) -> None:
    page = seat()
    page.goto(address)
    given = json.loads(vectors.PLACE.read_text())
    texts = {
        name: file if isinstance(file, str) else json.dumps(file) for name, file in given["files"].items()
    }
    answers = page.evaluate(
        """async ([address, texts, cases]) => {
          const { check, Wrong } = await import(address);
          const answers = [];
          for (const { given, kept } of cases) {
            const files = given.map((name) => ({ name, text: texts[name], kept: kept.includes(name) }));
            const wrong = (error) => (error instanceof Wrong ? error.message : String(error));
            answers.push(await check(files).then((said) => said.map((one) => one.join(" ")), wrong));
          }
          return answers;
        }""",
        [static("js/verify.js"), texts, given["cases"]],
    )
    for case, said in zip(given["cases"], answers, strict=True):
        if "says" in case:
            assert said == case["says"], case["about"]
        else:
            assert isinstance(said, str), case["about"]
            assert said.startswith(case["wrong"]), case["about"]


def test_without_scripts_the_proof_and_the_command_stand_there(seat: Sit, pool: None, address: str) -> None:
    page = seat(scripts=False)
    page.goto(address)
    expect(page.locator("[data-verify]")).to_contain_text("the program below can do so anywhere")
    expect(page.get_by_text("python verify_roll.py")).to_be_visible()
