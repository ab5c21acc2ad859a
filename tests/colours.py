"""The colours of the style sheets, and how well they can be told apart."""

from __future__ import annotations

import re


def both(declarations: str) -> tuple[dict[str, str], dict[str, str]]:
    """The colours that are declared so, by name: in light and in dark."""
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for name, value in re.findall(r"--([\w-]+): (.*?);", declarations):
        pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        if pair or re.fullmatch(r"#\w+", value):
            light[name], dark[name] = pair.groups() if pair else (value, value)
    return light, dark


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
