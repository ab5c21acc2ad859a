"""What pages read. Every function costs a fixed number of queries, however long its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FloatField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone

from accounts.models import Relation, User
from games import rating, record
from games.models import Holiday, Joining, Match, Move, Rating, RatingPoint, Seat, Seek
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove

RECENT_MOVES = 48
"""Moves a table shows of the past: a last turn of everybody at a table of ten, and more."""
PAGE = 30
ROOM = 100
MOST_ROLLS = 50_000


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Seat.objects.select_related("player").order_by("index")
    return matches.prefetch_related(Prefetch("seats", seats))


def _listed(matches: QuerySet[Match]) -> QuerySet[Match]:
    """For lines of a list: the state of the table, by far the largest column, stays where it is."""
    return _with_seats(matches.defer("state"))


def table(match_id: int) -> tuple[Match, list[Seat]]:
    """A match and its seats in order. Raises Match.DoesNotExist. Two queries."""
    match = _with_seats(Match.objects.all()).get(pk=match_id)
    return match, list(match.seats.all())


def recent_moves(match: Match, hidden: Sequence[int]) -> list[Move]:
    """The last moves of the seats that are not hidden, oldest first. One query."""
    moves = match.moves.exclude(seat__in=hidden).order_by("-number")[:RECENT_MOVES]
    return list(reversed(moves))


def all_moves(match: Match) -> list[Move]:
    """The whole log, oldest first. One query."""
    return list(match.moves.order_by("number"))


def as_record(match: Match, seats: Sequence[Seat], moves: Sequence[Move]) -> record.Match:
    """The match as games.record knows it, out of what the database holds. No query.

    Its seed is told once it is over: until then it would tell whose the sets in the log are.
    """
    rounds: list[tuple[record.Throw, ...]] = []
    entries = []
    contenders: tuple[int, ...] = tuple(range(len(seats)))
    throws: list[record.Throw] = []
    for move in moves:
        if move.kind != Move.ROLL_OFF:
            acted = RulesMove(Kind(move.kind), tuple(move.keep), move.box)
            numbers = tuple(move.numbers) if any(move.numbers) else ()
            entries.append(record.Entry(move.seat, acted, tuple(move.dice), tuple(move.serials), numbers))
            continue
        throws.append(record.Throw(move.seat, move.serials[0], move.dice[0]))
        if len(throws) == len(contenders):
            rounds.append(tuple(throws))
            throws = []
            contenders = record.still_in(rounds, len(seats))
    ending = None
    if match.adjudicated:
        ending = record.Ending(match.reason, tuple(seat.place or 0 for seat in seats))
    elif match.status == Match.Status.VOID:
        ending = record.Ending(match.reason)
    return record.Match(
        code=match.code,
        version=match.rules_version,
        options=match.options,
        pace=Pace(match.pace),
        names=tuple(seat.name for seat in seats),
        entries=tuple(entries),
        starter=match.starter or 0,
        roll_off=tuple(rounds),
        ending=ending,
        number=match.pk,
        day=match.started_at.date() if match.started_at else None,
        seed=bytes(match.seed).hex() if match.seed and match.over else "",
    )


def my_rolls(player: User) -> Iterator[tuple[int, ...]]:
    """What fell to the player, a tuple a roll, the latest MOST_ROLLS at most. One query."""
    mine = Move.objects.filter(match__seats__player=player, match__seats__index=F("seat"))
    rolled = mine.exclude(dice=[]).order_by("-pk").values_list("dice", flat=True)[:MOST_ROLLS]
    return (tuple(dice) for dice in rolled)


def my_turn(player: User) -> list[Match]:
    """The matches that wait for the player, the nearest deadline first. Two queries."""
    return list(
        _listed(
            Match.objects.filter(seats__player=player, seats__to_move=True).order_by(
                F("seats__deadline").asc(nulls_last=True), "pk"
            )
        )
    )


def waiting_for_others(player: User) -> list[Match]:
    """Running matches in which the player has to wait. Two queries."""
    return list(
        _listed(
            Match.objects.filter(
                seats__player=player, seats__to_move=False, status=Match.Status.RUNNING
            ).order_by(F("deadline").asc(nulls_last=True), "pk")
        )
    )


def invitations(player: User) -> list[Match]:
    """Matches that have not begun: those the player is asked to, and those the player made. Two queries."""
    return list(
        _listed(Match.objects.filter(seats__player=player, status=Match.Status.INVITING).order_by("-pk"))
    )


def unanswered(maker: User, others: Sequence[User]) -> Counter[int]:
    """How many of the player's invitations each of these has not answered, by key. One query."""
    asked = Seat.objects.filter(player__in=others, accepted=False, match__status=Match.Status.INVITING)
    return Counter(
        asked.filter(match__seats__player=maker, match__seats__index=0).values_list("player", flat=True)
    )


def known_to(maker: User, others: Sequence[User]) -> set[int]:
    """Who of these has begun a match with the player, or has it as a buddy. Two queries."""
    begun = Seat.objects.filter(player=OuterRef("pk"), match__started_at__isnull=False)
    together = Exists(begun.filter(match__seats__player=maker))
    found = User.objects.filter(together, pk__in=[one.pk for one in others]).values_list("pk", flat=True)
    buddies = Relation.objects.filter(player__in=others, other=maker, kind=Relation.Kind.BUDDY)
    return {*found, *buddies.values_list("player", flat=True)}


def open_seeks(player: User) -> list[Seek]:
    """What the player may join in the waiting room, and all the player is in, newest first. Two queries."""
    joinings = Joining.objects.select_related("player").order_by("pk")
    mine = Exists(Joining.objects.filter(seek=OuterRef("pk"), player=player))
    return list(
        Seek.objects.filter(expires_at__gt=timezone.now())
        .filter(Q(mine) | (Q(token="") & _fits(player)))
        .prefetch_related(Prefetch("joinings", joinings))
        .order_by("-pk")[:ROOM]
    )


