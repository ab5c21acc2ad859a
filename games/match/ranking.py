"""What finished matches make of ratings, and what players may do about theirs (rules.md, "Ratings").

Nobody edits a rating: it comes from results, in the transaction that ends the match, or starts anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import holding
from accounts.figures import written
from accounts.models import User
from games import rating
from games.match.rows import Save
from games.models import CHARTED, Match, Rating, RatingPoint, Seat

RESTART = timedelta(days=365)
"""How long after a restart there is none again."""
STARTS: Mapping[str, rating.Rating] = {Rating.Kind.DUEL: rating.DUEL, Rating.Kind.TABLE: rating.TABLE}
DAY = timedelta(days=1)
PART = 1000
"""Points that go in one transaction."""
CROWDED = """
SELECT rating.player_id, rating.code, rating.kind, least(shown.at, %(past)s)
FROM (SELECT player_id, code, kind FROM games_ratingpoint GROUP BY 1, 2, 3 HAVING count(*) > %(most)s) rating
CROSS JOIN LATERAL (
  SELECT at FROM games_ratingpoint point
  WHERE (point.player_id, point.code, point.kind) = (rating.player_id, rating.code, rating.kind)
  ORDER BY at DESC OFFSET %(most)s - 1 LIMIT 1
) shown
"""
"""Each rating of which a chart shows no more than the latest points, and since when it keeps them."""


class TooSoon(Exception):
    """The rating was started anew within the last year, or has not begun."""


def kind_of(players: int) -> str:
    """Which of a player's two ratings of a game a match of so many concerns."""
    return Rating.Kind.DUEL if players == 2 else Rating.Kind.TABLE


def settle(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Rate everybody at a match that has just ended, places set; nobody where it is not rated.

    A seat whose account is closed counts as somebody of whom nothing is known. Five queries.
    """
    settle_all([(match, seats)], now)


def settle_all(ended: Iterable[tuple[Match, Sequence[Seat]]], now: datetime) -> None:
    """As `settle`, for many matches one after the other in this order. Five queries, or none."""
    rated = [(match, seats) for match, seats in ended if match.rated and len(seats) > 1]
    if not rated:
        return
    players = {seat.player_id for _match, seats in rated for seat in seats if seat.player_id}
    there = set(holding.hold(players))
    wanted = {
        (seat.player_id, match.code, kind_of(len(seats)))
        for match, seats in rated
        for seat in seats
        if seat.player_id in there
    }
    held = _lock(wanted, now)
    points = [point for match, seats in rated for point in _rate(match, seats, held, now)]
    SAVE.run(held.values())
    RatingPoint.objects.bulk_create(points)


SAVE = Save("save ratings", Rating, ("mean", "deviation", "volatility", "matches", "at"))
Key = tuple[int, str, str]
"""Of a rating: the player, the game, the kind."""


def _rate(
    match: Match, seats: Sequence[Seat], held: Mapping[Key, Rating], now: datetime
) -> Iterator[RatingPoint]:
    """What a match makes of the ratings that are held, which are changed, not saved."""
    kind = kind_of(len(seats))
    own = [held.get((seat.player_id or 0, match.code, kind)) for seat in seats]
    before = [_before(row, kind, now) for row in own]
    places = [seat.place or len(seats) for seat in seats]
    after: tuple[rating.Rating, ...]
    if kind == Rating.Kind.DUEL:
        score = 0.5 if places[0] == places[1] else float(places[0] < places[1])
        after = rating.after_duel(before[0], before[1], score)
    else:
        after = rating.after_match(before, places)
    for row, old, new in zip(own, before, after, strict=True):
        if row is None:
            continue
        row.value, row.matches, row.at = new, row.matches + 1, now
        yield RatingPoint(
            player_id=row.player_id,
            match=match,
            code=match.code,
            kind=kind,
            before=old.mean,
            mean=new.mean,
            deviation=new.deviation,
            at=now,
        )


def _lock(wanted: Iterable[Key], now: datetime) -> dict[Key, Rating]:
    """These ratings, locked in one order, so that matches with the same players cannot block each other."""
    ordered = sorted(wanted)
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                code=code,
                kind=kind,
                mean=STARTS[kind].mean,
                deviation=STARTS[kind].deviation,
                volatility=STARTS[kind].volatility,
                at=now,
            )
            for player, code, kind in ordered
        ],
        ignore_conflicts=True,
    )
    found = Rating.objects.select_for_update().filter(
        player__in={player for player, _code, _kind in ordered},
        code__in={code for _player, code, _kind in ordered},
        kind__in={kind for _player, _code, kind in ordered},
    )
    return {(row.player_id, row.code, row.kind): row for row in found.order_by("player_id", "code", "kind")}


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
    """Start my rating afresh in both kinds of a game, once a year.

    Raises TooSoon, also where there is no rating yet.
    """
    now = timezone.now()
    rows = list(Rating.objects.select_for_update().filter(player=player, code=code).order_by("kind"))
    if not rows:
        raise TooSoon(_("You have no rating in this game yet."))
    for row in rows:
        if row.restarted_at and now < row.restarted_at + RESTART:
            again = row.restarted_at + RESTART
            raise TooSoon(
                _("You have started afresh within the last year. You can do so again from %(again)s.")
                % {"again": written(again, "j F Y")}
            )
        row.value, row.matches, row.at, row.restarted_at = STARTS[row.kind], 0, now, now
        row.save()
    import_string(settings.LISTING_CHANGED)(player)


def of_players(players: Iterable[int], code: str, kind: str) -> dict[int, rating.Rating]:
    """The ratings of these players as they are now; who has none is not in it. One query."""
    now = timezone.now()
    rows = Rating.objects.filter(player__in=list(players), code=code, kind=kind)
    return {row.player_id: _before(row, kind, now) for row in rows}


def of_waiting(kind: str) -> dict[tuple[int, str], rating.Rating]:
    """The ratings of all who wait for an opponent, by player and game, as `of_players`. One query."""
    now = timezone.now()
    rows = Rating.objects.filter(player__wish__isnull=False, kind=kind)
    return {(row.player_id, row.code): _before(row, kind, now) for row in rows}


def thin() -> int:
    """Delete points of long ago that no chart shows, part by part. Returns how many.

    A match whose points are gone cannot be taken back any more: it counts, whatever is found out of it.
    """
    past = timezone.now() - settings.KEPT["ratings"]
    with connection.cursor() as cursor:
        cursor.execute(CROWDED, {"most": CHARTED, "past": past})
        crowded = cursor.fetchall()
    gone = 0
    for player, code, kind, since in crowded:
        old = RatingPoint.objects.filter(player=player, code=code, kind=kind, at__lt=since)
        while found := _delete_some(old):
            gone += found
    return gone


@transaction.atomic
def _delete_some(old: QuerySet[RatingPoint]) -> int:
    part = old.select_for_update(skip_locked=True).order_by("at").values_list("pk", flat=True)[:PART]
    return RatingPoint.objects.filter(pk__in=list(part)).delete()[0]
