"""Knock-out: single elimination with seeds, and byes for the top seeds.

rules.md, "Organised play": each tie is two matches, decided like a challenge on a ladder; a full tie is
settled by one more. What a player has won stays won; who withdraws gives up the tie it is in.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from ladders.formats.base import Column, Event, Fixture, Row, Settings
from ladders.formats.counted import counted, open_fixtures, withdrawn_from
from ladders.formats.duel import duel
from ladders.formats.field import last_stage, no_roll_offs, one_group, seeded
from ladders.formats.standings import Line, table

NAME = "Knock-out"
FEWEST = 2
MOST: int | None = None
TEAMS = False
ONE_TABLE = False
CARDS_ONLY = False
COLUMNS: tuple[Column, ...] = ()
groups = one_group
advance = last_stage
roll_offs = no_roll_offs


def rounds(entrants: int, settings: Settings) -> int:
    """How often the field can be halved until one is left."""
    return (entrants - 1).bit_length()


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places in the bracket and the matches made for them.

    A place is None where nobody came so far: a bye. `winner` is None while `decided` is false, and for
    a tie that nobody survived.
    """

    round: int
    number: int
    places: tuple[int | None, int | None]
    legs: tuple[Fixture, ...]
    decided: bool
    winner: int | None


def draw_order(size: int) -> tuple[int, ...]:
    """The seeds down the bracket, `size` being a power of two: the best two meet in the final only."""
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return tuple(order)


def bracket(event: Event) -> tuple[tuple[Tie, ...], ...]:
    """The ties, round by round, as far as the rounds before them are decided."""
    by_seed = dict(enumerate((entrant.id for entrant in seeded(event.entrants)), 1))
    places = [by_seed.get(seed) for seed in draw_order(1 << (len(by_seed) - 1).bit_length())]
    legs: dict[tuple[int, int], list[Fixture]] = {}
    for fixture in sorted(event.fixtures, key=lambda fixture: fixture.leg):
        legs.setdefault((fixture.round, fixture.pairing), []).append(fixture)
    judge = _Judge(event)
    rounds: list[tuple[Tie, ...]] = []
    while len(places) > 1:
        ties: list[Tie] = []
        for number, pair in enumerate(zip(places[::2], places[1::2], strict=True), 1):
            made = tuple(legs.get((len(rounds) + 1, number), ()))
            ties.append(Tie(len(rounds) + 1, number, pair, made, *judge.outcome(pair, made)))
        rounds.append(tuple(ties))
        if not all(tie.decided for tie in ties):
            break
        places = [tie.winner for tie in ties]
    return tuple(rounds)


class _Judge:
    """Decides ties from what counts of an event's results."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.scores = counted(event)
        self.entrants = {entrant.id: entrant for entrant in event.entrants}

    def outcome(
        self, pair: tuple[int | None, int | None], legs: tuple[Fixture, ...]
    ) -> tuple[bool, int | None]:
        """Whether the tie is decided, and its winner."""
        one, other = pair
        if one is None or other is None:
            return True, other if one is None else one
        if legs and not any(withdrawn_from(self.event, leg) for leg in legs):
            if any(leg.key not in self.scores for leg in legs):
                return False, None
            winner = duel(one, other, (self.scores[leg.key] for leg in legs))
            neither_came = not self.scores[legs[-1].key]
            if winner is not None or neither_came:
                return True, winner
        if self._stays(one) == self._stays(other) == (True, 0.0):
            return False, None
        return True, max(one, other, key=self._stays)

    def _stays(self, entrant: int) -> tuple[bool, float]:
        """Grows with how long the entrant stayed in the event.

        Of two who withdrew, the later one had won the tie when the other left; it loses the next in turn.
        """
        left = self.entrants[entrant].withdrawn_at
        return left is None, left.timestamp() if left else 0.0


def next_fixtures(event: Event) -> tuple[Fixture, ...]:
    """Two matches for every tie of a round once the one before it is over; one more after a full tie."""
    waiting = {fixture.key for fixture in open_fixtures(event)}
    made: list[Fixture] = []
    for tie in bracket(event)[-1] if len(event.entrants) > 1 else ():
        one, other = tie.places
        if tie.decided or one is None or other is None or any(leg.key in waiting for leg in tie.legs):
            continue
        first, second = _leg(event, tie, 1, (one, other)), _leg(event, tie, 2, (other, one))
        one_more = replace(first, leg=len(tie.legs) + 1, starts=None)
        made += [one_more] if tie.legs else [first, second]
    return tuple(made)


def _leg(event: Event, tie: Tie, leg: int, seats: tuple[int, int]) -> Fixture:
    return Fixture(event.stage, event.group, tie.round, tie.number, leg, seats, starts=seats[0])


def over(event: Event) -> bool:
    """Whether the final is decided."""
    rounds = bracket(event)
    return not rounds or (len(rounds[-1]) == 1 and rounds[-1][0].decided)


def standings(event: Event) -> tuple[Row, ...]:
    """By ties won, byes among them: who went out in the same round shares the rank."""
    won = Counter(tie.winner for ties in bracket(event) for tie in ties)
    played = Counter(entrant for scores in counted(event).values() for entrant in scores)
    return table(
        (Line(entrant, played[entrant.id], Fraction(won[entrant.id])) for entrant in event.entrants), COLUMNS
    )
