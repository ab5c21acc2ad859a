"""What the waiting room and the lobby read. Every function costs a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import Relation, User
from accounts.models.user import BOT
from games import rating
from games.models import Match, Rating, Seat, Seek
from games.models.match import name_of
from games.models.seeking import Waiter
from statements import Columns, Statement

ROOM = 100
JUST = timedelta(minutes=15)
"""How long a match that began is told of to whoever waits for one."""
FEW = 3
"""Of such matches so many are told of."""
SEEK = Columns(Seek)
FITS = f"""
(one.lowest IS NULL OR own.mean >= one.lowest) AND (one.highest IS NULL OR own.mean <= one.highest)
AND (NOT one.buddies_only OR EXISTS (
  SELECT FROM accounts_relation
  WHERE player_id = one.maker_id AND other_id = $1 AND kind = '{Relation.Kind.BUDDY}'
))
AND NOT EXISTS (
  SELECT FROM games_joining AS at_table JOIN accounts_user AS there ON there.id = at_table.player_id
  WHERE at_table.seek_id = one.id AND (there.suspended_until > $2::timestamptz OR EXISTS (
    SELECT FROM accounts_relation
    WHERE kind = '{Relation.Kind.IGNORED}'
    AND (player_id, other_id) IN (($1, there.id), (there.id, $1))
  ))
)
"""  # noqa: S608  (constants)
"""Whether an open match is for the player $1 at the instant $2; `own.mean` is how the player is rated."""
OWN = f"""
CROSS JOIN LATERAL (SELECT coalesce((
  SELECT mean FROM games_rating
  WHERE player_id = $1::bigint AND code = one.code
  AND kind = CASE WHEN one.players = 2 THEN '{Rating.Kind.DUEL}' ELSE '{Rating.Kind.TABLE}' END
), $3::float8) AS mean) AS own
"""  # noqa: S608  (constants)
"""Who has no rating counts as where all begin, $3."""
OPEN = Statement(
    "the waiting room of a player",
    f"""
SELECT {SEEK.of("open")}, waiter.id, waiter.username::text
FROM (
  SELECT one.* FROM games_seek AS one {OWN}
  WHERE one.expires_at > $2::timestamptz AND (
    EXISTS (SELECT FROM games_joining WHERE seek_id = one.id AND player_id = $1::bigint)
    OR (one.token = '' AND {FITS})
  )
  ORDER BY one.id DESC
  LIMIT $4::int
) AS open
JOIN games_joining AS joining ON joining.seek_id = open.id
JOIN accounts_user AS waiter ON waiter.id = joining.player_id
ORDER BY open.id DESC, joining.id
""",  # noqa: S608  (constants)
    reads=True,
)
OPEN_TO_ALL = Statement(
    "the waiting room of a visitor",
    f"""
SELECT {SEEK.of("open")}, waiter.id, waiter.username::text
FROM (
  SELECT one.* FROM games_seek AS one
  WHERE one.expires_at > $1::timestamptz AND one.token = '' AND NOT one.buddies_only
  AND NOT EXISTS (
    SELECT FROM games_joining AS at_table JOIN accounts_user AS there ON there.id = at_table.player_id
    WHERE at_table.seek_id = one.id AND there.suspended_until > $1
  )
  ORDER BY one.id DESC
  LIMIT $2::int
) AS open
JOIN games_joining AS joining ON joining.seek_id = open.id
JOIN accounts_user AS waiter ON waiter.id = joining.player_id
ORDER BY open.id DESC, joining.id
""",  # noqa: S608  (constants)
    reads=True,
)
"""Whatever rating it asks for; what is meant for buddies is nobody else's business."""
MAY_JOIN = Statement(
    "whether a player may join",
    f"""
SELECT true FROM games_seek AS one {OWN}
WHERE one.id = $4::bigint AND {FITS}
""",  # noqa: S608  (constants)
    reads=True,
)
BEGUN = Statement(
    "matches that have just begun",
    """
SELECT begun.id, begun.code::text, player.username::text, player.guest
FROM (
  SELECT one.id, one.code FROM games_seat AS mine
  JOIN games_match AS one ON one.id = mine.match_id
  WHERE mine.player_id = $1::bigint AND mine.moves = 0
  AND one.status = 'running' AND one.started_at > $2::timestamptz
  AND EXISTS (
    SELECT FROM games_seat AS other LEFT JOIN accounts_user AS there ON there.id = other.player_id
    WHERE other.match_id = one.id AND other.id != mine.id
    AND (other.player_id IS NULL OR there.robot = '')
  )
  ORDER BY one.id DESC
  LIMIT $3::int
) AS begun
JOIN games_seat AS seat ON seat.match_id = begun.id AND seat.player_id IS DISTINCT FROM $1
LEFT JOIN accounts_user AS player ON player.id = seat.player_id
ORDER BY begun.id DESC, seat.index
""",
    reads=True,
)


def with_people() -> Exists:
    """Whether somebody besides robots sits at the match of a seat with it; a closed account was somebody."""
    others = Seat.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    return Exists(others.filter(Q(player=None) | Q(player__robot="")))


def with_bots() -> Exists:
    """Whether another bot sits at the match of a seat with it."""
    others = Seat.objects.filter(match=OuterRef("match"), player__robot=BOT).exclude(pk=OuterRef("pk"))
    return Exists(others)


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


def open_seeks(player: User | None) -> list[Seek]:
    """What the player may join in the waiting room, and all the player is in, newest first; for a visitor
    whatever is open to all who sign up. One query.
    """
    if player is None:
        return _seeks(OPEN_TO_ALL.rows(timezone.now(), ROOM))
    return _seeks(OPEN.rows(player.pk, timezone.now(), rating.DUEL.mean, ROOM))


@dataclass(frozen=True, slots=True)
class Begun:
    """A match that has just begun: its key, its game, and whom it is with, as one sentence names them."""

    pk: int
    code: str
    others: str


def just_begun(player: User) -> list[Begun]:
    """Matches with people that began a short while ago and in which the player has not moved, newest first.

    One query.
    """
    found = []
    rows = BEGUN.rows(player.pk, timezone.now() - JUST, FEW)
    for (match_id, code), others in groupby(rows, itemgetter(0, 1)):
        names = [name_of(username, guest=bool(guest)) for *_match, username, guest in others]
        found.append(Begun(match_id, code, get_text_list(names, _("and"))))
    return found


def _seeks(rows: Iterable[Sequence[Any]]) -> list[Seek]:
    """An open match with who waits there for each, whose rows, one a player, follow one another."""
    seeks = []
    for _pk, waiters in groupby(rows, itemgetter(0)):
        those = list(waiters)
        seek = SEEK.make(those[0])
        seek.waiters = [Waiter(*row[len(SEEK) :]) for row in those]
        seeks.append(seek)
    return seeks


def may_join(seek: Seek, player: User) -> bool:
    """Whether an open match is for this player: by rating, as a buddy, with nobody kept apart. One query."""
    return bool(MAY_JOIN.value(player.pk, timezone.now(), rating.DUEL.mean, seek.pk))


def seek_by_link(token: str) -> Seek | None:
    """The private open match of this link, if it is still there. One query."""
    return Seek.objects.filter(token=token, expires_at__gt=timezone.now()).first() if token else None


def match_by_link(token: str, player: User) -> int | None:
    """The match that a private link led to, for whoever plays in it. One query."""
    found = Match.objects.filter(link=token, seats__player=player) if token else Match.objects.none()
    return found.values_list("pk", flat=True).first()
