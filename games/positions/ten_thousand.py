"""Positions of Dice 10000: the race, the turn, and what the turn before left to be picked up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.positions.digits import BadPosition, Reader, Writer
from games.positions.racing import are_alike
from games.rules.faces import FACES
from games.rules.ten_thousand.game import Dice10000
from games.rules.ten_thousand.scoring import Scoring, is_six_alike, worth
from games.rules.ten_thousand.turn import (
    DICE,
    FIRST_BANK,
    End,
    State,
    TurnEnd,
    legal_keeps,
    offer,
)

STEP = 50
"""Points come in steps of so many."""
MOST = 800
"""Steps, 40,000 points, that a total or a turn stays below."""
SCORINGS = tuple(Scoring)
LOWEST, HIGHEST = 2_000, 20_000
"""Between which the target of a match lies, in points."""


class TenThousandPositions:
    """As `Positions[Dice10000, State]`."""

    def options(self, state: State) -> dict[str, Any]:
        """As the match had them."""
        return {"scoring": state.scoring.value, "pick_up": state.pick_up, "target": state.target}

    def normal(self, rules: Dice10000, state: State, seat: int) -> State:
        """The position without what leads nowhere from here. Raises BadPosition."""
        if state.resigned or state.over or state.seat != seat:
            raise BadPosition("Somebody has left, or is not to move.")
        found, before = offer(state), (seat - 1) % len(state.banked)
        last = TurnEnd(before, End.BANK, found.points, found.dice, ()) if found else None
        return replace(
            state,
            late=(False,) * len(state.banked),
            roll=tuple(sorted(state.roll)),
            hand=tuple(sorted(state.hand)),
            last=last,
        )

    def alone(self, state: State, seat: int) -> State:
        """The same race, whoever is to move sitting first: where one sits makes no difference."""
        players = len(state.banked)
        return replace(
            state,
            seat=0,
            banked=(*state.banked[seat:], *state.banked[:seat]),
            on_table=(*state.on_table[seat:], *state.on_table[:seat]),
            opener=None if state.opener is None else (state.opener - seat) % players,
            last=state.last and replace(state.last, seat=(state.last.seat - seat) % players),
        )

    def write(self, rules: Dice10000, state: State, to: Writer) -> None:
        """All of a position that is normal."""
        players = len(state.banked)
        to.put(SCORINGS.index(state.scoring), len(SCORINGS))
        to.put(state.pick_up, 2)
        to.put(state.target - LOWEST, HIGHEST - LOWEST + 1)
        to.put(players - rules.min_players, rules.max_players - rules.min_players + 1)
        to.put(state.seat, players)
        to.put(0 if state.opener is None else state.opener + 1, players + 1)
        for points in state.banked:
            _put_points(points, to)
        to.put(len(state.roll), DICE + 1)
        if state.roll:
            for face in state.roll:
                to.put(face - 1, len(FACES))
            _put_points(state.points, to)
            to.put(len(state.hand), DICE)
            for face in state.hand:
                to.put(face - 1, len(FACES))
            _put_points(state.hand_points, to)
        else:
            to.put(state.last.left if state.last else 0, DICE)
            if state.last:
                _put_points(state.last.points, to)

    def read(self, rules: Dice10000, source: Reader) -> State:
        """A position, which may still not be one that can come about."""
        scoring, pick_up = SCORINGS[source.take(len(SCORINGS))], bool(source.take(2))
        target = source.take(HIGHEST - LOWEST + 1) + LOWEST
        players = rules.min_players + source.take(rules.max_players - rules.min_players + 1)
        seat, opener = source.take(players), source.take(players + 1)
        banked = tuple(source.take(MOST) * STEP for _ in range(players))
        roll = tuple(source.take(len(FACES)) + 1 for _ in range(source.take(DICE + 1)))
        state = State(
            scoring=scoring,
            pick_up=pick_up,
            target=target,
            banked=banked,
            on_table=tuple(points > 0 for points in banked),
            late=(False,) * players,
            seat=seat,
            roll=roll,
            opener=opener - 1 if opener else None,
        )
        if not roll:
            left = source.take(DICE)
            if not left:
                return state
            before = (seat - 1) % players
            return replace(state, last=TurnEnd(before, End.BANK, source.take(MOST) * STEP, left, ()))
        points = source.take(MOST) * STEP
        hand = tuple(source.take(len(FACES)) + 1 for _ in range(source.take(DICE)))
        return replace(state, points=points, hand=hand, hand_points=source.take(MOST) * STEP)

    def check(self, rules: Dice10000, state: State) -> None:
        """Raise BadPosition unless it can come about."""
        if any(0 < points < FIRST_BANK for points in state.banked):
            raise BadPosition("Nobody gets on the table with so little.")
        _check_opener(state)
        if state.roll:
            _check_turn(state)
        elif state.last:
            had = state.banked[state.last.seat] - state.last.points
            first = state.last.points >= FIRST_BANK
            if offer(state) is None or not state.last.points or had < 0 or 0 < had < FIRST_BANK:
                raise BadPosition("Nobody left that to be picked up.")
            if had == 0 and not first:
                raise BadPosition("Nobody gets on the table with so little.")

    def same(self, rules: Dice10000, one: State, other: State) -> bool:
        """Whether a player of `other` would be helped by what is best in `one`: of those who play on the
        totals are the same, or what they lack, and where there are no totals yet the turn, too.
        """
        if not are_alike(one, other):
            return False
        turn = (sorted(one.roll), one.points) == (sorted(other.roll), other.points)
        return any(one.banked) or turn


def _put_points(points: int, to: Writer) -> None:
    steps, rest = divmod(points, STEP)
    if rest:
        raise BadPosition("Points come in steps.")
    to.put(steps, MOST)


def _check_opener(state: State) -> None:
    """Whoever reached the target first opened the last round, in which others may pass it."""
    there = [points >= state.target for points in state.banked]
    if state.opener is None:
        if any(there):
            raise BadPosition("Somebody has reached the target, and nobody opened the last round.")
        return
    if state.opener == state.seat or not there[state.opener]:
        raise BadPosition("Nobody opened the last round so.")
    seats = len(there)
    to_come = range((state.opener - state.seat) % seats)
    if any(there[(state.seat + step) % seats] for step in to_come):
        raise BadPosition("Somebody has passed the target before the last turn.")


def _check_turn(state: State) -> None:
    """Dice that lie there score, and what was set aside before them did."""
    thrown = len(state.roll) + len(state.hand)
    if is_six_alike(state.roll) or not legal_keeps(state):
        raise BadPosition("These dice end the turn.")
    picks = state.pick_up and state.on_table[state.seat] and state.points > 0
    if thrown > DICE or (thrown < DICE and not picks):
        raise BadPosition("There are not so many dice.")
    if not state.points and (state.hand or thrown < DICE):
        raise BadPosition("What was set aside scored.")
    if not state.hand:
        if state.hand_points:
            raise BadPosition("Nothing was set aside.")
        return
    most = worth(state.hand, state.scoring)
    if not STEP * len(state.hand) <= state.hand_points <= min(most, state.points):
        raise BadPosition("What was set aside does not score so much.")


TEN_THOUSAND = TenThousandPositions()
