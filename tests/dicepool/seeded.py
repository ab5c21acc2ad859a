"""Dice out of a seed in place of the pool's: for what is to be repeated, not for what is to be fair."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dicepool import pool


class Seeded:
    """`draw`, `reserve` and `unseal` like those of dicepool.pool, to be put in their places."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.serial = 0

    def draw(self, n: int, labels: Sequence[bytes] | None = None, owner: bytes = b"") -> list[pool.Drawn]:
        """The next sets."""
        return self.unseal(self.reserve([pool.Wanted(bytes(32))] * n, owner))

    def reserve(
        self, wanted: Sequence[pool.Wanted], owner: bytes, shown: Sequence[pool.Shown] = ()
    ) -> list[pool.Reserved]:
        """The next sets; what is sealed in them is their index."""
        reserved = []
        for one in wanted:
            self.serial += 1
            index = self.rng.randrange(6**5)
            reserved.append(pool.Reserved(self.serial, index, 1, bytes(16), 0, one.label, one.pledge))
        return reserved

    def unseal(self, reserved: Sequence[pool.Reserved], numbers: Sequence[bytes] = ()) -> list[pool.Drawn]:
        """The dice of their indexes."""
        return [
            pool.Drawn(
                one.serial, tuple(one.sealed // weight % 6 + 1 for weight in (1296, 216, 36, 6, 1)), number
            )
            for one, number in zip(reserved, numbers or [b""] * len(reserved), strict=True)
        ]
