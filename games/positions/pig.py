"""Positions of Pig: the race, and the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.positions.digits import BadPosition, Reader, Writer
from games.positions.racing import are_alike
from games.rules.faces import FACES
from games.rules.pig.game import HIGHEST, LOWEST, Pig
from games.rules.pig.turn import State

MOST = 1_000
"""Points that a total or a turn stays below."""
DICE = 2
"""Dice that are played with at most."""


class PigPositions:
    """As `Positions[Pig, State]`."""

    def options(self, state: State) -> dict[str, Any]:
        """As the match had them."""
        return {"dice": str(state.dice), "target": state.target, "equal_turns": state.equal_turns}

    def normal(self, rules: Pig, state: State, seat: int) -> State:
        """The position without what leads nowhere from here. Raises BadPosition."""
        if state.resigned or state.over or state.seat != seat:
            raise BadPosition("Somebody has left, or is not to move.")
        players = len(state.banked)
        return replace(
            state,
            starter=state.starter if state.equal_turns else 0,
            turns=(0,) * players,
            late=(False,) * players,
            roll=tuple(sorted(state.roll)),
            last=None,
        )

    def alone(self, state: State, seat: int) -> State:
        """The same race, whoever is to move sitting first: where one sits makes no difference."""
        starter = (state.starter - seat) % len(state.banked) if state.equal_turns else 0
        return replace(state, seat=0, starter=starter, banked=(*state.banked[seat:], *state.banked[:seat]))

    def write(self, rules: Pig, state: State, to: Writer) -> None:
        """All of a position that is normal."""
        players = len(state.banked)
        to.put(state.dice - 1, DICE)
        to.put(state.target - LOWEST, HIGHEST - LOWEST + 1)
        to.put(state.equal_turns, 2)
        to.put(players - rules.min_players, rules.max_players - rules.min_players + 1)
        to.put(state.seat, players)
        to.put(state.starter, players)
        for points in state.banked:
            to.put(points, MOST)
        to.put(bool(state.roll), 2)
        if state.roll:
            for face in state.roll:
                to.put(face - 1, len(FACES))
            to.put(state.points, MOST)

    def read(self, rules: Pig, source: Reader) -> State:
        """A position, which may still not be one that can come about."""
        dice, target = source.take(DICE) + 1, source.take(HIGHEST - LOWEST + 1) + LOWEST
        equal, players = bool(source.take(2)), source.take(rules.max_players - rules.min_players + 1)
        players += rules.min_players
        seat, starter = source.take(players), source.take(players)
        banked = tuple(source.take(MOST) for _ in range(players))
        rolled = source.take(2)
        roll = tuple(source.take(len(FACES)) + 1 for _ in range(dice if rolled else 0))
        return State(
            dice=dice,
            target=target,
            equal_turns=equal,
            starter=starter,
            seat=seat,
            banked=banked,
            turns=(0,) * players,
            late=(False,) * players,
            roll=roll,
            points=source.take(MOST) if rolled else 0,
        )

    def check(self, rules: Pig, state: State) -> None:
        """Raise BadPosition unless it can come about."""
        least = 2 * state.dice  # of a roll without a 1
        if any(0 < points < least for points in state.banked):
            raise BadPosition("Nobody banks so little.")
        seats = len(state.banked)
        place = (state.seat - state.starter) % seats
        for seat, points in enumerate(state.banked):
            moved = state.equal_turns and (seat - state.starter) % seats < place
            if points >= state.target and not moved:
                raise BadPosition("Somebody has reached the target.")
        gathered = state.points - sum(state.roll)
        if state.roll and (1 in state.roll or gathered < 0 or 0 < gathered < least):
            raise BadPosition("No turn gathers that.")

    def same(self, rules: Pig, one: State, other: State) -> bool:
        """Whether a player of `other` would be helped by what is best in `one`: of those who play on the
        totals are the same, or what they lack, and where there are no totals yet the turn, too.
        """
        if one.dice != other.dice or not are_alike(one, other):
            return False
        return any(one.banked) or one.points == other.points


PIG = PigPositions()
