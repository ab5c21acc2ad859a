"""What games refuse, in one place: the error, its status, a word for programs, and the sentence."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.daily.trying import NoDaily
from games.match.clocks import TimeLeft
from games.match.orders import NoOrders
from games.match.play import (
    MatchOver,
    NotSeated,
    NotYourTurn,
    PoolEmpty,
    PoolStopped,
    Stale,
    StillHidden,
    WrongNumber,
)
from games.match.practising import NoTakeBack, NothingToTakeBack
from games.match.ranking import TooSoon
from games.match.watching import NotWatched
from games.rules.base import BadOptions, IllegalMove
from games.seats.automatch import NoWish
from games.seats.bots import NotTaken
from games.seats.lobby import AlreadyAnswered, KeptApart, PlayerGone, TooManyMatches
from games.seats.waiting import NotForYou, SeekGone


class Refusal(NamedTuple):
    """The HTTP status, and the word that stays the same whatever the sentence says."""

    status: int
    code: str


REFUSALS: dict[type[Exception], Refusal] = {
    IllegalMove: Refusal(400, "illegal-move"),
    BadOptions: Refusal(400, "bad-options"),
    WrongNumber: Refusal(400, "wrong-number"),
    NotSeated: Refusal(403, "not-seated"),
    StillHidden: Refusal(403, "still-hidden"),
    KeptApart: Refusal(403, "kept-apart"),
    NotForYou: Refusal(403, "not-for-you"),
    NoOrders: Refusal(403, "no-orders"),
    NoTakeBack: Refusal(403, "no-take-back"),
    Stale: Refusal(409, "stale"),
    NotYourTurn: Refusal(409, "not-your-turn"),
    MatchOver: Refusal(409, "match-over"),
    NothingToTakeBack: Refusal(409, "nothing-to-take-back"),
    TimeLeft: Refusal(409, "time-left"),
    AlreadyAnswered: Refusal(409, "already-answered"),
    SeekGone: Refusal(409, "seek-gone"),
    PlayerGone: Refusal(409, "player-gone"),
    TooManyMatches: Refusal(409, "too-many-matches"),
    NotTaken: Refusal(409, "not-taken"),
    NoWish: Refusal(409, "no-wish"),
    NoDaily: Refusal(409, "no-daily"),
    TooSoon: Refusal(409, "too-soon"),
    PoolEmpty: Refusal(503, "pool-empty"),
    PoolStopped: Refusal(503, "pool-stopped"),
}
REFUSED = tuple(REFUSALS)
UNWATCHED = {NotWatched: Refusal(403, "not-watched")}
"""What pages answer by a page of its own."""
DICE_ARE_BEING_ROLLED = gettext_noop("The dice are being rolled. Nothing was changed: try again in a moment.")


def status_of(error: Exception) -> int:
    """The HTTP status that tells of this refusal."""
    return REFUSALS[type(error)].status


def sentence_of(error: Exception) -> str:
    """What the player is told."""
    return gettext(DICE_ARE_BEING_ROLLED) if type(error) is PoolEmpty else str(error)
