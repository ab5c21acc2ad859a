"""A match under its lock: how it is read to be changed, and how what changed at its table is written back.

Every change of a match is one transaction that first locks its row, so two tabs, two workers or a
player and a clock never write the same table at once. Nothing is shown before it committed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import User
from games import clock
from games.match import channels, deadlines, deals, notices, sets, statements, unseen, wake, watching
from games.match.signals import match_finished, match_voided
from games.match.statements import LOCK, MATCH, SAVE, SAVE_SEATS, SAVED, SEATS, of_match
from games.models import Match, Seat
from games.rules.base import Pace
from statements import Asked, together

SEATS_MATCH: Any = Seat._meta.get_field("match")


class NotSeated(Exception):
    """The player has no seat at this match."""


class MatchOver(Exception):
    """Nothing more can happen at this table."""


class Stale(Exception):
    """The page the player acted on is no longer the current one. Nothing was changed.

    `version` is what a form would have to send now (play.version_for), where that was looked at.
    """

    def __init__(self, sentence: str, version: int | None = None) -> None:
        super().__init__(sentence)
        self.version = version


@dataclass(frozen=True, slots=True, eq=False)
class Locked:
    """A match whose row is locked until the transaction ends, with its seats in order.

    `restored` is what a database that was restored has made doubtful, `before` is the match as it was read,
    field by field, and `read` are the seats' summaries as they were.
    """

    match: Match
    seats: list[Seat]
    restored: sets.Restored
    before: Mapping[str, object]
    read: tuple[Mapping[str, object], ...]

    def seat_of(self, player: User) -> Seat:
        """The player's seat. Raises NotSeated."""
        return seat_of(player, self.seats)

    def must_run(self) -> None:
        """Raise MatchOver unless the match runs."""
        if self.match.status == Match.Status.INVITING:
            raise MatchOver(_("This match has not begun yet."))
        if self.match.status != Match.Status.RUNNING:
            raise MatchOver(_("This match is over. This is how it ended."))


def lock(match_id: int) -> Locked:
    """Lock the match row until the transaction ends, and read its seats. Raises Match.DoesNotExist."""
    if match_id > Match.HIGHEST:
        raise Match.DoesNotExist
    found, seats = together((LOCK, [match_id]), (SEATS, [[match_id]]))
    if not found:
        raise Match.DoesNotExist
    return as_read(found[0], seats)


def as_read(found: statements.Read, seats: list[Seat]) -> Locked:
    """A match that was read under its lock, with its seats."""
    match = found.match
    for seat in seats:
        SEATS_MATCH.set_cached_value(seat, match)
    restored = sets.Restored(found.given_up, found.began_anew)
    read = tuple(seat.summary() for seat in seats)
    return Locked(match, seats, restored, dict(match.__dict__), read)


def seat_of(player: User, seats: Iterable[Seat]) -> Seat:
    """The player's seat. Raises NotSeated."""
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise NotSeated(_("You are not playing in this match."))


def write(
    locked: Locked,
    *,
    by: int | None = None,
    seen_by: Sequence[Seat] | None = None,
    appended: Sequence[Asked] = (),
    last: bool = False,
) -> None:
    """Store a locked match and what changed of its seats; announce its end; tell open pages on commit.

    `by` is the player who acts and needs no word of it. What is to be told is noted in one row; of a
    roll, which neither ends nor passes a turn, there is nothing. `seen_by` are the seats whose pages are
    told of it, where a stranger's may not be. What is `appended` goes in front, in the same round trip; and
    where nothing follows, this is the `last` of the transaction, and may end it. The end of a match opens the
    proofs of its hidden rolls, and throws away what is still reserved.
    """
    match, seats = locked.match, locked.seats
    if match.over:
        sets.throw_away(seats)
    match.due = deadlines.due(match, seats)
    changed = changed_of(locked)
    asked = [*appended, *_saved(locked)]
    if changed:
        asked.append(SAVE_SEATS.asked([seat for seat, _before in changed]))
    asked += [notices.noted(match, what, **facts) for what, facts in to_note(locked, changed, by)]
    ends = last and not match.over
    own = [seat for seat in seats if by is not None and seat.player_id == by]
    together(*asked, commit=ends, meanwhile=partial(sets.sign_ahead, own) if ends else None)
    announce(match)
    if match.over and match.deal_id is not None:
        deals.settle([match])
    elif match.over and hides(locked):
        unseen.open_proofs(match.pk)
    live.publish_on_commit(*told(locked, changed, seen_by))
    wake_robots(locked)


Changed = Sequence[tuple[Seat, Mapping[str, object]]]
"""Seats, each with what was read of it."""


def to_note(locked: Locked, changed: Changed, by: int | None) -> list[tuple[str, dict[str, Any]]]:
    """What players are to be told of this change of a match: at most one thing, with its facts."""
    match = locked.match
    if match.over:
        return [("over", {"by": by})]
    passes = match.pace == Pace.TURNS and len(locked.seats) > 1 and match.clock != clock.LIVE
    return [("turn", {})] if passes and _passed(changed) else []


def told(locked: Locked, changed: Changed, seen_by: Sequence[Seat] | None) -> list[str]:
    """The channels on which open pages hear of this change; `seen_by` is as in `write`."""
    match, seats = locked.match, locked.seats
    hear = seats if seen_by is None and watching.is_unwatched(seats) else seen_by
    names = channels.heard_by(match.pk, None if hear is None else [seat.player_id for seat in hear])
    later = any(seat.deadline != before["deadline"] for seat, before in changed)
    # Where cards may be hidden, whether a turn passed or a clock moved is not to be heard either.
    if _passed(changed) or later or match.over or match.apart:
        names += channels.of_lists(seat.player for seat in (seats if seen_by is None else seen_by))
    return names


def hides(locked: Locked) -> bool:
    """Whether strangers see nothing of the match, or not all, before it is over."""
    return locked.match.apart or watching.is_unwatched(locked.seats)


def _passed(changed: Changed) -> bool:
    return any(seat.to_move != before["to_move"] for seat, before in changed)


def announce(match: Match) -> None:
    """Say inside the transaction that a match is over, where it is."""
    if match.status == Match.Status.FINISHED:
        match_finished.send(sender=Match, match=match)
    elif match.status == Match.Status.VOID:
        match_voided.send(sender=Match, match=match)


def wake_robots(locked: Locked) -> None:
    """Let robots move on commit where one is to, and standing orders be done where a turn has begun, or might
    be banked.
    """
    match = locked.match
    if any(
        seat.player.level or "bank" in seat.orders or (seat.orders and not before["to_move"])
        for seat, before in zip(locked.seats, locked.read, strict=True)
        if seat.to_move and seat.player
    ):
        transaction.on_commit(lambda: wake.robots(match.pk), robust=True)


def changed_of(locked: Locked) -> Changed:
    """The seats that changed since they were read."""
    pairs = zip(locked.seats, locked.read, strict=True)
    return [(seat, before) for seat, before in pairs if seat.summary() != before]


def _saved(locked: Locked) -> list[Asked]:
    """What saves the match: nothing where it is as it was, and where more changed than by a move it is saved
    whole before.
    """
    now = locked.match.__dict__
    changed = {name for name in MATCH.names if now[name] != locked.before[name]}
    if not changed <= set(SAVED):
        locked.match.save()
        return []
    return [(SAVE, of_match(locked.match))] if changed else []
