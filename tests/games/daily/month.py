"""A month of dailies with as many players as wanted: cards that were really filled, begun, counted and ended
by the site's own services, and everything that is shown of them reckoned again by hand.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games.daily import counting, days, queries, streaks
from games.models import Daily, Match, Seat
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
        mine = [chance.randrange(CARDS) for _ in there]
        for match_id in _lay(daily, there, cards, mine, each):
            counting.follow(match_id, [{"what": "over"}])
    with at(noon(day + timedelta(days=1))):
        assert days.end(day)
    return {player.pk: cards[card][1] for player, card in zip(there, mine, strict=True)}


def _lay(
    daily: Daily, there: list[User], cards: list[tuple[Any, int]], mine: list[int], waiting: int
) -> list[int]:
    """A finished match and a try of each player, all written at once. Returns the matches of the first, whose
    tries wait to be counted; the others have in them what `counting.count` would write.
    """
    now = timezone.now()
    match = Match(
        code=daily.code,
        rules_version=1,
        pace=Pace.DUPLICATE,
        clock="main",
        rated=False,
        deal_id=daily.deal_id,
        status=Match.Status.FINISHED,
        state={},
        started_at=now,
        ended_at=now,
    )
    match.save()
    seat = Seat.objects.create(match=match, index=0, player=there[0], accepted=True, place=1)
    facts: dict[str, Any] = {
        "players": [player.pk for player in there],
        "mine": mine,
        "states": [json.dumps(state) for state, _total in cards],
        "totals": [total for _state, total in cards],
        "now": now,
        "waiting": waiting,
        "day": daily.day,
    }
    with connection.cursor() as cursor:
        cursor.execute(ONES, facts)
        cursor.execute(_copies(match, id="one.match", state="one.state", ended_at="one.at"))
        own = {"match_id": "one.match", "player_id": "one.player", "total": "one.total"}
        cursor.execute(_copies(seat, id="", **own))
        cursor.execute(TRIES, facts)
        cursor.execute("SELECT match FROM ones WHERE number <= %s ORDER BY number", [waiting])
        found = [number for [number] in cursor.fetchall()]
        cursor.execute("DROP TABLE ones")
    seat.delete()
    match.delete()
    return found


ONES = """
CREATE TEMPORARY TABLE ones AS
SELECT number, player, (%(states)s::text[])[card + 1]::jsonb AS state, (%(totals)s::int[])[card + 1] AS total,
    %(now)s::timestamptz + number * interval '1 second' AS at,
    nextval(pg_get_serial_sequence('games_match', 'id')) AS match
FROM unnest(%(players)s::bigint[], %(mine)s::int[]) WITH ORDINALITY AS one (player, card, number)
"""
TRIES = """
INSERT INTO games_dailytry (daily_id, player_id, match_id, total, "full", ranked, at)
SELECT %(day)s, player, match, CASE WHEN number > %(waiting)s THEN total END, number > %(waiting)s,
    number > %(waiting)s, CASE WHEN number > %(waiting)s THEN at END
FROM ones
"""


def _copies(row: Model, **changed: str) -> str:
    """The statement that writes a row like this for each of `ones`, but for what is changed: an empty text
    leaves a column to the database.
    """
    table = row._meta.db_table
    names = [field.column for field in row._meta.concrete_fields]
    wanted = {str(name): changed.get(str(name), f'like_it."{name}"') for name in names}
    columns = {name: value for name, value in wanted.items() if value}
    into = ", ".join(f'"{name}"' for name in columns)
    return (
        f"INSERT INTO {table} ({into})"
        f" SELECT {', '.join(columns.values())} FROM ones AS one, {table} AS like_it"
        f" WHERE like_it.id = {row.pk} ORDER BY one.number"
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