def may_join(seek: Seek, player: User) -> bool:
    """Whether an open match is for this player: by rating, as a buddy, with nobody kept apart. One query."""
    return Seek.objects.filter(_fits(player), pk=seek.pk).exists()


def _fits(player: User) -> Q:
    """Of open matches, those that are for this player. Who has no rating counts as where all begin."""
    kind = Case(When(players=2, then=Value(Rating.Kind.DUEL)), default=Value(Rating.Kind.TABLE))
    mean = Rating.objects.filter(player=player, code=OuterRef("code"), kind=OuterRef("kind")).values("mean")
    at_table = Joining.objects.filter(seek=OuterRef("pk"))
    ignores = Relation.objects.filter(kind=Relation.Kind.IGNORED)
    apart = at_table.filter(
        Q(player__in=ignores.filter(player=player).values("other"))
        | Q(player__in=ignores.filter(other=player).values("player"))
        | Q(player__suspended_until__gt=timezone.now())
    )
    is_buddy = Relation.objects.filter(player=OuterRef("maker"), other=player, kind=Relation.Kind.BUDDY)
    rated = Seek.objects.annotate(
        kind=kind, mine=Coalesce(Subquery(mean), Value(rating.DUEL.mean), output_field=FloatField())
    ).filter(
        Q(lowest=None) | Q(mine__gte=F("lowest")),
        Q(highest=None) | Q(mine__lte=F("highest")),
    )
    return Q(pk__in=rated.values("pk")) & ~Exists(apart) & (Q(buddies_only=False) | Exists(is_buddy))


def seek_by_link(token: str) -> Seek | None:
    """The private open match of this link, if it is still there. Two queries."""
    joinings = Joining.objects.select_related("player").order_by("pk")
    found = Seek.objects.filter(token=token, expires_at__gt=timezone.now())
    return found.prefetch_related(Prefetch("joinings", joinings)).first() if token else None


def finished(player: User) -> list[Match]:
    """The player's last finished matches, newest first. Two queries."""
    return list(
        _listed(
            Match.objects.filter(
                seats__player=player, status__in=[Match.Status.FINISHED, Match.Status.VOID]
            ).order_by("-ended_at", "-pk")[:PAGE]
        )
    )


def count_waiting(player: User) -> int:
    """How many matches wait for the player. One query."""
    return Seat.objects.filter(player=player, to_move=True).count()


def next_waiting(player: User, match: Match) -> tuple[int | None, int]:
    """The next match that waits for the player after this one, and how many wait in all. One query."""
    waiting = list(
        Seat.objects.filter(player=player, to_move=True)
        .exclude(match=match)
        .order_by(F("deadline").asc(nulls_last=True), "match")
        .values_list("match_id", flat=True)[:100]
    )
    return (waiting[0] if waiting else None), len(waiting)


def match_by_link(token: str, player: User) -> int | None:
    """The match that a private link led to, for whoever plays in it. One query."""
    found = Match.objects.filter(link=token, seats__player=player) if token else Match.objects.none()
    return found.values_list("pk", flat=True).first()


def on_holiday(players: Sequence[int]) -> set[int]:
    """Who of these is on holiday now. One query."""
    away = Holiday.objects.filter(player__in=players, until__gt=timezone.now())
    return set(away.values_list("player", flat=True))


RATED = 200
"""Points of each rating that a chart shows."""
LAST = 1000
CHUNK = 200


def ratings(player: User) -> list[Rating]:
    """The player's ratings, those with most matches first. One query."""
    return list(Rating.objects.filter(player=player, matches__gt=0).order_by("-matches", "code", "kind"))


def rating_points(player: User) -> list[RatingPoint]:
    """The latest points of each of the player's ratings, by game, kind and time. One query."""
    latest = RatingPoint.objects.filter(player=player).annotate(
        back=Window(RowNumber(), partition_by=[F("code"), F("kind")], order_by=F("at").desc())
    )
    return list(latest.filter(back__lte=RATED).order_by("code", "kind", "at"))


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


def against(player: User, other: User) -> Against:
    """How the player's finished matches with the other went, by who came before whom. One query."""
    theirs = Seat.objects.filter(match=OuterRef("match"), player=other).values("place")[:1]
    mine = Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
    counted = mine.annotate(theirs=Subquery(theirs)).aggregate(
        won=Count("pk", filter=Q(place__lt=F("theirs"))),
        lost=Count("pk", filter=Q(place__gt=F("theirs"))),
        drawn=Count("pk", filter=Q(place=F("theirs"))),
    )
    return Against(**counted)


def is_settled(player: User) -> bool:
    """Whether the player has finished a match against somebody (settings.SETTLED). One query."""
    mine = Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
    return mine.filter(match__seats__index=1).exists()


def everything(player: User) -> Iterator[Match]:
    """All the player's matches with seats and moves, oldest first. Three queries for each CHUNK of them."""
    mine = Match.objects.filter(seats__player=player).order_by("pk")
    moves = Prefetch("moves", Move.objects.order_by("number"))
    return _with_seats(mine).prefetch_related(moves).iterator(chunk_size=CHUNK)


def time_out_percent(player: User) -> int:
    """In how many of a hundred of the player's last finished matches the clock acted. Two queries."""
    seats = list(
        Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
        .order_by("-match")
        .values_list("match", "index")[:RECENT_MOVES]
    )
    if not seats:
        return 0
    late = set(
        Move.objects.filter(match__in=[match for match, _ in seats], kind=Kind.TIMEOUT).values_list(
            "match", "seat"
        )
    )
    return round(100 * len(late & set(seats)) / len(seats))
