"""Words for the table: when a clock ends, and what a roll was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache

from django import template
from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.figures import figure, written
from accounts.models import User
from accounts.spoken import kept_by_language
from games import options
from games.match.lists import Line
from games.match.subjects import Subject
from games.models import Match, Seat, Seek
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.said import pgettext_noop
from games.tables import table_of
from games.tables.base import Die

register = template.Library()


@register.filter(expects_localtime=True)
def day(moment: datetime) -> str:
    """A day in the player's own time zone, “Thu 5 Mar”: lists have many, and Django's own filter reads its
    format anew for each.
    """
    return _day(moment.date())


@kept_by_language(512)
def _day(day: date) -> str:
    return written(day, "D j M")


@register.filter(expects_localtime=True)
def day_and_time(moment: datetime) -> str:
    """A moment likewise, “Thu 5 Mar, 18:00”."""
    return f"{day(moment)}, {moment.hour:02}:{moment.minute:02}"


@register.filter(expects_localtime=True)
def iso(moment: datetime) -> str:
    """A moment as scripts read it, “2026-03-05T18:00:00+01:00”: what Django's `date:'c'` makes of it."""
    return moment.isoformat()


@register.filter
def until(deadline: datetime | None) -> str:
    """An instant as players speak of it, in their own time zone: “about 2 days, until Thu 18:00”.

    Empty for none.
    """
    if deadline is None:
        return ""
    local = day_and_time(timezone.localtime(deadline))
    left = deadline - timezone.now()
    if left <= timedelta(0):
        return _("no time left since %(time)s") % {"time": local}
    hours = round(left / timedelta(hours=1))
    if hours > 36:
        count = round(hours / 24)
        said = _days_until(count)
    elif hours > 1:
        count = hours
        said = _hours_until(count)
    else:
        count = max(1, round(left / timedelta(minutes=1)))
        said = _minutes_until(count)
    return said % {"count": count, "time": local}


@kept_by_language()
def _days_until(count: int) -> str:
    return ngettext("about %(count)s day, until %(time)s", "about %(count)s days, until %(time)s", count)


@kept_by_language()
def _hours_until(count: int) -> str:
    return ngettext("about %(count)s hour, until %(time)s", "about %(count)s hours, until %(time)s", count)


@kept_by_language()
def _minutes_until(count: int) -> str:
    return ngettext("%(count)s minute, until %(time)s", "%(count)s minutes, until %(time)s", count)


@register.filter
def time_left(deadline: datetime) -> str:
    """How long it is until then, as one says it."""
    minutes = round((deadline - timezone.now()) / timedelta(minutes=1))
    if minutes <= 0:
        return _("no time left")
    if minutes < 90:
        return _minutes_left(minutes)
    hours = round(minutes / 60)
    return _hours_left(hours) if hours < 48 else _days_left(round(hours / 24))


@kept_by_language()
def _minutes_left(count: int) -> str:
    return ngettext("%(count)d minute left", "%(count)d minutes left", count) % {"count": count}


@kept_by_language()
def _hours_left(count: int) -> str:
    return ngettext("%(count)d hour left", "%(count)d hours left", count) % {"count": count}


@kept_by_language()
def _days_left(count: int) -> str:
    return ngettext("%(count)d day left", "%(count)d days left", count) % {"count": count}


@register.filter
def ago(moment: datetime) -> str:
    """How long ago something was, as one says it."""
    minutes = round((timezone.now() - moment) / timedelta(minutes=1))
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _minutes_ago(minutes)
    hours = round(minutes / 60)
    return _hours_ago(hours) if hours < 24 else _days_ago(round(hours / 24))


@kept_by_language()
def _minutes_ago(count: int) -> str:
    return ngettext("%(count)d minute ago", "%(count)d minutes ago", count) % {"count": count}


@kept_by_language()
def _hours_ago(count: int) -> str:
    return ngettext("%(count)d hour ago", "%(count)d hours ago", count) % {"count": count}


@kept_by_language()
def _days_ago(count: int) -> str:
    return ngettext("%(count)d day ago", "%(count)d days ago", count) % {"count": count}


@register.filter
def last_move(line: Line) -> str:
    """What was done last at a match of a list, in a few words; empty where that is not known."""
    seat = line.mover
    if seat is None:
        return ""
    points: int | None = seat.latest.get("points")
    told = {"name": seat.name, "points": figure(abs(points or 0)), "box": line.box_label}
    gain = None if points is None else (points > 0) - (points < 0)
    mine, others = _last_words(seat.latest.get("kind"), gain)
    return (mine if seat is line.mine else others) % told


