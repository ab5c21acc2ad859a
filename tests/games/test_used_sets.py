"""A record in which everybody has the same dice: one serial for each turn and roll, and nowhere else."""

from __future__ import annotations

import pytest

from games import record

HEAD = """[Site "Boatzee"]
[Code "BO"]
[Rules "1"]
[Pace "duplicate"]
[Seat1 "ada"]
[Seat2 "grace"]
[Result "*"]
[Totals "{totals}"]
[Deal "9"]

"""
FIRST = "1. Seat 1: roll (1 2 4 #5), keep 4 roll (2 6 #6), score chance (12)\n"
GOOD = HEAD.format(totals="12 7") + FIRST + "1. Seat 2: roll (1 2 4 #5), score chance (7)\n"


def seconds(line: str, totals: str = "12 0") -> str:
    """The record with what the second seat did."""
    return HEAD.format(totals=totals) + FIRST + line + "\n"


def test_both_seats_have_the_same_serials() -> None:
    match = record.read(GOOD)
    assert match.deal == 9
    assert record.write(match) == GOOD


def test_another_number_of_dice_is_the_first_of_the_same_set() -> None:
    record.read(seconds("1. Seat 2: roll (1 2 4 #5), keep 1 4 roll (2 #6)"))
    record.read(seconds("1. Seat 2: roll (1 2 4 #5), roll (2 6 3 #6)"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1. Seat 2: roll (1 2 4 #7)", "the same set in the same turn and roll"),
        ("1. Seat 2: roll (1 2 4 #5), roll (2 6 3 #7)", "the same set in the same turn and roll"),
        ("2. Seat 1: roll (1 2 4 #5)", "one turn and one roll"),
        ("1. Seat 2: roll (1 2 5 #5)", "falls alike for everybody"),
        ("1. Seat 2: roll (1 2 4 #5), keep 1 2 roll (6 #6)", "falls alike for everybody"),
        (f"1. Seat 2: roll (1 2 4 #5*{'ab' * 16})", "no player's own number"),
        ("1. Seat 2: roll (1 2 4 #5), take-back 1", "Nothing is taken back"),
    ],
)
def test_whatever_else_is_refused(line: str, said: str) -> None:
    with pytest.raises(record.BadRecord, match=said):
        record.read(seconds(line))


def test_no_other_pace_has_a_deal() -> None:
    with pytest.raises(record.BadRecord, match="Only at the pace"):
        record.read(GOOD.replace('"duplicate"', '"split"'))
