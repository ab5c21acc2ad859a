"""What pages read of one player: ratings, rolls, and how matches went. A fixed number of queries each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games import rating
from games.match import move_log
from games.models import CHARTED, Match, Rating, RatingPoint, Seat

LAST = 1000
MOST_ROLLS = 50_000
LATELY = 48
"""Matches of the past in which time-outs are counted."""


def my_rolls(player: User) -> Iterator[tuple[int, ...]]:
    """What fell to the player, a tuple a roll, the latest MOST_ROLLS at most. One query."""
    return move_log.rolls_of(player, MOST_ROLLS)


def ratings(player: User) -> list[Rating]:
    """The player's ratings, those with most matches first. One query."""
    return list(Rating.objects.filter(player=player, matches__gt=0).order_by("-matches", "code", "kind"))


def shown_ratings(player: User, viewer: User | None) -> list[Rating] | None:
    """The same as this viewer may see them; None where the player hides them. One query at most."""
    return None if player.hide_rating and viewer != player else ratings(player)


def of_robots() -> dict[tuple[str, str], rating.Rating]:
    """The ratings of robots in matches of two, by level and game; of those who have one. One query."""
    rows = Rating.objects.filter(matches__gt=0, kind=Rating.Kind.DUEL).exclude(player__level="")
    return {(row.player.level, row.code): row.value for row in rows.select_related("player")}


def rating_points(player: User) -> list[RatingPoint]:
    """The latest points of each of the player's ratings, by game, kind and time. One query."""
    latest = RatingPoint.objects.filter(player=player).annotate(
        back=Window(RowNumber(), partition_by=[F("code"), F("kind")], order_by=F("at").desc())
    )
    return list(latest.filter(back__lte=CHARTED).order_by("code", "kind", "at"))


def favourites(player: User) -> list[tuple[str, int]]:
    """The games of the player's last matches and how many of each, most first. One query."""
    recent = (
        Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
        .order_by("-match")
        .values_list("match__code", flat=True)[:LAST]
    )
    return Counter(recent).most_common()


@dataclass(frozen=True, slots=True)
class Against:
    """One player's matches against another, both at the same table."""

    won: int
    lost: int
    drawn: int


def against(player: User, other: User, code: str = "") -> Against:
    """How the player's finished matches with the other went, by who came before whom: of one game if it is
    named. One query.
    """
    theirs = Seat.objects.filter(match=OuterRef("match"), player=other).values("place")[:1]
    mine = _finished(player)
    if code:
        mine = mine.filter(match__code=code)
    counted = mine.annotate(theirs=Subquery(theirs)).aggregate(
        won=Count("pk", filter=Q(place__lt=F("theirs"))),
        lost=Count("pk", filter=Q(place__gt=F("theirs"))),
        drawn=Count("pk", filter=Q(place=F("theirs"))),
    )
    return Against(**counted)


def is_settled(player: User) -> bool:
    """Whether the player has finished a match against somebody (settings.SETTLED). One query."""
    mine = _finished(player)
    return mine.filter(match__seats__index=1).exists()


def _finished(player: User) -> QuerySet[Seat]:
    """The player's seats at matches that were finished, but for those in which a choice was taken back."""
    return Seat.objects.filter(player=player, match__status=Match.Status.FINISHED, match__taken_back=False)


def time_out_percent(player: User) -> int:
    """In how many of a hundred of the player's last finished matches with people the clock acted. Two
    queries.

    Practice does not wash it away: alone there is no clock, and a robot does not mind.
    """
    people = Seat.objects.filter(Q(player=None) | Q(player__robot=""), match=OuterRef("match"))
    with_people = _finished(player).filter(Exists(people.exclude(player=player)))
    seats = list(with_people.order_by("-match").values_list("match", "index")[:LATELY])
    if not seats:
        return 0
    late = move_log.timed_out([match for match, _ in seats])
    return round(100 * len(late & set(seats)) / len(seats))
