"""Examples for the pages that explain events whose matches are for two.

No figure is typed: the formats reckon them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import clock
from games.rules import RULES
from ladders import table
from ladders.events.views import examples
from ladders.events.views.examples import Figures
from ladders.formats import arena, double, knockout, round_robin, swiss
from ladders.formats.base import Event, Result, Settings
from ladders.formats.bracket import first_round
from ladders.formats.pairs import DRAW, LOSS, WIN
from ladders.formats.ties import FIRST, MOST


def a_knockout() -> dict[str, Any]:
    """Rounds and byes by the size of the field, and the first round of thirteen."""
    agreed = Settings()
    return {
        "fields": Figures(
            _("Rounds and byes"),
            (_("Players"), _("rounds"), _("byes in the first round")),
            [(count, knockout.rounds(count, agreed), len(byes(count))) for count in (5, 8, 13, 32)],
        ),
        "thirteen": Figures(
            _("The first round of thirteen"),
            (_("Seed"), _("against seed")),
            list(first_ties(13)),
        ),
        "byes": byes(13),
        "first": FIRST,
        "more": MOST - FIRST,
    }


def first_ties(count: int) -> list[tuple[int, int]]:
    """The seeds of the ties of the first round that are played, the better first."""
    pairs = [(tie.sources[0].number, tie.sources[1].number) for tie in first_round(count, last=True)]
    return sorted((min(pair), max(pair)) for pair in pairs if max(pair) <= count)


def byes(count: int) -> list[int]:
    """The seeds that have a bye in the first round."""
    played = {seed for pair in first_ties(count) for seed in pair}
    return [seed for seed in range(1, count + 1) if seed not in played]


def a_double() -> dict[str, Any]:
    """How many rounds at most, beside a knock-out."""
    agreed = Settings()
    return {
        "fields": Figures(
            _("Rounds at most"),
            (_("Players"), _("double elimination"), _("knock-out")),
            [
                (count, double.rounds(count, agreed), knockout.rounds(count, agreed))
                for count in (4, 8, 13, 32)
            ],
        ),
        "fewest": double.FEWEST,
    }


def a_round_robin() -> dict[str, Any]:
    """Sections and stages by the size of the field, and what a match brings."""
    agreed = Settings()
    rows: list[tuple[object, ...]] = []
    for count in (6, 13, 20, 40):
        sections = round_robin.sections(examples.field(count), agreed)
        first = Event(sections[0])
        mine = sum(sections[0][0].id in fixture.seats for fixture in round_robin.next_fixtures(first))
        sizes = ", ".join(str(len(section)) for section in sections)
        rows.append((count, sizes, mine, round_robin.rounds(count, agreed)))
    return {
        "fields": Figures(
            _("Sections and stages"),
            (_("Players"), _("in sections of"), _("matches of the first seed"), _("stages")),
            rows,
        ),
        "smallest": round_robin.SMALLEST,
        "largest": round_robin.LARGEST,
        "win": WIN,
        "draw": DRAW,
        "loss": LOSS,
        "columns": [column.name for column in round_robin.COLUMNS],
    }


def a_swiss() -> dict[str, Any]:
    """Rounds by the size of the field, what a match and a bye bring."""
    agreed = Settings()
    lone = Event(examples.field(3))
    made = swiss.next_fixtures(lone)
    bye = next(fixture.seats[0] for fixture in made if fixture.bye)
    rows = swiss.standings(replace(lone, fixtures=made))
    return {
        "fields": Figures(
            _("Rounds"),
            (_("Players"), _("rounds")),
            [(count, swiss.rounds(count, agreed)) for count in (6, 13, 32, 100)],
        ),
        "win": WIN,
        "draw": DRAW,
        "loss": LOSS,
        "bye": next(examples.said(row.points) for row in rows if row.entrant == bye),
        "columns": [column.name for column in swiss.COLUMNS],
    }


def an_arena() -> dict[str, Any]:
    """Who plays whom at first and then, what a match brings, and the last minutes by the game."""
    rows: list[tuple[object, ...]] = []
    event = Event(examples.field(5), now=examples.THEN)
    for number in (1, 2):
        made = arena.next_fixtures(event)
        playing = {seat for fixture in made for seat in fixture.seats}
        waits = [examples.NAMES[one.id - 1] for one in event.entrants if one.id not in playing]
        pairs = ", ".join(" – ".join(examples.NAMES[seat - 1] for seat in fixture.seats) for fixture in made)
        rows.append((number, pairs, ", ".join(waits)))
        result = Result((1, 2), (200, 150), examples.THEN)
        results = {**event.results, **{fixture.key: result for fixture in made}}
        event = replace(event, fixtures=event.fixtures + made, results=results)
    minute = timedelta(minutes=1)
    least, *_some, most = arena.SETTINGS["minutes"]
    return {
        "pairs": Figures(
            _("Who plays whom, where all matches end at once"),
            (pgettext("first, second …", "Time"), _("Matches, who begins first"), _("Waits")),
            rows,
        ),
        "last": Figures(
            _("The last minutes, in which no new pairs are made"),
            (_("Game"), _("minutes")),
            [(rules.name, round(table.time_for(code) / minute)) for code, rules in RULES.items()],
        ),
        "win": WIN,
        "draw": DRAW,
        "loss": LOSS,
        "least": least,
        "most": most,
        "turn": clock.TURN // minute,
        "patience": arena.PATIENCE // timedelta(seconds=1),
        "columns": [column.name for column in arena.COLUMNS],
    }
