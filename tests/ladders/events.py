"""Events for tests: made, entered and played."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.models import Match, Seat
from ladders.events import entries, lifecycle
from ladders.formats import LIVE, SAME_DICE
from ladders.models import Event
from tests.games.tables import play_out
from tests.worker import work


def players(count: int) -> list[User]:
    """So many players, called p00, p01 and so on."""
    return [
        User.objects.create_user(f"p{number:02}", f"p{number:02}@example.org", spend_holiday=False)
        for number in range(count)
    ]


def opened(form: str, code: str = "BO", **changes: Any) -> Event:
    """An event that takes entries."""
    pace: dict[str, Any] = {}
    if code == "DK" or form in {"knockout", "round-robin", "swiss"}:
        pace = {"pace": "turns"}
    if form in LIVE:
        pace = {"pace": "turns", "clock": "live", "weekend": []}
    if form in SAME_DICE:
        pace = {"pace": "duplicate"}
    event = Event.objects.create(
        name=f"The {form}", format=form, code=code, **{"matches": 2, "target": 120, **pace, **changes}
    )
    return lifecycle.open_entries(event.pk)


def begun(event: Event, who: list[User]) -> Event:
    """The event with these players in it, begun."""
    for player in who:
        entries.enter(event.pk, player)
    event = lifecycle.start(event.pk)
    work()
    event.refresh_from_db()
    return event


def open_matches(event: Event) -> list[Match]:
    """What of it runs."""
    return list(Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).order_by("pk"))


def play_to_the_end(event: Event, most: int = 400) -> Event:
    """Play everything that there is to play, until the event is over."""
    for seed in range(most):
        matches = open_matches(event)
        if not matches:
            break
        play_out(matches[0], seed)
    event.refresh_from_db()
    return event


def seats(match: Match) -> list[Seat]:
    """In order."""
    return list(match.seats.select_related("player").order_by("index"))
