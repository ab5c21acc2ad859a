"""A review in bytes: as small as it can be, read again in every format there was, refused where damaged."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.analysis import review_packed
from games.analysis.review import Amount, Loss, Reason, Review, turn_ends
from games.analysis.review_bits import Reader, Writer
from games.analysis.review_packed import FORMAT, Unreadable, head, pack, unpack
from games.rules.base import Kind, Move
from tests.games.analysis.test_review import Act, of, turns
from tests.games.analysis.tiny import ROLL, TINY, score

BOXES = tuple(TINY.box_ids)
PLAYED = (
    *(Act(0, ROLL, (1,)), Act(0, score("odd")), Act(1, ROLL, (2,)), Act(1, score("odd"))),
    *(Act(0, ROLL, (6,)), Act(0, score("high")), Act(1, ROLL, (5,)), Act(1, score("high"))),
)
SECOND = bytes.fromhex(
    "0204904e904e8e04904e14ea015ec41b000004020402aa9f0100008e0f0000040002140204008e04904edc01dc2f5ed904000004"
    "020202b6d3010000aeab010000040000dc010204001001000017850585050014ea010000e90101000019d904da0400da01dc2f00"
    "00dc2f01000078ca20ca20020000000000010000760000020000000000020206f4038a4911e901b102833e00020606f403a650d9"
    "01db2f69a90c00"
)
"""What a match of PLAYED was packed as in the second format."""
FIRST = b"\1" + SECOND[1:].replace(bytes.fromhex("04020402aa"), bytes.fromhex("0402aa")).replace(
    bytes.fromhex("04020202b6"), bytes.fromhex("0402b6")
)
"""The same in the first, which did not say how many decisions were hard."""


def packed(found: Review, acts: tuple[Act, ...] = PLAYED) -> bytes:
    return pack(found, BOXES, [bool(act.dice) for act in acts], turn_ends(turns(acts)))


@pytest.mark.parametrize("former", [FIRST, SECOND])
def test_former_formats_are_read_for_ever(former: bytes) -> None:
    review, made = unpack(former, BOXES), of(*PLAYED, players=2)
    assert head(former, BOXES) == review.seats
    for sums, meant in zip(review.seats, made.seats, strict=True):
        assert sums.skill.points == pytest.approx(meant.skill.points, abs=6e-3)
        assert sums.boxes == {box: pytest.approx(cell, abs=6e-3) for box, cell in meant.boxes.items()}
        assert sums.lost[Loss.STOPPED] == pytest.approx(meant.skill.points, abs=6e-3)
        assert (sums.hard, sums.hard_best) == ((meant.hard, meant.hard_best) if former == SECOND else (0, 0))
    for step, meant_step in zip(review.steps, made.steps, strict=True):
        assert step.chances == pytest.approx(meant_step.chances, abs=6e-5)
        assert step.luck.points == pytest.approx(meant_step.luck.points, abs=2e-2)
        assert meant_step.best in (step.best, None)
    for [one], [meant_one] in zip(review.positions, made.positions, strict=True):
        assert one.step == meant_one.step
        assert one.losses == pytest.approx(meant_one.losses, abs=2e-2)
        assert one.worths == pytest.approx(meant_one.worths, abs=2e-2)


def test_it_takes_less_than_half_of_what_it_took() -> None:
    assert len(packed(of(*PLAYED, players=2))) < len(SECOND) / 2


def test_the_sums_are_read_without_the_rest() -> None:
    whole = packed(of(*PLAYED, players=2))
    assert head(whole, BOXES) == unpack(whole, BOXES).seats
    assert head(whole[: len(whole) * 3 // 4], BOXES)[0].boxes == {"odd": (1, 0.1), "high": (2, 0.0)}


def test_reasons_are_kept_with_their_boxes() -> None:
    [[stored], _] = unpack(packed(explained()), BOXES).positions
    assert stored.reasons == (Reason("high", 1.3, 0.9), Reason("", -2.0, 1.0))


def test_a_match_in_which_nothing_was_done_is_kept() -> None:
    found = unpack(packed(of(players=2), ()), BOXES)
    assert (found.steps, found.positions) == ((), ((), ()))
    left = (Act(1, Move(Kind.RESIGN)),)
    [step] = unpack(packed(of(*left, players=2), left), BOXES).steps
    assert (step.best, step.chances, step.luck) == (None, (1.0, 0.0), Amount(0, 0))


@pytest.mark.parametrize("damaged", [b"", bytes((FORMAT + 1, 0)), bytes((2, 2, 0x80)), bytes((FORMAT,))])
def test_what_is_no_review_is_refused(damaged: bytes) -> None:
    with pytest.raises(Unreadable):
        unpack(damaged, BOXES)
    with pytest.raises(Unreadable):
        head(damaged, BOXES)


def test_a_part_of_one_is_refused() -> None:
    whole = packed(of(*PLAYED, players=2))
    for length in range(len(whole)):
        with pytest.raises(Unreadable):
            unpack(whole[:length], BOXES)


def explained() -> Review:
    """The review of PLAYED, with a reason for the first of its positions."""
    made = of(*PLAYED, players=2)
    [[first], second] = made.positions
    why = (Reason("high", 1.26, 0.94), Reason("", -2.0, 1.0))
    return replace(made, positions=((replace(first, reasons=why),), second))


def test_what_was_tried_again_has_its_best_move_however_little_it_cost() -> None:
    made = of(*PLAYED, players=2)
    steps = list(made.steps)
    steps[1] = replace(steps[1], cost=Amount(0.02, 0.0))
    stored = unpack(packed(replace(made, steps=tuple(steps))), BOXES)
    assert stored.steps[1].best == made.steps[1].best is not None
    untried = replace(made, steps=tuple(steps), positions=((), made.positions[1]))
    assert unpack(packed(untried), BOXES).steps[1].best is None, "no page would say so"


@pytest.mark.parametrize("whole", [packed(explained()), SECOND])
def test_one_that_was_damaged_is_refused_or_still_holds_together(whole: bytes) -> None:
    last = range(len(whole) * 8 - 48, len(whole) * 8)
    for bits in (*((bit,) for bit in range(8, len(whole) * 8)), *combinations(last, 2)):
        turned = bytearray(whole)
        for bit in bits:
            turned[bit // 8] ^= 1 << bit % 8
        try:
            found = unpack(bytes(turned), BOXES)
        except Unreadable:
            continue
        for position in (one for seat in found.positions for one in seat):
            assert (found.steps[position.step].best or 0) < len(position.losses)
            assert all(why.box in (*BOXES, "") for why in position.reasons)


def test_more_steps_than_a_match_can_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(of(*PLAYED, players=2))
    monkeypatch.setattr(review_packed, "MOST_STEPS", len(PLAYED) - 1)
    with pytest.raises(Unreadable):
        unpack(whole, BOXES)


@given(st.lists(st.integers(0, 2**70)), st.lists(st.integers()), st.integers(0), st.lists(st.booleans()))
def test_columns_come_back_whatever_is_in_them(
    numbers: list[int], either: list[int], count: int, marks: list[bool]
) -> None:
    out = Writer()
    out.count(count)
    out.column(numbers)
    out.marks(marks, [True] * len(marks))
    out.signed(either)
    read = Reader(out.bytes())
    assert (read.count(), read.column(len(numbers))) == (count, numbers)
    assert read.marks([True] * len(marks)) == marks
    assert read.signed(len(either)) == either


@pytest.mark.parametrize(("number", "bits"), [(0, "1"), (1, "010"), (2, "011"), (3, "00100"), (7, "0001000")])
def test_the_code_of_order_0_is_that_of_the_standard(number: int, bits: str) -> None:
    """ITU-T H.264, table 9-2."""
    out = Writer()
    out.count(number)
    assert out.found == [bits]


def test_no_column_holds_a_number_below_0() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Writer().column([3, -1])
