"""The forum in a browser: opening, quoting, what appears by itself, and pages that are fit for everybody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.forum import writing
from accounts.models import User
from tests.accounts.forum.cast import answered, board, opened
from tests.browser.conftest import Seat as Sit
from tests.browser.listening import hearing, reached
from tests.browser.test_accessibility import LOOKS, look_over

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = os.environ.get("KEEP_PICTURES", "")
"""A folder for what the tests see, to be looked at."""
WORDS = """**Five** sixes in the *first* turn. What now?

- keep them
- roll `3` more

> Somebody said: never.

```
fives 25
```

[The rules](https://example.org/rules) """


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "is_settled", lambda _: True)


class TestHeard:
    """With the stream."""

    @pytest.fixture
    def stream_url(self, stream: str, settings: Settings) -> str:
        return reached(stream, settings)

    def test_what_one_writes_appears_with_the_other(self, seat: Sit, alice: User, bob: User) -> None:
        board("strategy")
        mine, theirs = seat(alice, 360), seat(bob)
        mine.goto("/forum/boards/strategy/")
        mine.get_by_role("link", name="Open a thread").click()
        mine.get_by_label("Title").fill("Five sixes")
        mine.get_by_label("Your post").fill(WORDS)
        with hearing(mine):
            mine.get_by_role("button", name="Open it").click()
        expect(mine.locator(".post__text strong")).to_have_text("Five")
        theirs.goto(mine.url)
        theirs.get_by_role("link", name="Quote").click()
        answer = theirs.get_by_label("Your post")
        answer.press("End")
        answer.fill(answer.input_value() + "Bank it.")
        theirs.get_by_role("button", name="Post it").click()
        expect(mine.locator(".post")).to_have_count(2)
        expect(mine.locator(".post").last).to_contain_text("In answer to alice")
        expect(mine.locator(".post").last.locator(".post__text")).to_contain_text("Bank it.")


@pytest.mark.parametrize("look", [LOOKS[0], pytest.param(LOOKS[1], marks=pytest.mark.long)])
def test_its_pages_are_fit_for_everybody(seat: Sit, alice: User, bob: User, look: tuple[int, str]) -> None:
    topic = opened(alice, WORDS, title="W" * 100, slug="strategy")
    post = answered(bob, topic, "x" * 300 + "\n\n" + "\u202eturned", answers=topic.said.get().pk)
    writing.delete(bob, answered(bob, topic).pk)
    page, found = seat(bob, *look), list[str]()
    addresses = {
        "boards": "/forum/",
        "board": "/forum/boards/strategy/",
        "new": "/forum/boards/strategy/new/",
        "thread": f"/forum/threads/{topic.pk}/",
        "search": "/forum/search/?q=sixes",
        "followed": "/forum/followed/",
        "change": f"/forum/posts/{post.pk}/change/",
        "delete": f"/forum/posts/{post.pk}/delete/",
    }
    for name, address in addresses.items():
        found += look_over(page, address)
        if KEPT:
            page.screenshot(path=Path(KEPT) / f"forum-{name}-{look[0]}.png", full_page=True)
    assert not found
