"""What a match that is over left behind at a seat, besides its place."""

from __future__ import annotations

from typing import NamedTuple

from games.rating import Rating


class Outcome(NamedTuple):
    """The rating before and after the match, and the match that was asked for after it.

    No rating where it is not rated, nobody sits there any more, or it was taken back; no `again` where nobody
    has asked to play again. `agreed` is whether this seat's player has said yes to that.
    """

    before: float | None
    mean: float | None
    deviation: float | None
    again: int | None
    again_status: str | None
    agreed: bool | None

    @property
    def ratings(self) -> tuple[Rating, Rating] | None:
        """Before and after; of the one before nothing is kept but the number."""
        if self.before is None or self.mean is None or self.deviation is None:
            return None
        return Rating(self.before), Rating(self.mean, self.deviation)
