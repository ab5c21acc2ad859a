"""A player's numbers: in every game, and in one of them beside everybody's. All is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.deeds import spans
from games.deeds.families import bar_width, kept_of
from games.deeds.spans import Span
from games.deeds.sums import Sum, What
from games.feats import spread
from games.models import Tally
from games.rules import RULES


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a player's matches of a game come to."""

    code: str
    sum: Sum

    @property
    def average(self) -> int | None:
        """The mean of the totals; None where there is none."""
        return round(self.sum.points / self.sum.totals) if self.sum.totals else None

    @property
    def won_percent(self) -> int | None:
        """Of a hundred matches with opponents, how many were won alone."""
        return round(100 * self.sum.won / self.sum.contests) if self.sum.contests else None

    @property
    def late_percent(self) -> int:
        """In how many of a hundred matches the clock acted for the player."""
        return round(100 * self.sum.late / self.sum.matches)


@dataclass(frozen=True, slots=True)
class Best:
    """A record of the player and its match, for each time in the order of Span; None where there is none."""

    what: What
    times: Sequence[tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class InGame:
    """One game: the numbers, the records, and how the totals are spread, beside those of everybody."""

    numbers: Numbers
    bests: Sequence[Best]
    mine: Sequence[int]
    every: Sequence[int]
    width: int


def games_of(player: User) -> list[Numbers]:
    """The player's numbers in every game, most played first. One query."""
    rows = Tally.objects.filter(player=player, span=Span.EVER, begins=spans.EVER, matches__gt=0)
    known = {row.code: row.value for row in rows}
    found = [Numbers(code, known[code]) for code in RULES if code in known]
    return sorted(found, key=lambda one: -one.sum.matches)


def in_game(player: User, code: str) -> InGame | None:
    """The player's numbers in one game; None where nothing is counted. Two queries."""
    today = timezone.now().astimezone(UTC).date()
    times = Q()
    for span in Span:
        times |= Q(span=span, begins=spans.begins(span, today))
    rows = {row.span: row.value for row in Tally.objects.filter(times, player=player, code=code)}
    ever = rows.get(Span.EVER)
    if ever is None or not ever.matches:
        return None
    bests = [Best(what, [_best(rows.get(span), what) for span in Span]) for what in kept_of(RULES[code])]
    return InGame(Numbers(code, ever), bests, ever.bars, spread.bars(code), bar_width(RULES[code]))


def _best(found: Sum | None, what: What) -> tuple[int, int] | None:
    value, match = (getattr(found, what, None), getattr(found, f"{what}_match", None))
    return None if value is None or match is None else (value, match)
