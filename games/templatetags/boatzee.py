"""Words for the table: when a clock ends, and what a roll was."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil

from games.rules import RULES

register = template.Library()


@register.filter
def until(deadline: datetime | None) -> str:
    """An instant as players speak of it, in their own time zone: “2 days, Thu 18:00”; empty for none."""
    if deadline is None:
        return ""
    local = timezone.localtime(deadline)
    if deadline <= timezone.now():
        return f"time is up since {date_format(local, 'D j M, H:i')}"
    return f"{timeuntil(deadline, depth=1)}, {date_format(local, 'D j M, H:i')}"


@register.filter
def game(code: str) -> str:
    """The name of the game with this code."""
    return RULES[code].name


@register.filter
def box_label(box: str, code: str) -> str:
    """A box id in the words of the card, with its column where there are several."""
    stem, _, column = box.rpartition("-") if box[-1:].isdigit() else (box, "", "")
    boxes = getattr(RULES[code], "boxes", ())
    label = next((found.label for found in boxes if found.stem == stem), stem)
    return f"{label} ×{column}" if column else label
