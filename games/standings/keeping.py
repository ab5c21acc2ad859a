"""Keeping the standings: of each player those ratings that lists of the best show, as they are now.

Who hides a rating, is kept off the site, plays as a guest or is a robot is in no list, nor is a rating of
which too little is known (games.rating.Rating.provisional). The worker compares what there should be of a
player with what there is, whenever a match, a puzzle, the player or the staff may have changed it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Window
from django.db.models.functions import Rank
from django.utils import timezone

from accounts import outbox
from accounts.models import Profile, User
from accounts.models.outbox import Errand
from games import rating
from games.deeds import spans
from games.deeds.spans import Span
from games.feats import counting, spread
from games.feats.spread import Counts
from games.match.ranking import STARTS
from games.models import PuzzleRating, Rating, RatingPoint, Seat, Standing

KIND = "standing"
"""Under which the outbox keeps that something of a player has changed."""
PART = 500
VALUES = ("number", "country", "month", "gain", "lapses_at")
Key = tuple[str, str]
"""The game's code and the kind of rating."""


def note(player: User) -> None:
    """Note that a player may have to be listed otherwise; and again when a suspension ends
    (settings.LISTING_CHANGED). Two queries.
    """
    outbox.note(KIND, player.pk)
    if player.suspended and player.suspended_until:
        Errand.objects.create(kind=KIND, subject=player.pk, facts={}, due=player.suspended_until)


@transaction.atomic
def follow(player_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """List a player as things are now, records among them (settings.OUTBOX)."""
    player = User.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is not None:
        counts = counting.list_again(player)
        counts.update(_refresh(player))
        spread.add(counts)


def follow_match(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """List the players of a match that is over, or was changed since (settings.OUTBOX)."""
    if any(facts["what"] in {"over", "changed"} for facts in happened):
        seats = Seat.objects.filter(match=match_id, player__robot="", player__guest=False)
        refresh(*(player or 0 for player in seats.values_list("player", flat=True)))


@transaction.atomic
def refresh(*players: int) -> None:
    """List the ratings of these players as they are now. Idempotent.

    What is counted of everybody comes last: whoever holds that waits for no account.
    """
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=players)
    counts: Counts = Counter()
    for player in locked.order_by("pk"):
        counts.update(_refresh(player))
    spread.add(counts)


def _refresh(player: User) -> Counts:
    wanted = wanted_of(player, timezone.now())
    known = {(row.code, row.kind): row for row in Standing.objects.filter(player=player)}
    counts: Counts = Counter()
    for row in known.values():
        counts.subtract(spread.of_standing(row))
    for row in wanted.values():
        counts.update(spread.of_standing(row))
    Standing.objects.filter(pk__in=[row.pk for key, row in known.items() if key not in wanted]).delete()
    changed = []
    for key, row in wanted.items():
        if key in known:
            row.pk = known[key].pk
            if any(getattr(row, name) != getattr(known[key], name) for name in VALUES):
                changed.append(row)
    Standing.objects.bulk_update(changed, VALUES)
    Standing.objects.bulk_create([row for row in wanted.values() if row.pk is None])
    return counts


def wanted_of(player: User, now: datetime) -> dict[Key, Standing]:
    """What lists should show of a player. Four queries, or none."""
    if not player.is_active or player.suspended or player.hide_rating or player.robot or player.guest:
        return {}
    country = Profile.objects.filter(player=player).values_list("country", flat=True).first() or ""
    month = spans.begins(Span.MONTH, now.astimezone(UTC).date())
    began = _began(player, month)
    found = {}
    for code, kind, row, start in _ratings(player):
        lapses = row.at + timedelta(days=lasts(row.value, start))
        if lapses <= now:
            continue
        restarted = getattr(row, "restarted_at", None)
        before = began.get((code, kind))
        if before is not None and restarted is not None and restarted >= before[0]:
            before = None
        found[code, kind] = Standing(
            player=player,
            code=code,
            kind=kind,
            number=row.value.number,
            country=str(country),
            month=month if before else None,
            gain=row.value.number - round(before[1]) if before else 0,
            lapses_at=lapses,
        )
    return found


def _ratings(player: User) -> Iterator[tuple[str, str, Rating | PuzzleRating, rating.Rating]]:
    for row in Rating.objects.filter(player=player, matches__gt=0):
        yield row.code, row.kind, row, STARTS[row.kind]
    for solver in PuzzleRating.objects.filter(player=player, tries__gt=0):
        yield "", Standing.PUZZLES, solver, rating.DUEL


def lasts(value: rating.Rating, start: rating.Rating) -> float:
    """Days without a match until a rating is provisional; 0 where it is now."""
    widens = (rating.SCALE * value.volatility) ** 2 / rating.PERIOD
    return max(0.0, (min(rating.PROVISIONAL, start.deviation) ** 2 - value.deviation**2) / widens)


def _began(player: User, month: date) -> dict[Key, tuple[datetime, float]]:
    """When each rating first moved in this month, and from where. One query."""
    since = datetime(month.year, month.month, 1, tzinfo=UTC)
    points = RatingPoint.objects.filter(player=player, at__gte=since).annotate(
        place=Window(Rank(), partition_by=[F("code"), F("kind")], order_by="at")
    )
    firsts: dict[Key, list[RatingPoint]] = defaultdict(list)
    for one in points.filter(place=1).order_by("match"):
        firsts[one.code, one.kind].append(one)
    return {key: (found[0].at, _first(found).before) for key, found in firsts.items()}


def _first(points: Sequence[RatingPoint]) -> RatingPoint:
    """Of points of one moment, as when the clock ends many matches at once, the one that came first: it began
    with what none of the others has left.
    """
    left = {one.mean for one in points}
    return next((one for one in points if one.before not in left), points[0])


def differences(player: User) -> Iterator[str]:
    """What lists show of a player otherwise than it is, a sentence each. Whatever moves with the time alone,
    such as the month, is not looked at.
    """
    wanted = {key: row.number for key, row in wanted_of(player, timezone.now()).items()}
    known = {(row.code, row.kind): row.number for row in Standing.objects.filter(player=player)}
    for code, kind in sorted({*wanted, *known}):
        if wanted.get((code, kind)) != known.get((code, kind)):
            yield f"{player}: the list of {code or kind} {kind} shows another rating"


def lapse() -> int:
    """Take ratings out of which too little is known again, part by part. Returns of how many players."""
    count = 0
    while True:
        due = Standing.objects.filter(lapses_at__lte=timezone.now())
        players = list(due.order_by("lapses_at").values_list("player", flat=True)[:PART])
        if not players:
            return count
        for player in dict.fromkeys(players):
            refresh(player)
            count += 1


@transaction.atomic
def leave(player: User) -> None:
    """Take a player whose account is closed out of all lists (settings.ACCOUNT_CLOSERS)."""
    counts: Counts = Counter()
    for row in Standing.objects.select_for_update(no_key=True).filter(player=player).order_by("code", "kind"):
        counts.subtract(spread.of_standing(row))
    Standing.objects.filter(player=player).delete()
    spread.add(counts)
