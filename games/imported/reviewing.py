"""The review of an imported record, made by the worker as that of a match is.

It must help nobody in a match that is running: what it says of a position is not told while one of the
player's own matches stands so, nor of a match of this site before its own review may be (docs/review.md says
what that can keep anybody from, and what not).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import spending
from accounts.models import User
from games import positions
from games.analysis import review_packed
from games.analysis.base import NotAdvised
from games.analysis.review import box_ids
from games.coach import making, reviews
from games.coach.advice import NotReady
from games.coach.reviews import Found, State
from games.imported import keeping, reading
from games.match import practising, queries, wake
from games.models import Imported, Match, Seat
from games.positions import Position
from games.record import BadRecord
from games.rules import RULES

logger = logging.getLogger(__name__)
AT_ONCE = 20
"""Reviews that one call makes."""


class Silent(Exception):
    """The coach says nothing of this record now. The sentence can be shown."""


def find(one: Imported, viewer: User | None, read: reading.Read) -> Found:
    """What there is of the review of one that was `read`. Raises Silent where it would help somebody who
    plays. A few queries.
    """
    if not one.over:
        return Found(State.TOO_SOON)
    must_help_nobody(read, one.owner, viewer)
    if one.review is not None:
        try:
            boxes = tuple(box_ids(RULES[one.code]))
            return Found(State.READY, review_packed.unpack(bytes(one.review), boxes))
        except review_packed.Unreadable:
            return Found(State.NONE)
    if one.due is None:
        return Found(State.FAILED if one.tries else State.NONE)
    waits = one.due - timezone.now()
    return Found(State.ASKED if one.tries or waits <= timedelta(0) else State.GETTING_READY)


def ask(owner: User, imported_id: int) -> Imported:
    """Let the worker make the review of one of one's own, if there is none yet. Idempotent.

    Raises BadRecord where its rules are not known any more, Imported.DoesNotExist, Silent, spending.TooOften.
    """
    spending.spend("review", owner)
    one = keeping.own(owner, imported_id)
    if find(one, owner, keeping.read(one)).state in (State.NONE, State.FAILED):
        now = timezone.now()
        Imported.objects.filter(pk=one.pk).update(due=now, tries=0, review=None)
        one.due, one.tries, one.review = now, 0, None
        transaction.on_commit(wake.reviews, robust=True)
    return one


def make_due(most: int = AT_ONCE) -> int:
    """Make reviews that are due, so many at most. Returns how many were seen to.

    Safe in several workers at once: each passes over what another is at.
    """
    now = timezone.now()
    return next((count for count in range(most) if not _make_next(now)), most)


@transaction.atomic
def _make_next(now: Any) -> bool:
    waiting = Imported.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    one = waiting.select_related("owner").filter(due__lte=now).order_by("due").first()
    if one is None:
        return False
    try:
        read = keeping.read(one)
        must_help_nobody(read, one.owner)
        one.review, one.due = making.of_record(read.stored), None
    except NotReady:
        one.due = now + reviews.WAITS_FOR_TABLES
    except (NotAdvised, Silent, BadRecord):  # the last where its rules are not known any more
        one.due, one.tries = None, len(reviews.PAUSES)
    except Exception:  # whatever fails, fails alone
        logger.exception("imported record %s could not be reviewed", one.pk)
        one.due = now + reviews.PAUSES[one.tries] if one.tries < len(reviews.PAUSES) else None
        one.tries += 1
    one.save(update_fields=["review", "due", "tries"])
    return True


def must_help_nobody(found: reading.Read, *readers: User | None) -> None:
    """Raise Silent where its review would help one of those who read it in a match that is running."""
    if _of_ours(found):
        raise Silent(_("The review of this match opens at its own page, once its round is over."))
    for player in dict.fromkeys(readers):
        if player is not None and _helps(found, player):
            raise Silent(
                _(
                    "One of your own matches stands as this record does at one of its moves. The coach is"
                    " silent on it until that is over."
                )
            )


def _of_ours(found: reading.Read) -> bool:
    """Whether this is, by its own words, a match of this site that may not be reviewed yet."""
    stored = found.stored
    if stored.number is None or stored.number > Match.HIGHEST:
        return False
    try:
        match, seats = queries.table(stored.number)
    except Match.DoesNotExist:
        return False
    same = match.code == stored.code and tuple(seat.name for seat in seats) == stored.names
    return same and match.status != Match.Status.VOID and not reviews.may_be_reviewed(match)


def _helps(found: reading.Read, player: User) -> bool:
    """Whether a position of the record, with the dice that lie in it, is one of the player's own just now."""
    running = Match.objects.filter(seats__player=player, status=Match.Status.RUNNING, code=found.stored.code)
    for match in queries.with_seats(running):
        seats: Sequence[Seat] = list(match.seats.all())
        mine = next(seat for seat in seats if seat.player_id == player.pk)
        if practising.practises(match, seats, mine):
            continue
        seen = match.rules.view(match.table, mine.index)
        if any(positions.same(one, match.code, seen) for one in _decided(found, seen)):
            return True
    return False


def _decided(found: reading.Read, seen: Any) -> Iterator[Position]:
    """The positions in which somebody decided; of cards those alone where the dice lay that are `seen`."""
    lying = {tuple(sorted(hand.dice)) for hand in getattr(seen, "hands", ())}
    for index in found.whole.there:
        step = found.whole.steps[index]
        hands = getattr(step.before, "hands", None)
        if hands is None:
            yield Position(found.stored.code, step.before, step.seat)
        elif hands[step.seat].dice and tuple(sorted(hands[step.seat].dice)) in lying:
            lies = replace(hands[step.seat], dice=tuple(sorted(hands[step.seat].dice)))
            laid = (*hands[: step.seat], lies, *hands[step.seat + 1 :])
            before = replace(step.before, turn=step.seat, hands=laid)  # side by side `turn` says nothing
            yield Position(found.stored.code, before, step.seat)
