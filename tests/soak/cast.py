"""Before the clock starts: players who can be written to, and sit at tables of every kind.

What a limit would slow down is done here, with the site's own functions. Whatever happens afterwards
happens over HTTP.
"""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import cycle

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby

TABLES = 2
"""Matches by turns with each of the next two players."""


def gather(count: int) -> list[User]:
    """So many players with confirmed addresses, one match behind them, every other one a supporter."""
    players = []
    for number in range(1, count + 1):
        name = f"soak{number:02}"
        player = User.objects.create_user(name, f"{name}@example.org", None, last_seen=timezone.now())
        player.supporter_until = timezone.localdate() + timedelta(days=9) if number % 2 else None
        player.save()
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
        players.append(player)
    for player, other in zip(players, [*players[1:], players[0]], strict=True):
        match = _begin(player, [other], "BZ", Pace.TURNS)
        play.resign(match.pk, player, play.version_for(match, play.seat_of(player, match.seats.all())))
    return players


def lay_tables(players: list[User], rng: random.Random) -> int:
    """Begin matches of every game and pace, for two, three and four. Returns how many."""
    by_turns, split = cycle(RULES), cycle(code for code, one in RULES.items() if Pace.SPLIT in one.paces)
    both = cycle([Pace.TURNS, Pace.SPLIT])
    laid = 0
    for place, player in enumerate(players):
        after = [players[(place + step) % len(players)] for step in range(1, 4)]
        tables = [([after[0]], next(by_turns), Pace.TURNS) for _ in range(TABLES)]
        tables.append(([after[1]], next(split), Pace.SPLIT))
        if place % 2:
            tables.append((after[:2], next(split), next(both)))
        if place % 4 == 0:
            tables.append((after, next(by_turns), Pace.TURNS))
        for others, code, pace in tables:
            _begin(player, others, code, pace, _options(code, rng))
        laid += len(tables)
    return laid


def pair_off(players: list[User]) -> list[tuple[User, User, int]]:
    """A long match for each two of these, who play it as fast as they can: both, and its number."""
    pairs = list(zip(players[::2], players[1::2], strict=True))
    return [(one, other, _begin(one, [other], "BT", Pace.TURNS).pk) for one, other in pairs]


def _options(code: str, rng: random.Random) -> dict[str, object]:
    if code != "DK":
        return {}
    return {"target": 2000, "scoring": rng.choice(["standard", "alternative"]), "pick_up": rng.random() < 0.5}


def _begin(
    maker: User, others: list[User], code: str, pace: Pace, options: dict[str, object] | None = None
) -> Match:
    match = lobby.invite(maker, others, code, options or {}, pace, "main")
    for player in others:
        match = lobby.answer(match.pk, player, accept=True)
    return match
