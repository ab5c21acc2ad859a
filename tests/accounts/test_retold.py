"""What a row keeps of a sentence is said again in each reader's language, or in English where that fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.retold import LARGEST, LONGEST, later_read, put_down, read, words_of
from accounts.said import Said, Words, counted_later, later, later_in, listed, on_day
from boatzee_site.catalogues.languages import SOURCE, TRANSLATED
from ladders.models import Log

ENTERED = "%(entry)s entered"
NOBODY = {"say": "nobody"}
SEEDED = later("Seeded by hand: %(names)s")
BEGAN = counted_later("Began with %(count)d entry", "Began with %(count)d entries", 2) % {"count": 2}
KEPT = {"what": {"say": ENTERED, "with": {"entry": "bob"}}}

ONE, MANY = "Began with %(count)d entry", "Began with %(count)d entries"
NO_VALUES: list[Any] = [None, [], {}, 1.5, {"say": None}]
FILLED: list[Any] = [None, [], {}, "x", *({"entry": one} for one in NO_VALUES)]
SOURCES: list[Any] = [
    *(None, [], "nobody", {}, {"say": None}, {"say": []}, {"say": 7}, {"say": ""}),
    *({"say": "No longer said."}, {"say": "No longer said of %(entry)s.", "with": {"entry": "bob"}}),
    *({"say": ENTERED}, *({"say": ENTERED, "with": values} for values in FILLED)),
    *({"day": ""}, {"day": "2026-13-01"}, {"day": 7}, {"day": None}),
    *({"each": 7}, {"each": None}, {"each": [None]}, {"each": [[]]}),
    *({"say": "Promise", "in": one} for one in NO_VALUES[:3]),
    {"say": ONE, "many": MANY, "count": "x"},
    {"say": ONE, "many": "x", "count": 2, "with": {"count": "two"}},
]
BROKEN: list[Any] = [*(None, {}, [], "x", 7, True, {"why": NOBODY}), *({"what": one} for one in SOURCES)]


@pytest.fixture(autouse=True)
def _three_languages() -> Iterator[None]:
    codes = [SOURCE, TRANSLATED["nl"], TRANSLATED["de"]]
    with override_settings(LANGUAGES=[(one.code, one.name) for one in codes]):
        yield


def row(what: Words, why: Words = "") -> Log:
    """As it comes back from the database."""
    kept = put_down(Log, what=what, why=why)
    return Log(**{**kept, "said": json.loads(json.dumps(kept["said"]))})


def reads(code: str, found: Log, name: str = "what") -> str:
    with translation.override(code):
        return read(found, name)


def test_each_reads_their_own_whoever_has_done_it() -> None:
    with translation.override("nl"):
        found = row(later(ENTERED) % {"entry": "bob"}, "Daarom.")
    assert (found.what, found.why) == ("bob entered", "Daarom.")
    assert found.said == KEPT
    assert reads("de", found) == "bob nimmt teil"
    assert reads("nl", found) == "bob doet mee"
    assert reads(SOURCE.code, found) == "bob entered"
    assert {reads(code, found, "why") for code in ("nl", "de")} == {"Daarom."}


def test_what_people_write_is_nobody_s_to_translate() -> None:
    """Not even where it is what the site itself would say."""
    found = row("nobody", "The account is closed.")
    assert found.said is None
    assert reads("de", found) == "nobody"
    assert reads("de", found, "why") == "The account is closed."
    assert reads("de", row("nobody", later("The account is closed.")), "why") == "Das Konto ist geschlossen."


@pytest.mark.parametrize(
    ("said", "english", "german"),
    [
        (BEGAN, "Began with 2 entries", "Mit 2 Teilnahmen begonnen"),
        (SEEDED % {"names": later("nobody")}, "Seeded by hand: nobody", "Von Hand gesetzt: niemand"),
        (SEEDED % {"names": gettext_lazy("nobody")}, "Seeded by hand: nobody", "Von Hand gesetzt: niemand"),
        (
            SEEDED % {"names": listed(["bob", later("nobody")])},
            "Seeded by hand: bob, nobody",
            "Von Hand gesetzt: bob, niemand",
        ),
        (gettext_lazy("nobody"), "nobody", "niemand"),
        (pgettext_lazy("of prizes", "Promise"), "Promise", "Versprechen"),
        (later_in("of prizes", "Promise"), "Promise", "Versprechen"),
        (capfirst(gettext_lazy("lowest rating")), "Lowest rating", "Niedrigste Wertungszahl"),
        (listed([on_day(date(2026, 12, 3)), "bob"]), "3 December 2026, bob", "3. Dezember 2026, bob"),
    ],
)
def test_what_is_filled_in_is_said_again_too(said: Said | Promise, english: str, german: str) -> None:
    with translation.override("nl"):
        found = row(said)
    assert found.what == english
    assert reads(SOURCE.code, found) == english
    assert reads("de", found) == german


@pytest.mark.parametrize("name", ["a\nb", "<b>", "100%(x)s", "%", "{x}", "\u202eb", "\u2028"])
def test_a_name_is_filled_in_as_it_is(name: str) -> None:
    found = row(later(ENTERED) % {"entry": name})
    assert reads("de", found) == f"{name} nimmt teil"
    assert type(reads("de", found)) is str, "nothing of it goes unescaped into a page"


@pytest.mark.parametrize("said", BROKEN)
def test_what_is_broken_or_no_longer_said_is_read_in_english(said: Any) -> None:
    found = Log(what="bob entered", said=said)
    assert [reads(code, found) for code in (SOURCE.code, "de")] == ["bob entered", "bob entered"]


def test_what_nests_without_end_is_read_in_english() -> None:
    deep: Any = "bob"
    for _ in range(5_000):
        deep = {"each": [deep]}
    assert reads("de", Log(what="bob", said={"what": deep})) == "bob"


def test_a_row_keeps_so_much_and_no_more() -> None:
    found = row(later(ENTERED) % {"entry": "é" * 9_000}, "x" * 9_000)
    assert len(found.what) == 200
    assert reads("de", found) == "é" * LONGEST + " nimmt teil"
    assert len(found.why) == 9_000, "a reason is as long as it was before"

    long = row(later("Roll-off: %(rolls)s") % {"rolls": listed([later(ENTERED) % {"entry": "x" * 99}] * 999)})
    assert len(json.dumps(long.said)) <= LARGEST
    many = listed([later(ENTERED) % {"entry": "x" * LONGEST}] * 999)
    assert row(many).said is None, "of what is too long there is the English alone"
    assert reads("de", row(many)) == row(many).what


def test_an_error_says_what_it_was_raised_with() -> None:
    error = ValueError(later(ENTERED) % {"entry": "bob"})
    found = row(words_of(error))
    assert reads("de", found) == "bob nimmt teil"
    assert words_of(ValueError("plain")) == "plain"
    assert words_of(ValueError()) == ""


def test_a_notice_of_it_waits_for_its_reader() -> None:
    said = later_read(row(later(ENTERED) % {"entry": "bob"}), "what")
    assert str(said) == "bob entered"
    with translation.override("de"):
        assert str(said) == "bob nimmt teil"


def test_a_sentence_that_cannot_be_kept_is_kept_in_english() -> None:
    with translation.override("de"):
        found = row(
            later("Seeded by hand: %(names)s") % {"names": Said(lambda: translation.gettext("nobody"))}
        )
        assert row(Said(lambda: translation.gettext("nobody"))).said is None
    assert found.what == "Seeded by hand: nobody"
    assert reads("de", found) == "Von Hand gesetzt: nobody"
