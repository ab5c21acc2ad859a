"""Watching: which matches run for everybody to see, the best first, and who sees those that do not.

A player may want no spectators. As long as one of a match's players does, nobody but who sits there, and who
has to decide about the match, gets anything of it before it is over: neither its table nor its record, no
word that something happened there, and no proof of its rolls. It is asked of the players as they are now, so
that it holds from when it was chosen on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import User
from games import rating
from games.match import channels, move_log
from games.models import Match, Rating, Seat
from games.models.match import name_of
from games.rules import RULES
from games.rules.base import APART, Pace, Rules
from statements import Statement

LATELY = 4000
"""Moves that are looked through for tables where something happens."""
MOST = 40
"""Tables that a page lists."""
OVER, ENDED = 8, 200
"""Matches that it lists while nobody plays, and the last that ended, among which these are looked for."""
AT_THE_TABLE = timedelta(minutes=5)
"""Since the last move of a match whose players are taken to be there."""


class NotWatched(Exception):
    """One of the players wants no spectators, or others still play its dice. The sentence can be shown."""


def is_unwatched(seats: Iterable[Seat]) -> bool:
    """Whether one of the players wants nobody to watch. No query."""
    return any(seat.player is not None and seat.player.unwatched for seat in seats)


def may_watch(match: Match, seats: Sequence[Seat], visitor: User | AnonymousUser) -> bool:
    """Whether the visitor sees a match that has begun. No query but for who may have to decide about it, and
    of a match that is over for its deal: while that is closed nobody else sees it.
    """
    closed = match.over and match.closed
    if not closed and (match.over or not is_unwatched(seats)):
        return True
    if not isinstance(visitor, User):
        return False
    if any(seat.player_id == visitor.pk for seat in seats):
        return True
    if closed:
        return False
    if visitor.is_staff and visitor.has_perm("games.view_match"):
        return True
    return match.event is not None and import_string(settings.MATCH_OVERSEERS)(visitor, match)


def must_be_watched(match: Match, seats: Sequence[Seat], visitor: User | AnonymousUser) -> None:
    """Raise NotWatched where the visitor may not see this match that has begun."""
    if may_watch(match, seats, visitor):
        return
    if match.over:
        raise NotWatched(_("Others still play these dice. You can look at the match once all are done."))
    raise NotWatched(_("These players want nobody to watch. You can look at the match once it is over."))


def tell_of_change(player: User) -> None:
    """Let all who have a table of the player's open look anew, on commit: some may see it no more.
    One query.
    """
    running = Match.objects.filter(seats__player=player, status=Match.Status.RUNNING)
    live.publish_on_commit(*(channels.of_match(pk) for pk in running.values_list("pk", flat=True)))


class Sitter(NamedTuple):
    """A player at a table that is listed, with the rating that everybody may see."""

    username: str | None
    guest: bool | None
    to_move: bool
    total: int
    mean: float | None
    deviation: float | None

    @property
    def name(self) -> str:
        """As `Seat.name` has it."""
        return name_of(self.username, guest=bool(self.guest))

    @property
    def rating(self) -> rating.Rating | None:
        """None where there is none, or the player hides it."""
        if self.mean is None or self.deviation is None:
            return None
        return rating.Rating(self.mean, self.deviation)


@dataclass(frozen=True, slots=True)
class Line:
    """A table that is listed; `at` is when somebody moved there last."""

    pk: int
    code: str
    pace: str
    event: int | None
    ladder: int | None
    at: datetime
    seats: tuple[Sitter, ...]

    @property
    def rules(self) -> Rules[object]:
        """The rules it is played by."""
        return RULES[self.code]

    @property
    def organised(self) -> bool:
        """As `Match.organised` has it."""
        return self.event is not None or self.ladder is not None

    @property
    def hides(self) -> bool:
        """Whether its cards are laid open only when it is over."""
        return self.pace in APART

    @property
    def here(self) -> bool:
        """Whether its players seem to be at the table."""
        return not self.hides and self.at > timezone.now() - AT_THE_TABLE


WATCHED = Statement(
    "matches that run for everybody to see",
    f"""
