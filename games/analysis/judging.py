"""Playing a match through again beside an advisor: what each choice cost, what each roll gave (review.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.analysis.base import Advisor, Choice
from games.analysis.review import (
    COSTLY,
    HARD_CHANCE,
    HARD_POINTS,
    LEAVING,
    NOTHING,
    SMALL,
    Act,
    Amount,
    Loss,
    Position,
    Reason,
    Review,
    Step,
    Sums,
    amount_of,
    by_points,
    whole_match,
)
from games.rules.base import Kind, Move, Rules

Explain = Callable[[Any, int, Move, Move], tuple[Reason, ...]]
"""Says of a state and a seat why its best move is better than the one that was made, in this order."""


def unexplained(state: Any, seat: int, best: Move, made: Move) -> tuple[Reason, ...]:
    """No reasons: those of a race are plain from the dice alone."""
    return ()


def review(
    rules: Rules[Any],
    advisor: Advisor[Any, Any],
    start: Any,
    acts: Sequence[Act],
    explain: Explain = unexplained,
) -> Review:
    """What this match comes to, `acts` standing in the order of `ordered` and `start` being the state before
    them. Raises ValueError where the advisor knows nothing of a move that was made, and IllegalMove.
    """
    return _Reviewer(rules, advisor, start).review(acts, explain)


@dataclass(frozen=True, slots=True)
class _Costly:
    """A choice that was not the best: what it lost, which step it was, and all that explains it."""

    lost: float
    step: int
    state: Any
    best: Move
    made: Move
    losses: tuple[float, ...]
    worths: tuple[float, float]


class _Reviewer:
    """A match that is played through again, with what each seat expects as it goes on."""

    def __init__(self, rules: Rules[Any], advisor: Advisor[Any, Any], start: Any) -> None:
        self.rules, self.advisor, self.state = rules, advisor, start
        self.whole = whole_match(rules)
        self.totals = rules.totals(start)
        self.by_points = by_points(rules, len(self.totals))
        self.hard = HARD_POINTS * rules.columns if self.by_points else HARD_CHANCE
        self.chances = self._chances(start)
        self.sums = [Sums(start=Amount(0.0, chance)) for chance in self.chances]
        self.expects: list[float | None] = [None] * len(self.totals)
        self.costly: list[list[_Costly]] = [[] for _ in self.totals]
        self.steps: list[Step] = []
        if self.whole:
            for seat in range(len(self.totals)):
                self._expect(seat, start)

    def review(self, acts: Sequence[Act], explain: Explain) -> Review:
        """All of it."""
        before = self.chances
        for act in acts:
            self._take(act)
        self._close()
        positions = []
        for seat, found in enumerate(self.costly):
            worst = sorted(found, key=lambda one: (-one.lost, one.step))[:COSTLY]
            positions.append(
                tuple(
                    Position(one.step, one.losses, one.worths, explain(one.state, seat, one.best, one.made))
                    for one in worst
                )
            )
        return Review(before, tuple(self.steps), tuple(self.sums), tuple(positions))

    def _chances(self, state: Any) -> tuple[float, ...]:
        return self.advisor.chances(self.rules, state) if len(self.totals) > 1 else (1.0,)

    def _expect(self, seat: int, state: Any) -> float:
        """What the seat expects from here on, at the start of a match or of a turn."""
        expected = self.advisor.points(self.rules, state, seat)
        self.expects[seat] = expected
        self.sums[seat].start = self.sums[seat].start.plus(Amount(expected, 0.0))
        return expected

    def _take(self, act: Act) -> None:
        seat, move, before = act.seat, act.move, self.state
        sums, held = self.sums[seat], self.expects[seat]
        expected = self._expect(seat, before) if held is None and move.kind not in LEAVING else held or 0.0
        had = Amount(expected, self.chances[seat])
        best, cost = (None, NOTHING) if move.kind in LEAVING else self._judge(act)
        self.state = self.rules.play(before, seat, move, act.dice)
        self.chances = self._chances(self.state)
        has = Amount(self._after(seat, move), self.chances[seat])
        change = has.minus(had)
        luck = NOTHING if move.kind in LEAVING else change.plus(cost)
        if move.kind in LEAVING:
            sums.unplayed = sums.unplayed.minus(change)
        elif not self.whole and self._won_at_once(act):
            sums.unplayed = sums.unplayed.minus(Amount(luck.points, 0.0))
            luck = Amount(0.0, luck.chance)
        sums.skill, sums.luck = sums.skill.plus(cost), sums.luck.plus(luck)
        self.steps.append(Step(best, cost, luck, self.chances))

    def _after(self, seat: int, move: Move) -> float:
        """What the seat has or expects after its move; the end of a turn in a race ends the account."""
        totals = self.rules.totals(self.state)
        if self.whole:
            left = seat in self.state.resigned
            has = float(totals[seat]) if left else self.advisor.points(self.rules, self.state, seat)
            self.expects[seat] = has
            return has
        if not self._ends_turn(seat, move):
            self.expects[seat] = has = self.advisor.points(self.rules, self.state, seat)
            return has
        gained = totals[seat] - self.totals[seat]
        self.totals, self.expects[seat] = totals, None
        return float(gained)

    def _won_at_once(self, act: Act) -> bool:
        """Whether dice won the match, as six alike do: what else the turn might have brought never comes."""
        result = self.rules.result(self.state) if act.dice else None
        return result is not None and result.places[act.seat] == 1

    def _ends_turn(self, seat: int, move: Move) -> bool:
        """Whether a turn of a race is over: a roll that leaves nothing to bank was a bust, or won."""
        if move.kind not in (Kind.ROLL, Kind.PICK_UP):
            return True
        return not any(one.keep or one.kind is Kind.BANK for one in self.rules.moves(self.state, seat))

    def _judge(self, act: Act) -> tuple[int | None, Amount]:
        """Which legal move was better than the one that was made, and what that cost."""
        seat, sums = act.seat, self.sums[act.seat]
        moves = self.rules.moves(self.state, seat)
        if len(moves) < 2:
            self._write(act, 0.0)
            return None, NOTHING
        choices = self.advisor.choices(self.rules, self.state, seat)
        worth = {choice.move: choice for choice in choices}
        best, made = choices[0], worth.get(act.move)
        if made is None:
            raise ValueError(f"The advisor knows nothing of {act.move}.")
        lost = self._measure(best) - self._measure(made)
        hard = self._is_hard(choices)
        sums.decisions += 1
        sums.hard += hard
        sums.at_stake += self._measure(best) - sum(map(self._measure, choices)) / len(choices)
        if lost <= SMALL:
            sums.hard_best += hard
            self._write(act, 0.0)
            return None, NOTHING
        sums.mistakes += 1
        cost = amount_of(best).minus(amount_of(made))
        sums.lost[_loss(act.move, best.move)] += lost
        self._write(act, cost.points)
        losses = tuple(max(0.0, self._measure(best) - self._measure(worth[move])) for move in moves)
        worths = best.points, made.points
        self.costly[seat].append(
            _Costly(lost, len(self.steps), self.state, best.move, act.move, losses, worths)
        )
        return moves.index(best.move), cost

    def _is_hard(self, choices: Sequence[Choice]) -> bool:
        """Whether the best of the worse choices, which stand best first, costs little."""
        best = self._measure(choices[0])
        costs = (best - self._measure(choice) for choice in choices)
        return next((cost for cost in costs if cost > SMALL), self.hard + 1) <= self.hard

    def _measure(self, choice: Choice) -> float:
        return amount_of(choice).by(points=self.by_points)

    def _write(self, act: Act, cost: float) -> None:
        """Note what is written in a box."""
        if act.move.kind is Kind.SCORE:
            points = self.rules.preview(self.state, act.seat)[act.move.box]
            self.sums[act.seat].boxes[act.move.box] = points, cost

    def _close(self) -> None:
        """What is still expected is never played."""
        totals = self.rules.totals(self.state)
        for seat, expected in enumerate(self.expects):
            if expected is not None:
                left = expected - (totals[seat] if self.whole else 0)
                self.sums[seat].unplayed = self.sums[seat].unplayed.plus(Amount(left, 0.0))


def _loss(made: Move, best: Move) -> Loss:
    if Kind.PICK_UP in (made.kind, best.kind):
        return Loss.PICK_UP
    if made.kind is best.kind:
        return Loss.BOX if made.kind is Kind.SCORE else Loss.DICE
    return Loss.WENT_ON if made.kind is Kind.ROLL else Loss.STOPPED
