"""Knock-out: single elimination with seeds, and byes for the top seeds.

rules.md, "Organised play". ladders.formats.ties has what decides a tie. A tie begins as soon as both its
players are known; where nobody survives a tie the next opponent has a bye, and a final that both missed
has no winner. What a player has won stays won; who withdraws gives up the tie it is in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Event, Fixture, RollOff, Row, Settings, once
from ladders.formats.bracket import (
    Planned,
    Rounds,
    by_rounds,
    draw,
    final_ranks,
    first_round,
    halvings,
    legs_to_make,
    open_legs,
    reached,
    rolling,
    unbeaten,
)
from ladders.formats.counted import counted
from ladders.formats.field import last_stage, no_moment, one_section
from ladders.formats.standings import Line, table
from ladders.formats.ties import Source, Tie

NAME = gettext_noop("Knock-out")
FEWEST = 2
MOST: int | None = None
TEAMS = False
ONE_TABLE = False
CARDS_ONLY = False
SETTINGS: Mapping[str, range] = MappingProxyType({})
COLUMNS: tuple[Column, ...] = ()
sections = one_section
advance = last_stage
wakes = no_moment


def rounds(entrants: int, settings: Settings) -> int:
    """How often the field can be halved until one is left."""
    return halvings(entrants)


@cache
def plan(entrants: int) -> tuple[Planned, ...]:
    """The ties of a field of this size, round by round."""
    ties = first_round(entrants, last=True) if entrants > 1 else []
    for round_ in range(2, halvings(entrants) + 1):
        ties += [
            Planned(round_, number, (Source(2 * number - 1, round_ - 1), Source(2 * number, round_ - 1)))
            for number in range(1, 1 + (1 << (halvings(entrants) - round_)))
        ]
    return tuple(ties)


def bracket(event: Event) -> Rounds:
    """All ties, round by round, those of later rounds with places that are not known yet."""
    return by_rounds(_ties(event))


@once
def _ties(event: Event) -> tuple[Tie, ...]:
    return tuple(draw(event, plan(len(event.entrants))).values())


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """Two matches for every tie whose players are known; one more, and another, after a full tie."""
    return legs_to_make(event, _ties(event))


def to_play(event: Event) -> tuple[Fixture, ...]:
    """The matches that are open of ties that are not decided."""
    return open_legs(event, _ties(event))


def roll_offs(event: Event) -> tuple[RollOff, ...]:
    """Who throws for a tie that three more matches have not settled."""
    return rolling(event, _ties(event))


def over(event: Event) -> bool:
    """Whether the final is decided."""
    ties = _ties(event)
    return not ties or ties[-1].decided


def standings(event: Event) -> tuple[Row, ...]:
    """By ties won, byes among them: who went out in the same round shares the rank.

    While it runs, who is still in has a half more, and so stands above who went out in the same round.
    """
    ties = _ties(event)
    last = reached(ties)
    runs = bool(ties) and not ties[-1].decided
    still_in = unbeaten(event.entrants, ties) if runs else set()
    played = Counter(entrant for scores in counted(event).values() for entrant in scores)
    rows = table(
        (
            Line(
                entrant,
                played[entrant.id],
                max(0, last.get(entrant.id, 1) - 1) + Fraction(entrant.id in still_in, 2),
                ranked=not entrant.disqualified,
            )
            for entrant in event.entrants
        ),
        COLUMNS,
    )
    if runs or not ties:
        return rows
    size = 1 << halvings(len(event.entrants))
    better = {row.entrant: size >> int(row.points + 1) for row in rows}
    return final_ranks(rows, event.entrants, better)