WITH found AS (
  SELECT m.id, s.index, s.to_move, s.total, u.username, u.guest, u.unwatched, u.robot,
    CASE WHEN u.hide_rating THEN NULL ELSE r.mean END AS mean, r.deviation
  FROM games_match AS m
  JOIN games_seat AS s ON s.match_id = m.id
  LEFT JOIN accounts_user AS u ON u.id = s.player_id
  LEFT JOIN games_rating AS r ON r.player_id = s.player_id AND r.code = m.code AND r.kind = (
    SELECT CASE WHEN count(*) = 2 THEN '{Rating.Kind.DUEL}' ELSE '{Rating.Kind.TABLE}' END
    FROM games_seat WHERE match_id = m.id
  )
  WHERE m.id = ANY($1::bigint[]) AND m.status = '{Match.Status.RUNNING}'
  AND ($2::text = '' OR m.code = $2) AND (m.pace = '{Pace.TURNS}' OR $3::bool)
  AND (NOT $4::bool OR m.event IS NOT NULL)
), best AS (
  SELECT id, avg(coalesce(mean, $5::float8)) AS strength FROM found GROUP BY id
  HAVING count(*) > 1
  AND NOT bool_or(coalesce(unwatched, false) OR coalesce(guest, false) OR coalesce(robot, '') <> '')
  ORDER BY strength DESC, id DESC
  LIMIT $6::int
)
SELECT m.id, m.code::text, m.pace::text, m.event, m.ladder,
  found.username::text, found.guest, found.to_move, found.total, found.mean, found.deviation
FROM best
JOIN games_match AS m ON m.id = best.id
JOIN found ON found.id = best.id
ORDER BY best.strength DESC, best.id DESC, found.index
""",  # noqa: S608  (constants)
    reads=True,
)
"""Of these matches, those of a game if it is named, with hidden cards too or not, of events only or not.

Whoever hides a rating counts as somebody of whom nothing is known: the order tells nothing of it either.
"""
OF_LINE = 5


def lately(code: str = "", *, events: bool = False) -> list[Line]:
    """Tables at which somebody moved lately, the best players first: of one game or of all, of events only or
    not. Two queries.
    """
    return _lines(move_log.lately(LATELY), code, split=False, events=events)


def just_over(code: str = "", *, events: bool = False) -> list[Line]:
    """The last matches that ended between people who do not mind being watched, whose cards lie open to all:
    of one game or of all, of events only or not. Four queries at most.
    """
    ended = Match.objects.filter(folded=False, started_at__isnull=False, ended_at__isnull=False)
    latest = list(ended.order_by("-ended_at", "-pk").values_list("pk", flat=True)[:ENDED])
    unseen = Q(player__unwatched=True) | Q(player__guest=True) | Q(player__robot__gt="")
    there = Seat.objects.filter(match=OuterRef("pk"))
    shown = Match.objects.filter(
        Q(deal=None) | Q(deal__opened_at__isnull=False), Exists(there.filter(index=1)), pk__in=latest
    ).filter(~Exists(there.filter(unseen)), status=Match.Status.FINISHED)
    if code:
        shown = shown.filter(code=code)
    if events:
        shown = shown.filter(event__isnull=False)
    rows = shown.order_by("-ended_at", "-pk").prefetch_related("seats__player")[:OVER]
    return [_line_of(match) for match in rows]


def _line_of(match: Match) -> Line:
    seats = sorted(match.seats.all(), key=lambda seat: seat.index)
    sitters = tuple(
        Sitter(
            seat.player.username if seat.player else None,
            seat.player.guest if seat.player else None,
            to_move=False,
            total=seat.total,
            mean=None,
            deviation=None,
        )
        for seat in seats
    )
    assert match.ended_at
    return Line(match.pk, match.code, match.pace, match.event, match.ladder, match.ended_at, sitters)


def of(matches: Collection[int]) -> list[Line]:
    """Those of these matches that run for everybody to see, hidden cards among them. Two queries, or none."""
    return _lines(move_log.last_at(matches), "", split=True, events=False) if matches else []


def _lines(at: dict[int, datetime], code: str, *, split: bool, events: bool) -> list[Line]:
    rows = WATCHED.rows(list(at), code, split, events, rating.DUEL.mean, MOST)
    lines = []
    for _pk, seats in groupby(rows, itemgetter(0)):
        those = list(seats)
        sitters = tuple(Sitter._make(row[OF_LINE:]) for row in those)
        pk, code, pace, event, ladder = those[0][:OF_LINE]
        lines.append(Line(pk, code, pace, event, ladder, at[pk], sitters))
    return lines
