"""A finished match as a still picture, for places that show a link by one. Pure: words in, PNG out."""

from __future__ import annotations

import io
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""What most places that show links ask for."""
FELT, DEEP, INK, MUTED, GOLD = "#1f5c48", "#174737", "#f4f8f3", "#c5d9cd", "#f6e7b8"
FACE, EDGE, PIP = "#fffdf6", "#c9bfa4", "#23282c"
MOST = 5
"""Players that are named; the others are counted."""
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Where the pips lie, on a grid of three by three."""


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


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
    draw.text((70, 52), title, font=_font(72), fill=INK)
    draw.text((70, 142), under, font=_font(34), fill=MUTED)
    step = 70 if len(lines) > 3 else 86
    for number, (name, total, won) in enumerate(lines[:MOST]):
        top = 218 + number * step
        colour = GOLD if won else INK
        draw.text((70, top), name, font=_font(54), fill=colour)
        draw.text((760, top), total, font=_font(54), fill=colour, anchor="ra")
    draw.text((70, HEIGHT - 70), more, font=_font(34), fill=MUTED)
    draw.text((WIDTH - 70, HEIGHT - 68), "Boatzee", font=_font(40), fill=INK, anchor="ra")
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
