"""Small events of every format, of any game, pace and settings that go together; and who enters them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.models import User
from games.rules import RULES
from games.rules.base import Pace
from ladders.events import entries, lifecycle, teams
from ladders.formats import FORMATS, LIVE, SAME_DICE
from ladders.models import Event
from tests.ladders.stateful.world import World

SIZES = {
    "league": (2, 7),
    "champions": (3, 4),
    "score": (2, 4),
    "team": (2, 3),
    "duplicate": (2, 3),
    "knockout": (2, 6),
    "double": (3, 5),
    "round-robin": (4, 5),
    "swiss": (2, 6),
    "arena": (2, 6),
}
LARGE = {"round-robin": 9, "swiss": 9, "knockout": 9, "league": 9}
"""Now and then, for second stages, byes and divisions."""


def make(world: World, form: str) -> Event:
    """An event of the format with its entrants in, open still; some of them begin by themselves."""
    choose = world.choose
    least, most = SIZES.get(form, (3, 5))
    if form in LARGE and choose.random() < 0.1:
        least = most = LARGE[form]
    size = choose.randint(least, most)
    event = Event.objects.create(name=f"{form} {len(world.events)}", format=form, **_agreed(world, form))
    if choose.random() < 0.3:
        event.most = size
    if choose.random() < 0.3:
        event.begins_at = world.clock() + timedelta(days=choose.randint(1, 9))
    event.save()
    lifecycle.open_entries(event.pk)
    world.events.append(event.pk)
    for _ in range(size):
        enter(world, event)
    world.made["enter"] += size
    world.made["an event"] += 1
    world.made[f"an event: {form}"] += 1
    return event


def _agreed(world: World, form: str) -> dict[str, Any]:
    """Game, pace, clock and settings."""
    choose = world.choose
    codes = ["BO", "BO", "BO", "BZ", "DG", "DK", "BD"]
    code = choose.choice(codes[:5] if FORMATS[form].CARDS_ONLY else codes)
    paces = [pace.value for pace in Pace if pace in RULES[code].paces]
    return {
        "code": code,
        "options": {"target": 2000} if code == "DK" and choose.random() < 0.5 else {},
        "pace": choose.choice(paces),
        "clock": choose.choice(["main", "fast", "relaxed", "daily"]),
        "weekend": choose.choice([None, None, [5, 6], []]),
        "matches": choose.randint(1, 3),
        "division": choose.choice([2, 3, 5, 7]) if form == "league" else 10,
        "moving": 1,
        "target": choose.choice([60, 150, 300]),
        "at_once": choose.choice([0, 0, 1, 2, 3]),
        "round_days": choose.choice([None, 1, 2, 5]),
        "recurring": choose.random() < 0.05,
        "minutes": choose.choice([30, 60, 180]),
        **({"pace": "turns", "clock": "live", "weekend": []} if form in LIVE else {}),
        **({"pace": "duplicate"} if form in SAME_DICE else {}),
    }


def newcomer(world: World, event: Event) -> User:
    """Somebody who is not in it."""
    known: set[int | None] = set(event.entries.values_list("player", flat=True))
    known |= {member.player_id for team in event.teams.all() for member in team.members.all()}
    free = [player for player in world.players if player.pk not in known]
    return world.choose.choice(free) if free and world.choose.random() < 0.7 else world.player()


def enter(world: World, event: Event) -> None:
    """A player comes in, or a team does whole. Raises MayNotEnter."""
    if not FORMATS[event.format].TEAMS:
        entries.enter(event.pk, newcomer(world, event))
        return
    captain = newcomer(world, event)
    others: list[User] = []
    for _ in range(world.choose.choice([1, 2, 2])):
        other = newcomer(world, event)
        if other != captain and other not in others:
            others.append(other)
    others = others or [world.player()]
    team = teams.make_team(event.pk, captain, f"Team {event.teams.count() + 1}", others)
    for other in others:
        teams.accept(team.pk, other)
