"""Words for the table: when a clock ends, and what a roll was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from django import template
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games import options
from games.models import Match, Seat, Seek
from games.rules import RULES
from games.subjects import Subject

register = template.Library()


@register.filter
def until(deadline: datetime | None) -> str:
    """An instant as players speak of it, in their own time zone: “about 2 days, until Thu 18:00”.

    Empty for none.
    """
    if deadline is None:
        return ""
    local = date_format(timezone.localtime(deadline), "D j M, H:i")
    left = deadline - timezone.now()
    if left <= timedelta(0):
        return f"no time left since {local}"
    hours = round(left / timedelta(hours=1))
    if hours > 36:
        return f"about {round(hours / 24)} days, until {local}"
    if hours > 1:
        return f"about {hours} hours, until {local}"
    return f"{max(1, round(left / timedelta(minutes=1)))} minutes, until {local}"


@register.filter
def game(code: str) -> str:
    """The name of the game with this code."""
    return RULES[code].name


@register.filter
def subject(match: Match, subjects: Mapping[int, Subject]) -> Subject | None:
    """What the match is played in, its name and address, as games.subjects has found them."""
    return subjects.get(match.event) if match.event is not None and subjects else None


@register.filter
def options_of(laid: Match | Seek) -> list[str]:
    """Every option of the game with what was chosen, in words."""
    return options.spelled_out(laid.code, laid.options)


@register.filter
def box_label(box: str, code: str) -> str:
    """A box id in the words of the card, with its column where there are several."""
    stem, _, column = box.rpartition("-") if box[-1:].isdigit() else (box, "", "")
    boxes = getattr(RULES[code], "boxes", ())
    label = next((found.label for found in boxes if found.stem == stem), stem)
    return f"{label} ×{column}" if column else label


WORDS = ("", "one", "two", "three", "four", "five", "six")


@register.filter
def in_words(face: int) -> str:
    """A face as one says it."""
    return WORDS[face]


@register.filter
def signed(points: int) -> str:
    """Points ahead or behind, with their sign: +3, −4, ±0."""
    return f"{points:+}".replace("-", "−").replace("+0", "±0")


@register.filter
def ordinal_place(place: int) -> str:
    """A place as one says it: 1st, 2nd."""
    return str(ordinal(place))


@register.filter
def odds(chance: Fraction) -> str:
    """A chance in words a player can use: “about 3 times in 4 (72 %)”."""
    near, percent = chance.limit_denominator(6), f"({round(float(chance) * 100)} %)"
    if near == 1:
        return f"almost always {percent}"
    if near.numerator == 1:
        return f"about once in {near.denominator} {percent}"
    return f"about {near.numerator} times in {near.denominator} {percent}"


@register.filter
def seat_at(seats: Sequence[Seat], index: int) -> Seat:
    """The seat with this index."""
    return seats[index]


@register.filter
def seat_of(match: Match, player: User) -> Seat | None:
    """The player's seat at a match whose seats are loaded."""
    return next((seat for seat in match.seats.all() if seat.player_id == player.pk), None)


@register.filter
def has_joined(seek: Seek, player: User) -> bool:
    """Whether the player waits for this open match, whose joinings are loaded."""
    return any(joining.player_id == player.pk for joining in seek.joinings.all())
