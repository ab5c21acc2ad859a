"""The sets of dice of a match: reserved for a seat before it rolls, opened with the player's own numbers.

A seat's next set is reserved when the match begins, and each set that a roll uses is replaced in the same
transaction; so it costs no commit of its own, and a roll that is rolled back keeps its sets, its numbers, and
with them its dice. In Dice 10000 two sets are reserved: a roll of up to five dice takes the first, and the
other waits. In the pool's public log each stands under a label that tells nothing until the match's seed is
told (docs/dice.md).
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from dicepool import fates, pool, receipts, turning
from dicepool.pool import PoolEmpty, PoolStopped, Reserved, Shown, Wanted
from games.match import numbers, unseen
from games.match.numbers import NOTHING, Sent, WrongNumber
from games.models import Match, Seat
from games.replay import DICE_IN_SET
from games.rules.base import Dice, Rules

__all__ = [
    "NOTHING",
    "PoolEmpty",
    "PoolStopped",
    "Reserved",
    "Restored",
    "Sent",
    "Thrown",
    "Unreserved",
    "WrongNumber",
    "go_on",
    "keep_told",
    "opened",
    "public_key",
    "receipts_of",
    "reserve",
    "roll_off",
    "roll_off_outside",
    "sign_ahead",
    "take",
    "throw",
    "throw_away",
    "used_up",
]
SEED_BYTES = 32
TOLD = 7
"""Where a number stands in what a seat keeps of a set, behind what Reserved.dump makes, if it was told."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restored database has made doubtful, for it may have forgotten what players have seen: the sets
    up to the serial `given_up`, none of which is rolled, and pledges from before dealing `began_anew`.
    """

    given_up: int = 0
    began_anew: datetime | None = None


class Unreserved(Exception):
    """No set is reserved for the roll: in matches from before sets were, or that were taken up again; or it
    was given up when the database was restored, for its player may have seen it.
    """


@dataclass(frozen=True, slots=True)
class Thrown:
    """What a roll threw: its dice as they fell, the sets they came from, and the number that turned each."""

    dice: Dice = field(default=(), repr=False)
    serials: tuple[int, ...] = ()
    numbers: tuple[bytes, ...] = ()

    @property
    def shown(self) -> list[Shown]:
        """The sets, to be shown to everybody."""
        return [Shown(serial, number) for serial, number in zip(self.serials, self.numbers, strict=True)]


def wanted_by(rules: Rules[Any]) -> int:
    """How many sets a seat has reserved: as many as its largest roll takes."""
    return -(-rules.dice // DICE_IN_SET)


def roll_off_outside(count: int) -> list[tuple[int, int]]:
    """A roll-off outside of any match, seen by everybody at once: for each of so many a die and the serial of
    its set. Raises PoolEmpty.
    """
    return [(rolled.dice[0], rolled.serial) for rolled in pool.draw(count)]


def roll_off(match: Match, contenders: Sequence[int], turn: int) -> list[pool.Drawn]:
    """A set for each seat that is still in, in this round (from 1) of the roll-off. Raises PoolEmpty."""
    labels = [_label(match, seat, f"roll-off {turn}") for seat in contenders]
    return pool.draw(len(contenders), labels, unseen.owner(match.pk))


def reserve(match: Match, seats: Sequence[Seat], restored: Restored) -> None:
    """Reserve for each of these seats the sets that it lacks, under pledges from its player's stock.

    Sets that were given up are thrown away before; those of hidden cards once the match is over
    (unseen.py). The seats are changed, not saved. Two queries. Raises PoolEmpty.
    """
    reserved_before = [one for seat in seats for one in seat.reserved]
    given_up = [one for one in reserved_before if _load(one).serial <= restored.given_up]
    if given_up and not match.apart:
        fates.throw_away([_load(one).serial for one in given_up])
    for seat in seats:
        seat.reserved = [one for one in seat.reserved if one not in given_up]
    each = wanted_by(match.rules)
    lacking = {seat: each - len(seat.reserved) for seat in seats if len(seat.reserved) < each}
    if not lacking:
        return
    players = [seat.player_id for seat in lacking if seat.player_id]
    stock = numbers.take(players, each, restored.began_anew)
    wanted = []
    for seat, count in lacking.items():
        pledges = stock.get(seat.player_id or 0, [])
        wanted += list(_wanted(match, seat, count, pledges))
    reserved = iter(pool.reserve(wanted, unseen.owner(match.pk)))
    for seat, count in lacking.items():
        _put(seat, [next(reserved) for _ in range(count)])


def take(labels: Sequence[bytes], owner: bytes) -> list[Reserved]:
    """Sets for several cards (deals.py), unopened, under these labels. Raises PoolEmpty."""
    return pool.reserve([Wanted(label) for label in labels], owner)


def opened(taken: Sequence[Reserved]) -> list[Dice]:
    """The dice of sets that were so taken and committed, in their order. No query. Raises PoolStopped."""
    return [one.dice for one in pool.unseal(taken)]


def throw(seat: Seat, count: int, sent: Sent, restored: Restored) -> Thrown:
    """The dice of a roll of so many, out of the sets that are reserved for the seat. No query.

    A set whose number was told (keep_told) is turned by it. A set that was opened before, by a roll that was
    rolled back, keeps the number of then where one process holds the keys.
    Raises Unreserved, WrongNumber, PoolStopped.
    """
    needed = -(-count // DICE_IN_SET)
    waiting = list(map(_load, seat.reserved))
    if len(waiting) < needed or any(one.serial <= restored.given_up for one in waiting):
        raise Unreserved
    reserved = waiting[:needed]
    if not set(map(turning.pledge_of, sent.numbers)) <= {one.pledge for one in waiting}:
        raise WrongNumber(
            _(
                "The number that your browser sent for these dice is not the one it had promised."
                " Nothing was changed: load the page again and roll."
            )
        )
    told = [bytes.fromhex("".join(one[TOLD:])) for one in seat.reserved[:needed]]
    drawn = pool.unseal(reserved, told)
    fell = (
        turning.turned(opened.dice, opened.number, _receipt(one)) if opened.number else opened.dice
        for one, opened in zip(reserved, drawn, strict=True)
    )
    dice = tuple(die for faces in fell for die in faces)[:count]
    return Thrown(dice, tuple(one.serial for one in drawn), tuple(one.number for one in drawn))


def keep_told(seat: Seat, sent: Sent) -> bool:
    """Keep the numbers that came with a move, each with its set; tells if there were any that were not there.

    What was told turns the set whatever became of the move, and whoever rolls it next, as standing orders do,
    or its player without a script: else the site could choose between two rolls that it knows. The seat is
    changed, not saved. No query.
    """
    if not sent.numbers:
        return False
    given = {turning.pledge_of(number): number.hex() for number in sent.numbers}
    kept = [
        [*one[:TOLD], given[pledge]] if (pledge := _load(one).pledge) in given else one
        for one in seat.reserved
    ]
    if kept == seat.reserved:
        return False
    seat.reserved = kept
    return True


def go_on(match: Match, seat: Seat, thrown: Thrown, sent: Sent, *, hidden: bool) -> None:
    """Replace the sets that a roll has used, and let everybody see them, unless the card is hidden.

    The seat is changed, not saved. One query. Raises PoolEmpty.
    """
    used = len(thrown.serials)
    wanted = list(_wanted(match, seat, used, sent.pledges))
    shown = () if hidden else thrown.shown
    reserved = pool.reserve(wanted, unseen.owner(match.pk), shown)
    seat.reserved = seat.reserved[used:]
    _put(seat, reserved)


def used_up(seat: Seat, thrown: Thrown) -> None:
    """Let everybody see the sets of the roll that ended the match; what else was reserved is left."""
    fates.show(thrown.shown)
    seat.reserved = seat.reserved[len(thrown.serials) :]


def throw_away(seats: Iterable[Seat]) -> None:
    """Say that what is still reserved at a match that is over is never used. One query, or none.

    The seats are changed, not saved.
    """
    left = [_load(one).serial for seat in seats for one in seat.reserved]
    for seat in seats:
        seat.reserved = []
    if left:
        fates.throw_away(left)


def receipts_of(seat: Seat) -> Iterator[dict[str, object]]:
    """For the seat's own player: each reserved set, and the site's signed receipt of it. No query."""
    for one in map(_load, seat.reserved):
        yield {"serial": one.serial, "pledge": one.pledge.hex(), "receipt": receipts.signed(_receipt(one))}


def sign_ahead(seats: Iterable[Seat]) -> None:
    """Sign the receipts of these seats' sets, for `receipts_of` to find: the database is at its commit, and
    there is nothing else to do but wait. No query.

    What fails here does not fail the move, which may stand by now, and has to be told to those who wait for
    it: it fails again for the page that shows a receipt.
    """
    with suppress(Exception):
        for seat in seats:
            for _told in receipts_of(seat):
                pass


def public_key() -> str:
    """The key that receipts are signed with, as text."""
    return receipts.public_key()


def _load(kept: Sequence[Any]) -> Reserved:
    return Reserved.load(kept[:TOLD])


def _receipt(one: Reserved) -> str:
    return receipts.text(one.serial, one.label, one.pledge, one.at_ms)


def _wanted(match: Match, seat: Seat, count: int, pledges: Sequence[bytes]) -> Iterator[Wanted]:
    for place in range(count):
        label = _label(match, seat.index, f"set {seat.sets + place}")
        yield Wanted(label, pledges[place] if place < len(pledges) else b"")


def _put(seat: Seat, reserved: Sequence[Reserved]) -> None:
    seat.reserved = [*seat.reserved, *(one.dump() for one in reserved)]
    seat.sets += len(reserved)


def _label(match: Match, seat: int, what: str) -> bytes:
    if match.seed is None:
        match.seed = secrets.token_bytes(SEED_BYTES)
    text = f"match {match.pk} seat {seat + 1} {what}"
    return hmac.digest(bytes(match.seed), text.encode(), "sha256")