@kept_by_language()
def _last_words(kind: str | None, gain: int | None) -> tuple[str, str]:
    """What is said of a move by the player, and by somebody else; `gain` is 1, 0, or -1 for a loss."""
    if kind == Kind.SCORE:
        return _("You scored %(points)s in %(box)s"), _("%(name)s scored %(points)s in %(box)s")
    if kind == Kind.TIMEOUT:
        return _("You ran out of time"), _("%(name)s ran out of time")
    if kind == Kind.RESIGN:
        return _("You resigned"), _("%(name)s resigned")
    if kind is None:
        return _("You moved"), _("%(name)s moved")
    if gain is None:
        return _("You rolled"), _("%(name)s rolled")
    if gain < 0:
        return _("You lost %(points)s"), _("%(name)s lost %(points)s")
    if not gain:
        return _("You went bust"), _("%(name)s went bust")
    return _("You banked %(points)s"), _("%(name)s banked %(points)s")


@register.filter
def game(code: str) -> str:
    """The name of the game with this code."""
    return RULES[code].name


PACES = {
    Pace.TURNS.value: pgettext_noop("pace", "turns"),
    Pace.SPLIT.value: pgettext_noop("pace", "split"),
    Pace.DUPLICATE.value: pgettext_noop("pace", "duplicate"),
}


@register.filter
def pace(value: str) -> str:
    """How the turns of different players relate, in a word."""
    return pgettext("pace", PACES[value])


@register.filter
def subject(match: Match, subjects: Mapping[int, Subject]) -> Subject | None:
    """What the match is played in, its name and address, as games.match.subjects has found them."""
    return subjects.get(match.pk) if subjects else None


@register.filter
def options_of(laid: Match | Seek) -> list[str]:
    """Every option of the game with what was chosen, in words."""
    return options.spelled_out(laid.code, laid.options)


@register.filter
def has_sheet(code: str) -> bool:
    """Whether finished matches of the game with this code are printed on paper."""
    return bool(table_of(RULES[code]).sheet)


WORDS = (
    "",
    pgettext_noop("a number", "one"),
    pgettext_noop("a number", "two"),
    pgettext_noop("a number", "three"),
    pgettext_noop("a number", "four"),
    pgettext_noop("a number", "five"),
    pgettext_noop("a number", "six"),
)


@register.filter
def in_words(face: int) -> str:
    """A face as one says it."""
    return pgettext("a number", WORDS[face]) if face else ""


@register.filter
def alike(dice: Sequence[Die], whole: int) -> str:
    """What to say of dice, so many in a whole roll, that all show the same face; of others, and where they
    are so few that it is no wonder, nothing.
    """
    if len(dice) != whole or len({die.face for die in dice}) > 1:
        return ""
    return {3: _("Three alike!"), 5: _("Five alike!"), 6: _("Six alike!")}.get(whole, "")


@lru_cache(maxsize=4096)
def _option(words: str) -> SafeString:
    return format_html('<option value="{}"></option>', words)


@register.filter
def as_options(moves: Iterable[str]) -> SafeString:
    """Moves in words, to choose from: there are dozens of them, always the same few hundred."""
    return SafeString("".join(map(_option, moves)))


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
    """A chance in words a player can use, after a colon: “about 3 times in 4 (72 %)”."""
    near = chance.limit_denominator(6)
    told = {"count": near.numerator, "whole": near.denominator, "percent": round(float(chance) * 100)}
    if near == 1:
        return _("almost always (%(percent)s %%)") % told
    if near.numerator == 1:
        return _("about once in %(whole)s (%(percent)s %%)") % told
    return (
        ngettext(
            "about %(count)s time in %(whole)s (%(percent)s %%)",
            "about %(count)s times in %(whole)s (%(percent)s %%)",
            near.numerator,
        )
        % told
    )


@register.filter
def percent(chance: Fraction) -> str:
    """A chance as a number: “28 %”."""
    return f"{round(float(chance) * 100)} %"


@register.filter
def seat_at(seats: Sequence[Seat], index: int) -> Seat:
    """The seat with this index."""
    return seats[index]


@register.filter
def has_joined(seek: Seek, player: User) -> bool:
    """Whether the player waits for this open match."""
    return any(waiter.pk == player.pk for waiter in seek.waiters)
