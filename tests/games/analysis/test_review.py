"""The review of a match: on a card that is known wholly, by hand, and for any match that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis import advisors, review_packed
from games.analysis.base import Choice
from games.analysis.judging import review
from games.analysis.review import (
    NOTHING,
    Amount,
    Loss,
    Review,
    Sums,
    by_points,
    final_chances,
    ordered,
    turn_ends,
)
from games.rules import RULES
from games.rules.base import Dice, Kind, Move, Pace, Rules
from tests.games.analysis.tiny import ROLL, TINY, Exact, score
from tests.tabled import tables


@dataclass(frozen=True)
class Act:
    seat: int
    move: Move
    dice: Dice = ()


def of(*acts: Act, players: int = 1, pace: Pace = Pace.TURNS) -> Review:
    return review(TINY, Exact(), TINY.start(players, {}, pace, 0), acts)


def ends_of(sums: Sums) -> Amount:
    return sums.start.minus(sums.skill).plus(sums.luck).minus(sums.unplayed)


def test_a_card_of_two_boxes_by_hand() -> None:
    """Once High is filled with 2, three rolls bring an odd face 7 times in 8."""
    found = of(
        *(Act(0, ROLL, (5,)), Act(0, score("high"))),
        *(Act(0, ROLL, (4,)), Act(0, score("odd"))),
    )
    roll, high, second, odd = found.steps
    start = found.seats[0].start.points
    assert high.cost == NOTHING
    assert roll.luck.points == pytest.approx(2 + 7 / 8 - start)
    # After a four two rolls more would bring 3/4 of a point; writing it brings nothing.
    assert second.luck.points == pytest.approx(3 / 4 - 7 / 8)
    assert odd.cost.points == pytest.approx(3 / 4)
    [again, written] = TINY.moves(_after_high(4), 0)
    assert (again, written) == (ROLL, score("odd"))
    assert odd.best == 0
    assert found.seats[0].skill.points == pytest.approx(3 / 4)
    assert found.seats[0].boxes == {"high": (2, 0.0), "odd": (0, pytest.approx(3 / 4))}
    assert dict(found.seats[0].lost) == {Loss.STOPPED: pytest.approx(3 / 4)}
    [position] = found.positions[0]
    assert position.step == 3
    assert position.losses == pytest.approx([0, 3 / 4])
    assert position.worths == pytest.approx([2 + 3 / 4, 2])
    assert found.seats[0].decisions == 2


def _after_high(die: int) -> Any:
    state = TINY.play(TINY.start(1, {}, Pace.TURNS, 0), 0, ROLL, (5,))
    return TINY.play(TINY.play(state, 0, score("high"), ()), 0, ROLL, (die,))


def test_accuracy_is_all_where_nothing_was_lost_and_nothing_where_all_was() -> None:
    best = of(*(Act(0, ROLL, (6,)), Act(0, score("high")), Act(0, ROLL, (1,)), Act(0, score("odd"))))
    assert best.seats[0].accuracy(by_points=True) == 100
    blind = Sums(skill=Amount(4, 0), at_stake=4)
    half = Sums(skill=Amount(2, 0), at_stake=4)
    assert blind.accuracy(by_points=True) == 0
    assert half.accuracy(by_points=True) == 50
    assert Sums().accuracy(by_points=True) is None


def test_the_chance_moves_with_both_and_ends_at_who_won() -> None:
    acts = [
        *(Act(0, ROLL, (1,)), Act(0, score("odd")), Act(1, ROLL, (2,)), Act(1, score("odd"))),
        *(Act(0, ROLL, (6,)), Act(0, score("high")), Act(1, ROLL, (5,)), Act(1, score("high"))),
    ]
    found = of(*acts, players=2)
    assert found.chances == pytest.approx(Exact().chances(TINY, TINY.start(2, {}, Pace.TURNS, 0)))
    assert list(found.steps[-1].chances) == [1, 0]
    for step in found.steps:
        assert sum(step.chances) == pytest.approx(1)
    own, other = (ends_of(sums).chance - sums.start.chance for sums in found.seats)
    assert found.chances[0] + own - other == pytest.approx(1)


def test_who_resigns_loses_neither_by_skill_nor_by_luck() -> None:
    found = of(Act(0, ROLL, (1,)), Act(0, Move(Kind.RESIGN)), players=2)
    left, stayed = found.seats
    assert left.skill == NOTHING
    assert left.unplayed.points == pytest.approx(left.start.points + left.luck.points)
    assert left.unplayed.chance == pytest.approx(found.steps[0].chances[0])
    assert stayed.unplayed.points == pytest.approx(stayed.start.points)
    assert found.steps[-1].best is None


def test_cards_side_by_side_are_looked_at_turn_by_turn() -> None:
    acts = [
        *(Act(1, ROLL, (1,)), Act(1, score("odd")), Act(1, ROLL, (1,)), Act(1, Move(Kind.RESIGN))),
        *(Act(0, ROLL, (2,)), Act(2, ROLL, (3,)), Act(0, score("odd"))),
    ]
    assert ordered(acts, side_by_side=False) == list(range(7))
    assert ordered(acts, side_by_side=True) == [4, 6, 0, 1, 5, 2, 3]


@pytest.mark.parametrize(
    ("places", "chances"),
    [((1, 2), (1, 0)), ((1, 1, 3), (0.5, 0.5, 0)), ((None, None), None), ((2, 1), (0, 1))],
)
def test_chances_in_the_end(places: tuple[int | None, ...], chances: tuple[float, ...] | None) -> None:
    assert final_chances(places) == chances


def said(*things: object) -> int:
    """Some number below 1000."""
    return crc32(repr(things).encode()) % 1000


class Fickle:
    """Says anything, always the same of the same: what a review adds up to must not hang on it."""

    exact = False

    def points(self, rules: Rules[Any], state: Any, seat: int) -> float:
        result = rules.result(state)
        if result is not None and rules.family == "cards":
            return float(result.totals[seat])
        return said(state, seat) / 7

    def chances(self, rules: Rules[Any], state: Any) -> tuple[float, ...]:
        result = rules.result(state)
        if result is not None:
            return final_chances(result.places) or ()
        seats = len(rules.totals(state))
        if seats == 1:
            return (1.0,)
        first = said(state) / 1000
        return (first, *((1 - first) / (seats - 1),) * (seats - 1))

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        choices = [
            Choice(move, said(state, move) / 3, said(move, state) / 1000) for move in rules.moves(state, seat)
        ]
        points = by_points(rules, len(rules.totals(state)))
        return tuple(sorted(choices, key=lambda one: one.points if points else one.chance, reverse=True))


def some_match(rules: Rules[Any], players: int, pace: Pace, choose: Any, leave: int) -> tuple[Any, list[Act]]:
    """A match played anyhow; at move number `leave` somebody resigns or runs out of time."""
    options = rules.clean_options({"target": 2000} if rules.code == "DK" else {})
    state = start = rules.start(players, options, pace, 0)
    acts: list[Act] = []
    while rules.to_act(state) and len(acts) < 60:
        seat = rules.to_act(state)[0 if pace is Pace.TURNS else choose.randrange(len(rules.to_act(state)))]
        moves = rules.moves(state, seat)
        ending = [move for move in moves if move.kind in (Kind.SCORE, Kind.BANK)]
        move = choose.choice(ending or moves)
        if len(acts) == leave:
            move = Move(choose.choice([Kind.RESIGN, Kind.TIMEOUT]))
        dice = tuple(choose.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move)))
        acts.append(Act(seat, move, dice))
        state = rules.play(state, seat, move, dice)
    return start, acts


def test_six_alike_win_without_bad_luck() -> None:
    rules = RULES["DK"]
    start = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    found = review(rules, Fickle(), start, [Act(0, ROLL, (4,) * 6)])
    winner = found.seats[0]
    assert winner.luck.points == 0
    assert winner.luck.chance == pytest.approx(1 - found.chances[0])
    assert winner.unplayed.points == pytest.approx(winner.start.points)
    assert list(found.steps[0].chances) == [1, 0]


MATCHES = st.tuples(
    st.sampled_from(["BZ", "BX", "BO", "DG", "DK", "PG"]), st.integers(1, 3), st.integers(0, 120)
)


@settings(max_examples=40)
@given(MATCHES, st.randoms(use_true_random=False), st.booleans())
def test_start_less_skill_and_more_luck_is_what_was_had(
    shape: tuple[str, int, int], choose: Any, split: bool
) -> None:
    code, players, leave = shape
    rules = RULES[code]
    players = max(players, rules.min_players)
    pace = Pace.SPLIT if split and Pace.SPLIT in rules.paces else Pace.TURNS
    start, made = some_match(rules, players, pace, choose, leave)
    acts = [made[index] for index in ordered(made, side_by_side=pace is Pace.SPLIT)]
    found = review(rules, Fickle(), start, acts)
    state = start
    for act in acts:
        state = rules.play(state, act.seat, act.move, act.dice)
    for total, sums in zip(rules.totals(state), found.seats, strict=True):
        assert ends_of(sums).points == pytest.approx(total, abs=1e-3)
    chances = list(found.chances)
    for act, step in zip(acts, found.steps, strict=True):
        if act.move.kind not in (Kind.RESIGN, Kind.TIMEOUT):
            change = step.luck.minus(step.cost).chance
            assert step.chances[act.seat] == pytest.approx(chances[act.seat] + change, abs=1e-3)
        chances = list(step.chances)
    _is_kept(rules, found, acts)


def _is_kept(rules: Rules[Any], found: Review, acts: Sequence[Act]) -> None:
    """What pages show of a review is the same out of its bytes, but for what they round."""
    boxes, alone = tuple(getattr(rules, "box_ids", ())), len(found.seats) == 1
    rolled, ends = [bool(act.dice) for act in acts], turn_ends(turns(acts))
    stored = review_packed.unpack(review_packed.pack(found, boxes, rolled, ends), boxes)
    points = rules.family == "cards" or alone
    near = (0.00501 if alone else 0.0501) if points else 0.000501
    assert stored.chances == pytest.approx(found.chances, abs=6e-5)
    for sums, again in zip(found.seats, stored.seats, strict=True):
        assert ends_of(again).points == pytest.approx(ends_of(sums).points, abs=6e-3)
        assert again.boxes.keys() == sums.boxes.keys()
        for box, (written, cost) in sums.boxes.items():
            assert again.boxes[box] == pytest.approx((written, cost), abs=6e-3)
        assert again.skill.points == pytest.approx(sums.skill.points, abs=6e-3)
        assert again.skill.chance == pytest.approx(sums.skill.chance, abs=6e-5)
        assert (again.hard, again.hard_best) == (sums.hard, sums.hard_best)
        assert again.at_stake == pytest.approx(sums.at_stake, abs=6e-5)
        assert again.lost == pytest.approx({loss: sums.lost[loss] for loss in Loss}, abs=6e-3)
    for step, now, did_roll, is_end in zip(found.steps, stored.steps, rolled, ends, strict=True):
        lost = step.cost.by(points=points)
        assert now.cost.by(points=points) == pytest.approx(lost, abs=near)
        assert now.best == step.best or (now.best is None and lost <= near)
        if now.best is not None and not alone:
            assert now.cost.chance == pytest.approx(step.cost.chance, abs=6e-4)
        if did_roll:
            assert now.luck.by(points=points) == pytest.approx(step.luck.by(points=points), abs=near)
        if is_end and not alone:
            assert now.chances == pytest.approx(step.chances, abs=len(found.seats) * 5.1e-4)
    for seat, positions in enumerate(found.positions):
        for one, other in zip(positions, stored.positions[seat], strict=True):
            assert stored.steps[other.step].best == found.steps[one.step].best is not None
            assert one.step == other.step
            assert other.losses == pytest.approx(one.losses, abs=near)
            assert boxes or other.worths == pytest.approx(one.worths, abs=0.0501)


def turns(acts: Sequence[Act]) -> list[tuple[int, int]]:
    """The seat of each move, and which of its turns it is: another one whenever another seat has played."""
    found: list[tuple[int, int]] = []
    for act in acts:
        again = bool(found) and found[-1][0] == act.seat
        found.append(found[-1] if again else (act.seat, len(found)))
    return found


def test_no_luck_lies_in_what_rolls_nothing_where_the_coach_is_exact() -> None:
    rules = RULES["BO"]
    advisor = advisors.advisor_of(rules, tables("BO"))
    start, acts = some_match(rules, 2, Pace.TURNS, Random(1), leave=-1)
    found = review(rules, advisor, start, acts)
    for act, step in zip(acts, found.steps, strict=True):
        assert act.dice or abs(step.luck.points) < 1e-4
        assert act.dice or abs(step.luck.chance) < 0.01, "chances are of normal totals, nearly"
        assert step.cost.points >= 0
    assert any(sums.mistakes for sums in found.seats)
    assert found.seats[0].start.points == pytest.approx(154.3949, abs=1e-3)
