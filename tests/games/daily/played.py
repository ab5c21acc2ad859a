"""Days for tests: begun, played through by rule, and brought to their end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.daily import days, schedule, trying
from games.match import play
from games.models import Daily, Match
from games.rules.base import Kind, Move
from tests.games.tables import make
from tests.worker import work

BOAT_DAY = next(
    day for ahead in range(60) if schedule.game_of(day := date(2026, 11, 24) + timedelta(days=ahead)) == "BO"
)
"""A day of Boat: its card is the smallest."""
NEXT = BOAT_DAY + timedelta(days=1)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: moment)
        yield


def noon(day: date) -> datetime:
    """The middle of a day."""
    return schedule.begins(day) + timedelta(hours=12)


def fill(match: Match, player: User, turns: int = 99, first: int = 0) -> Match:
    """Play so many turns: one roll each, scored in the order of the card from a box on."""
    boxes = [box.stem for box in match.rules.boxes]  # type: ignore[attr-defined]
    order = [*boxes[first:], *boxes[:first]]
    match.refresh_from_db()
    card = match.table.cards[0].columns[0]
    for stem in [box for box in order if card[boxes.index(box)] is None][:turns]:
        make(match, player, Move(Kind.ROLL))
        make(match, player, Move(Kind.SCORE, box=stem))
    match.refresh_from_db()
    return match


def finish(player: User, day: date, first: int = 0) -> Match:
    """Play a whole day of Boat, and let the worker count it."""
    match = fill(trying.begin(player, day), player, first=first)
    assert match.over
    work()
    return match


def end(day: date) -> Daily:
    """Let a day that is over end."""
    with at(noon(day + timedelta(days=1))):
        assert days.end(day)
    return Daily.objects.get(day=day)


def version(match: Match, player: User) -> int:
    """What a form of the player's sends back."""
    return play.version_for(match, match.seats.get(player=player))


class Session(dict):  # type: ignore[type-arg]
    """A request, as far as guests are known by it."""

    @property
    def session(self) -> dict[str, object]:
        return self


def guest() -> tuple[Session, User]:
    """Somebody without an account, and the request by which they are known."""
    request = Session()
    return request, guests.make(request)  # type: ignore[arg-type]
