"""What finished matches make of ratings, and what players may do about theirs (rules.md, "Ratings").

Nobody edits a rating: it comes from results, in the transaction that ends the match, or starts anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import holding
from accounts.models import User
from games import rating
from games.models import Match, Rating, RatingPoint, Seat

RESTART = timedelta(days=365)
"""How long after a restart there is none again."""
STARTS: Mapping[str, rating.Rating] = {Rating.Kind.DUEL: rating.DUEL, Rating.Kind.TABLE: rating.TABLE}
DAY = timedelta(days=1)


class TooSoon(Exception):
    """The rating was started anew within the last year, or has not begun."""


def kind_of(players: int) -> str:
    """Which of a player's two ratings of a game a match of so many concerns."""
    return Rating.Kind.DUEL if players == 2 else Rating.Kind.TABLE


def settle(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Rate everybody at a match that has just ended, places set; nobody where it is not rated.

    A seat whose account is closed counts as somebody of whom nothing is known. Five queries.
    """
    if not match.rated or len(seats) < 2:
        return
    kind = kind_of(len(seats))
    held = _lock(match.code, kind, holding.hold(seat.player_id for seat in seats if seat.player_id), now)
    before = [_before(held.get(seat.player_id or 0), kind, now) for seat in seats]
    places = [seat.place or len(seats) for seat in seats]
    after: tuple[rating.Rating, ...]
    if kind == Rating.Kind.DUEL:
        score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
        after = rating.after_duel(before[0], before[1], score)
    else:
        after = rating.after_match(before, places)
    points = []
    for seat, old, new in zip(seats, before, after, strict=True):
        row = held.get(seat.player_id or 0)
        if row is None:
            continue
        row.value, row.matches, row.at = new, row.matches + 1, now
        points.append(
            RatingPoint(
                player_id=row.player_id,
                match=match,
                code=match.code,
                kind=kind,
                before=old.mean,
                mean=new.mean,
                deviation=new.deviation,
                at=now,
            )
        )
    Rating.objects.bulk_update(held.values(), ["mean", "deviation", "volatility", "matches", "at"])
    RatingPoint.objects.bulk_create(points)


def _lock(code: str, kind: str, players: Iterable[int], now: datetime) -> dict[int, Rating]:
    """The ratings of these players, locked in one order, so that two matches of a pair cannot block."""
    ordered = sorted(players)
    start = STARTS[kind]
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                code=code,
                kind=kind,
                mean=start.mean,
                deviation=start.deviation,
                volatility=start.volatility,
                at=now,
            )
            for player in ordered
        ],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(player__in=ordered, code=code, kind=kind)
    return {row.player_id: row for row in rows.order_by("player_id")}


def _before(row: Rating | None, kind: str, now: datetime) -> rating.Rating:
    if row is None:
        return STARTS[kind]
    return rating.rested(row.value, (now - row.at) / DAY, STARTS[kind])


def take_back(match: Match, now: datetime) -> None:
    """Undo what a locked match made of ratings, by an entry of its own for each player; once.

    Whoever has started anew since then has nothing of it to give back. The caller sees that the match is not
    rated again. Four queries.
    """
    points = {point.player_id: point for point in match.rating_points.all()}
    if any(point.taken_back for point in points.values()):
        return
    held = holding.hold(points)
    kind = next((point.kind for point in points.values()), "")
    rows = Rating.objects.select_for_update().filter(player__in=held, code=match.code, kind=kind)
    changed, entries = [], []
    for row in rows.order_by("player_id"):
        point = points[row.player_id]
        if row.restarted_at is not None and row.restarted_at >= point.at:
            continue
        before, row.mean = row.mean, row.mean - (point.mean - point.before)
        row.matches = max(0, row.matches - 1)
        changed.append(row)
        entries.append(
            RatingPoint(
                player_id=row.player_id,
                match=match,
                code=match.code,
                kind=kind,
                before=before,
                mean=row.mean,
                deviation=row.deviation,
                taken_back=True,
                at=now,
            )
        )
    Rating.objects.bulk_update(changed, ["mean", "matches"])
    RatingPoint.objects.bulk_create(entries)


@transaction.atomic
def restart(player: User, code: str) -> None:
    """Begin again as provisional in both kinds of a game, once a year.

    Raises TooSoon, also where there is no rating yet.
    """
    now = timezone.now()
    rows = list(Rating.objects.select_for_update().filter(player=player, code=code).order_by("kind"))
    if not rows:
        raise TooSoon("You have no rating in this game yet.")
    for row in rows:
        if row.restarted_at and now < row.restarted_at + RESTART:
            again = row.restarted_at + RESTART
            raise TooSoon(f"You started anew within the last year. You can again on {again:%-d %B %Y}.")
        row.value, row.matches, row.at, row.restarted_at = STARTS[row.kind], 0, now, now
        row.save()


def of_players(players: Iterable[int], code: str, kind: str) -> dict[int, rating.Rating]:
    """The ratings of these players as they are now; who has none is not in it. One query."""
    now = timezone.now()
    rows = Rating.objects.filter(player__in=list(players), code=code, kind=kind)
    return {row.player_id: _before(row, kind, now) for row in rows}
