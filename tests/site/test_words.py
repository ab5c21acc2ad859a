"""The words that people see keep what CONTRIBUTING's list of words decides once for all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from boatzee_site.local import ROOT

APPS = ("accounts", "boatzee_site", "dicepool", "games", "ladders", "statements")
MARKS = {"_", "lazy", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}
NOT_SAID = re.compile(
    r"{#.*?#}|{% comment .*?{% endcomment %}|<!--.*?-->|<(script|style|code|pre)\b.*?</\1>", re.DOTALL
)
LITERAL = re.compile(r"{%\s*translate\s+([\"'])(.*?)\1")
LABEL = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")
LOGIC = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
STRAIGHT = re.compile(r"\w'(?=\w|\s|$)|\"\w")
NO_LONGER = re.compile(r"\bany ?more\b|\bno more\.$", re.IGNORECASE)


def in_template(text: str) -> Iterator[str]:
    """What a template says: its marked sentences, labels, and the text between its tags."""
    text = NOT_SAID.sub(" ", text)
    yield from (found[2] for found in LITERAL.finditer(text))
    plain = LOGIC.sub(" ", text)
    yield from LABEL.findall(plain)
    yield from filter(None, map(str.strip, TAG.sub("\n", plain).split("\n")))


def in_module(source: str) -> Iterator[str]:
    """The sentences that a module marks for translation."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in MARKS:
            for given in call.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def said() -> Iterator[tuple[Path, str]]:
    """Everything that the site says, with the file that says it."""
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield from ((path, one) for one in in_template(path.read_text()))
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            yield from ((path, one) for one in in_module(path.read_text()))


def flaws(pattern: re.Pattern[str]) -> list[str]:
    """Where something is said that this finds, a line each."""
    return [f"{path.relative_to(ROOT)}: {one}" for path, one in said() if pattern.search(one)]


def test_the_marks_are_found() -> None:
    assert list(in_template('{% translate "It\'s" %}<p title="a">b {{ c }}<code>d</code></p>')) == [
        "It's",
        "a",
        "b",
    ]
    assert list(in_module('raise MayNot(_("Not now."))')) == ["Not now."]
    assert len(list(said())) > 2_000
    assert STRAIGHT.search("the players' own")
    assert STRAIGHT.search("it's")


def test_apostrophes_and_quotes_are_curled() -> None:
    assert flaws(STRAIGHT) == []


def test_what_has_ended_is_no_longer() -> None:
    assert flaws(NO_LONGER) == []
