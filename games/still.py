"""A finished match as a still picture, for places that show a link by one. Pure: words in, PNG out."""

from __future__ import annotations

import io
import unicodedata
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""What most places that show links ask for."""
FELT, DEEP, INK, MUTED, GOLD = "#1f5c48", "#174737", "#f4f8f3", "#c5d9cd", "#f6e7b8"
FACE, EDGE, PIP = "#fffdf6", "#c9bfa4", "#23282c"
MOST = 5
"""Players that are named; the others are counted."""
FONTS = f"{__file__.rsplit('/', 2)[0]}/static/fonts"
PARTS = ("besley.woff2", "besley-marked.woff2", "besley-extended.woff2")
NOTHING = "\uffff"
"""Of this there is no letter in any font (Unicode: a noncharacter)."""
UNSEEN = ("Cc", "Cf")
"""The categories of signs that show nothing themselves."""
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Where the pips lie, on a grid of three by three."""


@lru_cache(maxsize=16)
def _fonts(size: int) -> tuple[ImageFont.FreeTypeFont, ...]:
    """The parts of the site's own font: plain letters, those with marks, the others of Latin."""
    return tuple(ImageFont.truetype(f"{FONTS}/{name}", size) for name in PARTS)


@lru_cache(maxsize=1024)
def _part(letter: str) -> int | None:
    """In which part of the font a letter is; None where it is in none, and would be an empty box."""
    for number, font in enumerate(_fonts(54)):
        try:
            if bytes(font.getmask(letter)) != bytes(font.getmask(NOTHING)):
                return number
        except (ValueError, RuntimeError):  # of signs that show nothing, in a part that has no blank
            return None
    return None


def _drawn(text: str) -> str:
    """What of a text is drawn: any blank as the one that the font has, such as those between thousands, and
    no sign that shows nothing, such as those that turn what follows.
    """
    shown = (" " if letter.isspace() else letter for letter in text)
    return "".join(letter for letter in shown if unicodedata.category(letter) not in UNSEEN)


def can_write(text: str) -> bool:
    """Whether the font has all letters of a text, and there is one: it is of Latin letters."""
    letters = _drawn(text).replace(" ", "")
    return bool(letters) and all(_part(letter) is not None for letter in letters)


def _runs(text: str, size: int) -> list[tuple[ImageFont.FreeTypeFont, str]]:
    """A text by the parts of the font that have its letters."""
    found = groupby(_drawn(text), lambda letter: _part(letter) or 0)
    return [(_fonts(size)[part], "".join(letters)) for part, letters in found]


def _width(text: str, size: int) -> float:
    return sum(font.getlength(run) for font, run in _runs(text, size))


def _write(draw: ImageDraw.ImageDraw, where: tuple[float, int], text: str, size: int, colour: str) -> None:
    """A text, from the left end of its upper edge; nothing where the font has not all of its letters."""
    x, top = where
    if not can_write(text):
        return
    for font, run in _runs(text, size):
        draw.text((x, top + size), run, font=font, fill=colour, anchor="ls")
        x += font.getlength(run)


@lru_cache(maxsize=128)
def paint(
    title: str, under: str, lines: tuple[tuple[str, str, bool], ...], more: str, dice: tuple[int, ...]
) -> bytes:
    """A PNG of WIDTH by HEIGHT: a title, a line under it, names with totals (and who won), what is said of
    those who are not named, and dice.

    It takes a tenth of a second: the last ones, some 20 kB each, are kept.
    """
    picture = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, HEIGHT - 90, WIDTH, HEIGHT), fill=DEEP)
    _write(draw, (70, 52), title, 72, INK)
    _write(draw, (70, 142), under, 34, MUTED)
    step = 70 if len(lines) > 3 else 86
    for number, (name, total, won) in enumerate(lines[:MOST]):
        top = 218 + number * step
        colour = GOLD if won else INK
        at = 760 - _width(total, 54)
        size = min(54, int(54 * (at - 100) / max(1, _width(name, 54))))
        _write(draw, (70, top + 54 - size), name, size, colour)
        _write(draw, (at, top), total, 54, colour)
    _write(draw, (70, HEIGHT - 70), more, 34, MUTED)
    _write(draw, (WIDTH - 70 - _width("Boatzee", 40), HEIGHT - 70), "Boatzee", 40, INK)
    for number, face in enumerate(dice[:6]):
        _die(draw, 830 + number % 2 * 160, 60 + number // 2 * 155, 130, face)
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _die(draw: ImageDraw.ImageDraw, x: int, y: int, size: int, face: int) -> None:
    draw.rounded_rectangle((x, y + 6, x + size, y + size + 6), 26, fill=EDGE)
    draw.rounded_rectangle((x, y, x + size, y + size), 26, fill=FACE)
    for across, down in PIPS[face]:
        middle = (x + size * (0.24 + 0.26 * across), y + size * (0.24 + 0.26 * down))
        draw.circle(middle, size * 0.09, fill=PIP)
