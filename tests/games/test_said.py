"""What pure modules say is said in the reader's language, and what they store is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils.translation import get_language, gettext, ngettext, override, pgettext

from accounts.figures import figure
from accounts.spoken import kept_by_language
from games import said
from games.clock import PRESETS
from games.options import spelled_out
from games.rules import RULES
from games.rules.base import BadOptions, Kind, Move, Pace
from games.rules.cards.boat import BOAT


@pytest.fixture
def loud() -> Iterator[None]:
    """A language in which everything is English, between marks."""
    said.lend(
        lambda text: f"<{text}>",
        lambda context, text: f"<{context}: {text}>",
        lambda one, many, number: f"<{one if number == 1 else many}>",
        figure,
        lambda: "loud",
    )
    yield
    said.lend(gettext, pgettext, ngettext, figure, get_language)


def test_the_site_has_lent_its_own() -> None:
    assert said.gettext("Choose a box.") == "Choose a box."
    assert said.ngettext("%(count)s turn", "%(count)s turns", 2) == "%(count)s turns"


@pytest.mark.usefixtures("loud")
def test_names_and_boxes_are_said_each_by_what_it_is() -> None:
    boat = next(box for box in BOAT.boxes if box.stem == "boat")
    assert BOAT.name == "<game: Boat>"
    assert boat.title == "<box: Boat>"
    assert boat.told == "<Three alike: the sum and 20>"
    assert PRESETS["fast"].title == "<Fast, 28 hours a turn>"
    assert spelled_out("DK", {"scoring": "alternative"})[0] == "<option: Scoring>: <option: Alternative>"


@pytest.mark.usefixtures("loud")
def test_refusals_are_said_and_keys_and_moves_are_not() -> None:
    with pytest.raises(BadOptions, match=r"^<<game: Boat> .* players\.>$"):
        BOAT.start(11, {}, Pace.TURNS, 0)
    state = BOAT.start(2, {}, Pace.TURNS, 0)
    assert BOAT.moves(state, 0) == (Move(Kind.ROLL),)
    assert {box for rules in RULES.values() for box in getattr(rules, "box_ids", ())} >= {"boat", "fives-2"}
    assert [rules.code for rules in RULES.values()] == list(RULES)


def test_what_is_kept_of_words_is_kept_for_each_language() -> None:
    asked: list[int] = []

    @kept_by_language()
    def told(count: int) -> str:
        asked.append(count)
        return str(count)

    for code in ("en-gb", "de", "de", "en-gb"):
        with override(code):
            assert told(1) == "1"
    assert asked == [1, 1]
