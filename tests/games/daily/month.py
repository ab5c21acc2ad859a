"""A month of dailies with as many players as wanted: cards that were really filled, begun, counted and ended
by the site's own services, and everything that is shown of them reckoned again by hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.daily import counting, days, queries, streaks
from games.models import Daily, DailyTry, Match, Seat
from games.rules import dealt
from games.rules.base import Kind, Move, Pace
from games.rules.cards.scorecard import Scorecard
from tests.games.daily.played import at, noon

FIRST = date(2026, 11, 1)
CARDS = 40
"""Different cards of a game and day, of which each player has one."""
AT_ONCE = 5_000


@dataclass(frozen=True)
class Month:
    """Who there is, the days, and what each player should have on each of them."""

    players: list[User]
    days: list[date]
    totals: dict[date, dict[int, int]]


def people(count: int) -> list[User]:
    """So many players."""
    return User.objects.bulk_create(
        [User(username=f"daily-{number}", last_seen=timezone.now()) for number in range(count)], AT_ONCE
    )


def play(players: list[User], length: int, seed: int = 1, each: int = 25) -> Month:
    """Let these play so many days: of each day `each` are counted one by one, as the worker counts them while
    the day runs, the others when it ends.
    """
    chance = random.Random(seed)
    whole = Month(players, [FIRST + timedelta(days=ahead) for ahead in range(length)], {})
    for day in whole.days:
        there = [player for player in players if chance.random() < 0.9]
        whole.totals[day] = _day(day, there, chance, each)
    return whole


def _day(day: date, there: list[User], chance: random.Random, each: int) -> dict[int, int]:
    with at(noon(day)):
        daily = days.begin(day)
        rules = dealt(daily.code)
        cards = [_filled(rules, chance) for _ in range(CARDS)]
        mine = {player.pk: chance.choice(cards) for player in there}
        tries = _rows(daily, there, mine)
        for made in tries[:each]:
            counting.follow(made.match_id, [{"what": "over"}])
        late = tries[each:]
        for made in late:  # what `counting.count` writes, but in one statement for all
            assert made.player_id is not None
            made.total, made.full, made.ranked = mine[made.player_id][1], True, True
            made.at = made.match.ended_at
        DailyTry.objects.bulk_update(late, ["total", "full", "ranked", "at"], AT_ONCE)
    with at(noon(day + timedelta(days=1))):
        assert days.end(day)
    return {key: total for key, (_state, total) in mine.items()}


def _rows(daily: Daily, there: list[User], mine: dict[int, tuple[Any, int]]) -> list[DailyTry]:
    now = timezone.now()
    matches = Match.objects.bulk_create(
        [
            Match(
                code=daily.code,
                rules_version=1,
                pace=Pace.DUPLICATE,
                clock="main",
                rated=False,
                deal_id=daily.deal_id,
                status=Match.Status.FINISHED,
                state=mine[player.pk][0],
                started_at=now,
                ended_at=now + timedelta(seconds=number),
            )
            for number, player in enumerate(there)
        ],
        AT_ONCE,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, index=0, player=player, accepted=True, total=mine[player.pk][1], place=1)
            for match, player in zip(matches, there, strict=True)
        ],
        AT_ONCE,
    )
    return DailyTry.objects.bulk_create(
        [
            DailyTry(daily=daily, player=player, match=match)
            for match, player in zip(matches, there, strict=True)
        ],
        AT_ONCE,
    )


def _filled(rules: Scorecard, chance: random.Random) -> tuple[Any, int]:
    """A card that was filled by legal moves: its state as it is stored, and its total."""
    state = rules.start(1, {}, Pace.DUPLICATE, 0)
    while rules.to_act(state):
        moves = rules.moves(state, 0)
        boxes = [move for move in moves if move.kind is Kind.SCORE]
        wanted: Move = chance.choice(boxes) if boxes else moves[0]
        dice = tuple(chance.randint(1, 6) for _ in range(rules.dice_wanted(state, 0, wanted)))
        state = rules.play(state, 0, wanted, dice)
    return rules.dump(state), rules.totals(state)[0]


def differences(whole: Month) -> Iterator[str]:
    """What the site shows of these days otherwise than reckoned by hand, a sentence each."""
    names = {player.pk: player.get_username() for player in whole.players}
    played: dict[int, list[date]] = {}
    for day in whole.days:
        totals = whole.totals[day]
        counted, sorted_ = queries.standing(day), sorted(totals.values(), reverse=True)
        if (counted.players, counted.median) != (len(totals), median(sorted_)):
            yield f"{day}: {counted.players} players and a median of {counted.median}"
        places = {total: sorted_.index(total) + 1 for total in set(sorted_)}
        yield from (f"{day}: place of {one}" for one in places if counted.place(one) != places[one])
        best = queries.best(Daily.objects.get(day=day), counted, None)
        if [line.total for line in best] != sorted_[: queries.BEST]:
            yield f"{day}: the best are {[line.total for line in best]}"
        by_name = {names[key]: total for key, total in totals.items()}
        yield from (f"{day}: {line}" for line in best if by_name[line.name] != line.total)
        yield from (f"{day}: {line}" for line in best if places[line.total] != line.place)
        for key in totals:
            played.setdefault(key, []).append(day)
    for player in whole.players[:20]:
        with at(noon(whole.days[-1])):
            shown = queries.streak(player)
        there = played.get(player.pk)
        if shown != (streaks.streak(there, whole.days[-1]) if there else None):
            yield f"days in a row of {player}: {shown}"
