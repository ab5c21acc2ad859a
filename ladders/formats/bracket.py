"""Brackets: planned whole from the start, and filled in as ties are decided.

Fixtures are facts: who sits in a later tie has come through the earlier ones, whatever is corrected or
taken back after it was made. So a reinstatement or a corrected result puts somebody back only where no
later match was made from it, and nobody is ever in two ties at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ladders.formats.base import Entrant, Event, Fixture, RollOff, Row
from ladders.formats.counted import open_fixtures
from ladders.formats.field import seeded
from ladders.formats.ties import FIRST, Judge, Outcome, Source, Tie

Key = tuple[int, int]
"""A tie by its round and its number in it."""
Rounds = tuple[tuple[Tie, ...], ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """A tie before anybody is known: where its two come from. Who loses a `last` tie is out."""

    round: int
    number: int
    sources: tuple[Source, Source]
    last: bool = True


def draw_order(size: int) -> tuple[int, ...]:
    """The seeds down the bracket, `size` being a power of two: the best two meet in the final only."""
    order = [1]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return tuple(order)


def halvings(entrants: int) -> int:
    """How often the field can be halved until one is left."""
    return max(0, entrants - 1).bit_length()


def after(plan: Iterable[Planned], key: Key) -> frozenset[Key]:
    """The ties that somebody comes to through this one, or would have come to; `plan` goes by rounds."""
    found = {key}
    for planned in plan:
        if any((source.round, source.number) in found for source in planned.sources):
            found.add((planned.round, planned.number))
    return frozenset(found - {key})


def first_round(entrants: int, *, last: bool) -> list[Planned]:
    """The ties of the first round by seeds; a seed beyond the field is a bye."""
    order = draw_order(1 << halvings(entrants))
    pairs = zip(order[::2], order[1::2], strict=True)
    return [
        Planned(1, number, (Source(one), Source(other)), last=last)
        for number, (one, other) in enumerate(pairs, 1)
    ]


class _Facts:
    """What the fixtures made say of who came through which tie."""

    def __init__(self, event: Event, plan: Iterable[Planned]) -> None:
        self.legs: dict[Key, list[Fixture]] = {}
        for fixture in sorted(event.fixtures, key=lambda fixture: fixture.leg):
            self.legs.setdefault((fixture.round, fixture.pairing), []).append(fixture)
        self.unbeaten: dict[int, int] = {}
        """The last round in which an entrant sat as one who had lost no tie, where one may lose once."""
        self.other: dict[int, int] = {}
        """The last round in which an entrant sat in any other tie."""
        spare: set[Key] = set()
        for planned in plan:
            key = planned.round, planned.number
            if not planned.last:
                spare.add(key)
            for seat, source in zip(self.seats(key), planned.sources, strict=False):
                unbeaten = key in spare or (source.won and (source.round, source.number) in spare)
                (self.unbeaten if unbeaten else self.other)[seat] = planned.round

    def seats(self, key: Key) -> tuple[int, ...]:
        """Who sat in the tie: the first of its legs lists them as the bracket does."""
        legs = self.legs.get(key)
        return legs[0].seats if legs else ()

    def winner(self, planned: Planned, places: tuple[int | None, int | None]) -> int | None:
        """Who is known to have won the tie, since one of the two sits in a later one."""
        one, other = places
        for mine, theirs in ((one, other), (other, one)):
            if mine is None:
                continue
            unbeaten, sat = self.unbeaten.get(mine, 0), self.other.get(mine, 0)
            if unbeaten > planned.round or (planned.last and sat > planned.round):
                return mine
            if not planned.last and sat > planned.round and theirs is not None:
                return theirs
        return None


def draw(event: Event, plan: Sequence[Planned]) -> dict[Key, Tie]:
    """All ties of the plan, round by round, as far as they are known; `plan` goes by rounds."""
    seeds = dict(enumerate((entrant.id for entrant in seeded(event.entrants)), 1))
    facts, judge = _Facts(event, plan), Judge(event)
    ties: dict[Key, Tie] = {}
    for planned in plan:
        key = planned.round, planned.number
        seats = facts.seats(key)
        sides = [_came(source, seeds, ties) for source in planned.sources]
        tie = Tie(
            *key,
            planned.sources,
            (seats[0], seats[1]) if seats else (sides[0][1], sides[1][1]),
            (bool(seats) or sides[0][0], bool(seats) or sides[1][0]),
            tuple(facts.legs.get(key, ())),
        )
        ties[key] = decided(tie, judge, facts.winner(planned, tie.places))
    return ties


def decided(tie: Tie, judge: Judge, winner: int | None = None) -> Tie:
    """The tie with its outcome, as far as there is one. `winner` is who is known to have come through."""
    one, other = tie.places
    outcome: Outcome | None = None
    if winner is not None:
        outcome = Outcome(winner, other if winner == one else one)
    elif all(tie.known):
        bye = Outcome(other if one is None else one)
        outcome = judge.decide(tie.pair, tie.legs) if tie.pair else bye
    if outcome is None:
        return tie
    return replace(tie, decided=True, winner=outcome.winner, loser=outcome.loser)


def _came(source: Source, seeds: Mapping[int, int], ties: Mapping[Key, Tie]) -> tuple[bool, int | None]:
    """Whether it is known who comes from there, and who does: None for nobody."""
    if not source.round:
        return True, seeds.get(source.number)
    tie = ties[source.round, source.number]
    return tie.decided, tie.winner if source.won else tie.loser


def by_rounds(ties: Iterable[Tie]) -> Rounds:
    """The ties of each round, in order."""
    return tuple(tuple(of_round) for _, of_round in groupby(ties, key=lambda tie: tie.round))


def _still_open(ties: Sequence[Tie]) -> set[Key]:
    """The ties that are not decided, and from which something comes that is open, too.

    Where both missed a tie the next opponent had a bye, and may have played on: nothing more is played of it
    then, though a match of it was taken back since, or the two were put back.
    """
    followed = {(source.round, source.number) for tie in ties for source in tie.sources}
    wanted: set[Key] = set()
    found: set[Key] = set()
    for tie in reversed(ties):
        key = tie.round, tie.number
        if not tie.decided and (key in wanted or key not in followed):
            found.add(key)
            wanted.update((source.round, source.number) for source in tie.sources)
    return found


def legs_to_make(event: Event, ties: Sequence[Tie]) -> tuple[Fixture, ...]:
    """Two matches for every tie whose players are known; one more, and another, after a full tie."""
    judge, open_ = Judge(event), _still_open(ties)
    made: list[Fixture] = []
    for tie in ties:
        if tie.pair is None or (tie.round, tie.number) not in open_ or not judge.waits_for_leg(tie):
            continue
        one, other = tie.pair
        legs = range(1, FIRST + 1) if not tie.legs else (len(tie.legs) + 1,)
        for leg in legs:
            seats = (one, other) if leg % 2 else (other, one)
            starts = seats[0] if leg <= FIRST else None
            made.append(Fixture(event.stage, event.section, tie.round, tie.number, leg, seats, starts))
    return tuple(made)


def open_legs(event: Event, ties: Sequence[Tie]) -> tuple[Fixture, ...]:
    """The matches that are open of ties that are not decided."""
    open_ = _still_open(ties)
    waiting = open_fixtures(event)
    return tuple(fixture for fixture in waiting if (fixture.round, fixture.pairing) in open_)


def rolling(event: Event, ties: Sequence[Tie]) -> tuple[RollOff, ...]:
    """Who throws now, of all ties that only dice can settle."""
    judge, open_ = Judge(event), _still_open(ties)
    still = (tie for tie in ties if (tie.round, tie.number) in open_)
    return tuple(roll_off for tie in still for roll_off in judge.rolling(tie))


def reached(ties: Iterable[Tie]) -> dict[int, int]:
    """The round in which each entrant plays or went out; one more for who won the last tie."""
    found: dict[int, int] = {}
    for tie in ties:
        for entrant in tie.places:
            if entrant is not None:
                found[entrant] = tie.round + (tie.decided and entrant == tie.winner)
    return found


def unbeaten(entrants: Iterable[Entrant], ties: Iterable[Tie]) -> set[int]:
    """Who has lost no tie, missed none, and has not left."""
    over = [tie for tie in ties if tie.decided]
    lost = {tie.loser for tie in over} | {one for tie in over if tie.winner is None for one in tie.places}
    return {entrant.id for entrant in entrants if not entrant.left_at} - lost


def final_ranks(
    rows: Sequence[Row], entrants: Iterable[Entrant], better: Mapping[int, int]
) -> tuple[Row, ...]:
    """The rows with the ranks of a bracket that is over.

    `better` says of each entrant how many places there are above it, whether or not anybody came to
    stand there: a final that both missed has no winner. Those behind a disqualified one move up.
    """
    out = [better[entrant.id] for entrant in entrants if entrant.disqualified]
    return tuple(
        row
        if row.rank is None
        else replace(row, rank=1 + better[row.entrant] - sum(places < better[row.entrant] for places in out))
        for row in rows
    )
