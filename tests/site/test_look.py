"""What the site is drawn with: it can be read in light and in dark, and weighs little."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.colours import both, contrast

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
SHEET = (STATIC / "css/tokens.css").read_text()
SCHEMES = dict(zip(("light", "dark"), both(SHEET), strict=True))
GROUNDS = ("paper", "surface", "raised")
WORDS = ("ink", "muted", "accent", "accent-hover", "brass", "danger", "pen")
ON_TINTS = [
    *itertools.product(("ink",), ("accent-soft", "brass-soft", "danger-soft", "pen-soft")),
    ("accent", "accent-soft"),
    ("brass", "brass-soft"),
    ("danger", "danger-soft"),
    ("pen", "pen-soft"),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("felt-ink", "felt"),
    ("felt-muted", "felt"),
    ("kept", "felt"),
]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_words_can_be_read_on_whatever_they_stand(scheme: str) -> None:
    colours = SCHEMES[scheme]
    faint = {
        (word, ground): round(contrast(colours[word], colours[ground]), 2)
        for word, ground in (*itertools.product(WORDS, GROUNDS), *ON_TINTS)
        if contrast(colours[word], colours[ground]) < 4.5
    }
    assert not faint


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_shows_where_something_is_can_be_seen(scheme: str) -> None:
    colours = SCHEMES[scheme]
    faint = {
        (edge, ground): round(contrast(colours[edge], colours[ground]), 2)
        for edge, ground in itertools.product(("line-strong", "rule-strong", "focus"), GROUNDS)
        if contrast(colours[edge], colours[ground]) < 3
    }
    assert not faint


def test_the_face_weighs_little_and_brings_its_licence() -> None:
    faces = {path.name: path.stat().st_size for path in (STATIC / "fonts").glob("*.woff2")}
    assert set(re.findall(r'url\("\.\./fonts/(.*?)"\)', SHEET)) == set(faces)
    assert faces["besley.woff2"] < 10_000  # what every page loads
    assert sum(faces.values()) < 35_000
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts/OFL.txt").read_text()


def test_no_page_jumps_when_the_face_arrives() -> None:
    """One that came too late would swap under the reader: each says that it is optional."""
    faces = re.findall(r"@font-face \{(.*?)\}", SHEET, re.DOTALL)
    for face in faces:
        if "url(" in face:
            assert "font-display: optional" in face
        else:
            assert re.search(r"size-adjust: .*ascent-override: .*descent-override: ", face, re.DOTALL)
    assert len(faces) > 3


def test_the_page_of_components_is_for_a_site_in_debug(client: Client) -> None:
    assert client.get("/components/").status_code == 404


@pytest.mark.urls("tests.screenshots.urls")
def test_the_page_of_components_shows_them(client: Client) -> None:
    page = client.get("/components/").content.decode()
    drawn = ("medal--1", "medal--3", "button--danger", "message--error", "choice-card", "pick", "felt-walnut")
    assert not [name for name in drawn if name not in page]
    assert page.count('class="empty"') == len(list((TEMPLATES / "drawings").iterdir()))


@pytest.mark.parametrize("sheet", sorted(path.name for path in (STATIC / "css").glob("*.css")))
def test_every_bracket_of_a_style_sheet_is_closed(sheet: str) -> None:
    """A browser says nothing of one that is not, and drops all that follows."""
    text = re.sub(r'/\*.*?\*/|"[^"\n]*"', "", (STATIC / "css" / sheet).read_text(), flags=re.DOTALL)
    open_brackets: list[str] = []
    for found in re.finditer(r"[(){}\[\]]", text):
        if found[0] in "({[":
            open_brackets.append(found[0])
        else:
            line = text.count("\n", 0, found.start())
            assert open_brackets, f"line {line}: {found[0]} closes nothing"
            assert open_brackets.pop() + found[0] in {"()", "{}", "[]"}, f"line {line}: {found[0]}"
    assert not open_brackets
