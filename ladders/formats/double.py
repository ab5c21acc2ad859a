"""Double elimination: who has lost one tie plays on in a lower bracket, who has lost two is out.

The winners of both brackets meet in the final; if the one from the lower bracket wins it, both have lost
once, and one more tie decides. Ties, absence, byes and withdrawals are those of a knock-out (rules.md,
"Organised play"): where both are absent both are out, and nobody is sent down.

A field of 2^k has 2k rounds, and one more if need be. Round 1 and every even round up to 2k - 2 have ties
of the upper bracket; round 2 and every round up to 2k - 1 have ties of the lower one, numbered on after
them; so nobody has two ties in a round. Odd rounds bring those who have just lost above into the lower
bracket, each time in another order, so that they meet again as late as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from games.said import gettext_noop
from ladders.formats.base import Column, Event, Fixture, RollOff, Row, Settings, once
from ladders.formats.bracket import (
    Planned,
    Rounds,
    by_rounds,
    decided,
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
from ladders.formats.ties import Judge, Source, Tie

NAME = gettext_noop("Double elimination")
FEWEST = 3
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
    """The most rounds that the last two can need, the tie after the final among them."""
    return 2 * halvings(entrants) + 1


@cache
def plan(entrants: int) -> tuple[Planned, ...]:
    """The ties of a field of this size, round by round, but for the one that may follow the final."""
    if entrants < 2:
        return ()
    depth = halvings(entrants)
    ties = first_round(entrants, last=False)
    used = {0}
    for step in range(1, depth):
        count = 1 << (depth - step - 1)
        above = _upper_round(step)
        ties += [
            Planned(2 * step, number, _winners(above, number), last=False) for number in range(1, count + 1)
        ]
        used = {mask >> 1 for mask in used}
        lower = _fallen(number_of=count) if step == 1 else _winners_below(step, count)
        ties += [Planned(2 * step, count + number, pair) for number, pair in enumerate(lower, 1)]
        mask = _fresh(count, used)
        ties += [
            Planned(
                2 * step + 1,
                number,
                (Source(1 + (number - 1 ^ mask), 2 * step, won=False), Source(count + number, 2 * step)),
            )
            for number in range(1, count + 1)
        ]
    last = Source(1, 2 * depth - 1) if depth > 1 else Source(1, 1, won=False)
    ties.append(Planned(2 * depth, 1, (Source(1, _upper_round(depth)), last)))
    return tuple(ties)


def _upper_round(step: int) -> int:
    """The round of the upper bracket's ties after which so many halvings are done."""
    return 1 if step == 1 else 2 * step - 2


def _winners(round_: int, number: int) -> tuple[Source, Source]:
    return Source(2 * number - 1, round_), Source(2 * number, round_)


def _fallen(number_of: int) -> list[tuple[Source, Source]]:
    """The first ties of the lower bracket: neighbours who lost in the first round."""
    return [
        (Source(2 * number - 1, 1, won=False), Source(2 * number, 1, won=False))
        for number in range(1, number_of + 1)
    ]


def _winners_below(step: int, count: int) -> list[tuple[Source, Source]]:
    return [_winners(2 * step - 1, number) for number in range(1, count + 1)]


def _fresh(count: int, used: set[int]) -> int:
    """How the losers of so many ties are dealt out: xor their numbers with it.

    `used` are the ways in which those before them came down; what is new among them keeps apart who has
    met. The chosen one is added.
    """
    wanted = [count - 1, count >> 1, *range(count)]
    mask = next((mask for mask in wanted if mask < count and mask not in used), count - 1)
    used.add(mask)
    return mask


def bracket(event: Event) -> Rounds:
    """All ties, round by round; the one after the final only where it is needed."""
    return by_rounds(_ties(event))


def sides(event: Event) -> tuple[Rounds, Rounds, Rounds]:
    """The upper bracket, the lower one, and the final with the tie that may follow it."""
    ties = _ties(event)
    final = 2 * halvings(len(event.entrants))
    above = {(tie.round, tie.number) for tie in plan(len(event.entrants)) if not tie.last}
    return (
        by_rounds(tie for tie in ties if (tie.round, tie.number) in above),
        by_rounds(tie for tie in ties if tie.round < final and (tie.round, tie.number) not in above),
        by_rounds(tie for tie in ties if tie.round >= final),
    )


@once
def _ties(event: Event) -> tuple[Tie, ...]:
    ties = list(draw(event, plan(len(event.entrants))).values())
    if not ties:
        return ()
    final = ties[-1]
    again = Tie(
        final.round + 1,
        1,
        (Source(1, final.round), Source(1, final.round, won=False)),
        final.places,
        (True, True),
        tuple(
            sorted(
                (fixture for fixture in event.fixtures if fixture.round == final.round + 1),
                key=lambda fixture: fixture.leg,
            )
        ),
    )
    upset = final.pair is not None and final.winner == final.places[1]
    if again.legs and not upset:  # a fact, whatever has been corrected since
        ties[-1] = replace(final, decided=True, winner=final.places[1], loser=final.places[0])
    if again.legs or upset:
        ties.append(decided(again, Judge(event)))
    return tuple(ties)


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
    """Whether the final, or the tie after it, is decided."""
    ties = _ties(event)
    return not ties or ties[-1].decided


def standings(event: Event) -> tuple[Row, ...]:
    """By the round in which each went out; who went out in the same round shares the rank."""
    ties = _ties(event)
    last = _reached(event, ties)
    played = Counter(entrant for scores in counted(event).values() for entrant in scores)
    rows = table(
        (
            Line(
                entrant,
                played[entrant.id],
                Fraction(last.get(entrant.id, 1)),
                ranked=not entrant.disqualified,
            )
            for entrant in event.entrants
        ),
        COLUMNS,
    )
    if not ties or not ties[-1].decided:
        return rows
    better = {row.entrant: _better(len(event.entrants), ties[-1].round, int(row.points)) for row in rows}
    return final_ranks(rows, event.entrants, better)


def _reached(event: Event, ties: Sequence[Tie]) -> dict[int, int]:
    """The round in which each went out, or can go out; while it runs the unbeaten are above all others."""
    last = reached(ties)
    above = {(tie.round, tie.number) for tie in plan(len(event.entrants)) if not tie.last}
    for tie in ties:  # as if they had fallen, and lost at once
        if tie.pair and tie.decided and tie.winner is None and (tie.round, tie.number) in above:
            last |= dict.fromkeys(tie.pair, tie.round + 1)
    if ties and not ties[-1].decided:
        for one in last.keys() & unbeaten(event.entrants, ties):
            last[one] += rounds(len(event.entrants), event.settings)
    return last


def _better(entrants: int, last: int, round_: int) -> int:
    """How many places are above those who went out in a round; `last` is the round of the last tie."""
    if round_ > last:
        return 0
    final = 2 * halvings(entrants)
    return 1 if round_ >= final else 2 + sum(_outs(entrants)[round_ + 1 : final])


@cache
def _outs(entrants: int) -> tuple[int, ...]:
    """How many go out in each round when everybody comes; index 0 is no round."""
    came: dict[tuple[int, int, bool], bool] = {}
    outs = [0] * (2 * halvings(entrants) + 1)
    for tie in plan(entrants):
        here = [
            came[source.round, source.number, source.won] if source.round else source.number <= entrants
            for source in tie.sources
        ]
        came[tie.round, tie.number, True] = any(here)
        came[tie.round, tie.number, False] = all(here) and not tie.last
        outs[tie.round] += all(here) and tie.last
    return tuple(outs)
