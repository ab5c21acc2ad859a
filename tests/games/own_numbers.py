"""What a browser does with numbers, for tests: it makes them, promises them, and sends them with the roll."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from accounts.models import User
from dicepool import pool, receipts, turning
from dicepool.pool import Reserved
from games.match import numbers, play, sets
from games.match.numbers import Sent
from games.models import Match, Seat
from games.rules.base import Dice, Move
from tests.games.tables import seat_of

LINKS = 128


def reserved(match: Match, player: User) -> list[Reserved]:
    """The sets that are reserved for the player's next roll."""
    return [Reserved.load(one[: sets.TOLD]) for one in seat_of(match, player).reserved]


def falls(one: Reserved, number: bytes = b"") -> Dice:
    """What a reserved set shows once a number has turned it; without one, what it holds."""
    [drawn] = pool.unseal([one])
    if not number:
        return drawn.dice
    return turning.turned(drawn.dice, number, receipts.text(one.serial, one.label, one.pledge, one.at_ms))


def label(match: Match, seat: Seat, what: str) -> bytes:
    """The label of a set as docs/dice.md has it."""
    assert match.seed is not None
    text = f"match {match.pk} seat {seat.index + 1} {what}"
    return hmac.digest(bytes(match.seed), text.encode(), "sha256")


def chain(last: bytes, links: int) -> list[bytes]:
    """So many numbers, each the hash of the next one, as docs/dice.md has it."""
    numbers = [last]
    while len(numbers) < links:
        numbers.append(hashlib.sha256(b"boatzee chain" + numbers[-1]).digest()[:16])
    return numbers[::-1]


@dataclass
class Browser:
    """A player's browser at one table: the numbers that it has made, by their pledges, and what comes after
    each in its chain.
    """

    player: User
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    numbers: dict[bytes, bytes] = field(default_factory=dict)
    waiting: dict[bytes, list[bytes]] = field(default_factory=dict)

    def promise(self, count: int = 1, sent: Sequence[bytes] = ()) -> tuple[bytes, ...]:
        """Make so many numbers, which follow on those that are sent. Gives their pledges."""
        made = [self._after(number) for number in islice((*sent, *count * [b""]), count)]
        self.numbers |= {turning.pledge_of(number): number for number in made}
        return tuple(map(turning.pledge_of, made))

    def _after(self, sent: bytes) -> bytes:
        number, *after = self.waiting.pop(sent, []) or chain(self.chance.randbytes(16), LINKS)
        self.waiting[number] = after
        return number

    def stock(self, count: int = 4) -> None:
        """Give the site so many pledges for first rolls."""
        numbers.stock(self.player, self.promise(count))

    def number_of(self, one: Reserved) -> bytes:
        """The number that was promised for a set."""
        return self.numbers[one.pledge]

    def sent(self, sets: Sequence[Reserved], promised: int | None = None) -> Sent:
        """What is sent with a roll of these sets, and with promises for as many."""
        known = tuple(self.numbers[one.pledge] for one in sets if one.pledge in self.numbers)
        return Sent(known, self.promise(len(sets) if promised is None else promised, known))

    def make(self, match: Match, wanted: Move, sent: Sent | None = None) -> Match:
        """Make a move on the table as it stands, with numbers for whatever it rolls."""
        match.refresh_from_db()
        seat = seat_of(match, self.player)
        if sent is None:
            count = match.rules.dice_wanted(match.table, seat.index, wanted)
            sent = self.sent(reserved(match, self.player)[: -(-count // 5)])
        return play.move(match.pk, self.player, play.version_for(match, seat), wanted, sent)
