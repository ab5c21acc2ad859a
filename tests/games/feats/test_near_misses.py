"""Achievements by a table of cases: a match that just earns each, and ones that just miss it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.deeds.register import earned
from games.replay import Entry, Match
from games.rules import RULES
from games.rules.base import Kind, Move
from tests.games.feats.test_register import BZ, of, seen_of

Moves = list[tuple[int, Move, tuple[int, ...]]]
Dice = tuple[int, ...]
LOW = (1, 2, 2, 4, 6)
"""Next to nothing in any box, and 15 for chance."""
ALIKE = (6, 6, 6, 6, 6)
BUST = (2, 2, 3, 3, 4, 6)
TOP = {box: (face,) * 3 + ((1, 2) if face > 2 else (5, 6)) for face, box in enumerate(BZ, 1)}
"""Three of each: 63 points."""


def cards(code: str, *filled: Mapping[str, Dice], first: Sequence[str] = (), last: str = "") -> Match:
    """One roll in each turn, of what is named for the seat, else of LOW; the boxes `first` and `last`."""
    boxes = [box for box in RULES[code].box_ids if box not in {*first, last}]  # type: ignore[attr-defined]
    moves: Moves = []
    for box in [*first, *boxes, *([last] if last else [])]:
        for seat, mine in enumerate(filled):
            dice = mine.get(box, LOW)[: RULES[code].dice]
            moves += [(seat, Move(Kind.ROLL), dice), (seat, Move(Kind.SCORE, box=box), ())]
    return of(code, moves, seats=len(filled))


def cut(match: Match, left: int, who: int) -> Match:
    """The match without its last moves: a seat resigns instead."""
    return replace(match, entries=(*match.entries[:-left], Entry(who, Move(Kind.RESIGN))))


def columns(**less: Dice) -> dict[str, Dice]:
    """Both columns of Double Boatzee with three of each in the top, but for what is named."""
    return {f"{box}-{n}": less.get(f"{box}_{n}", TOP[box]) for box in BZ for n in (1, 2)}


CHANCE = {"chance": (2, 2, 2, 4, 6)}
"""One point more than LOW has."""
BOATZEE, BEHIND = {"boatzee": ALIKE}, {"boatzee": ALIKE, "chance": (6, 6, 6, 5, 2)}
GOOD = {"large-straight": (1, 2, 3, 4, 5), "small-straight": (1, 2, 3, 4, 6), "full-house": (2, 2, 5, 5, 5)}
FIRST = ("boatzee", "chance")


def dk(*turns: Moves, **options: Any) -> Match:
    """Turns of Dice 10000."""
    return of("DK", [move for turn in turns for move in turn], **options)


def bank(seat: int, roll: Dice, keep: Dice) -> Moves:
    return [(seat, Move(Kind.ROLL), roll), (seat, Move(Kind.BANK, keep), ())]


def bust(seat: int) -> Moves:
    return [(seat, Move(Kind.ROLL), BUST)]


TWO_THOUSAND = bank(0, (1, 1, 1, 1, 2, 3), (1, 1, 1, 1))
FOUR_THOUSAND = bank(0, (1, 1, 1, 1, 1, 2), (1, 1, 1, 1, 1))


def alone(*turns: Moves, **options: Any) -> Match:
    """Seat 0 has these turns, and seat 1 busts after each."""
    return dk(*(move for turn in turns for move in (turn, bust(1))), **options)


def overtaken(behind: Dice) -> Match:
    """Seat 1 banks so much in the first turn, and seat 0 wins."""
    keep = tuple(die for die in behind if die == 1)
    return dk(
        bust(0),
        bank(1, behind, keep),
        *(turn for _ in range(2) for turn in (TWO_THOUSAND, bust(1))),
        target=4000,
    )


def picked(adds: Dice, keep: Dice, *, up: bool = True, busts: bool = False) -> Match:
    """Seat 1 banks 1,600 and leaves a die, which seat 0 picks up and sweeps with, for a hundred more."""
    begins: Moves = [(0, Move(Kind.PICK_UP), (1,)), (0, Move(Kind.ROLL, (1,)), BUST if busts else adds)]
    if not up:
        begins = [(0, Move(Kind.ROLL), (4, 4, 4, 4, 4, 1)), (0, Move(Kind.ROLL, (1, 4, 4, 4, 4, 4)), adds)]
    return dk(
        bank(0, (1, 1, 1, 2, 3, 4), (1, 1, 1)),
        bank(1, (4, 4, 4, 4, 4, 2), (4, 4, 4, 4, 4)),
        begins if busts else [*begins, (0, Move(Kind.BANK, keep), ())],
        bust(1),
        *((TWO_THOUSAND, bust(1)) if not busts else (TWO_THOUSAND, bust(1), TWO_THOUSAND, bust(1))),
        target=4000,
    )


def table(seats: int, best: Sequence[int] = (0,)) -> Match:
    """So many fill a card of Boat, of whom some have a boat."""
    return cards("BO", *({"boat": ALIKE} if seat in best else {} for seat in range(seats)))


EARNED: Mapping[str, Sequence[Match]] = {
    "all-bonuses": [cards("BD", columns(), {})],
    "one-point": [cards("BZ", CHANCE, {}), cards("BO", {"chance": (1, 2, 3)}, {})],
    "last-box": [cards("BZ", BOATZEE, {}, last="boatzee"), cards("BO", {"boat": ALIKE}, {}, last="boat")],
    "far-behind": [
        cards("BZ", GOOD, BEHIND, first=FIRST),
        overtaken((1, 1, 1, 1, 2, 3)),
    ],
    "no-bust": [alone(*[TWO_THOUSAND] * 5)],
    "picked-up": [picked((3, 3, 3, 2, 4, 6), (3, 3, 3))],
    "crowd": [table(6), table(7)],
}
MISSED: Mapping[str, Mapping[str, tuple[Match, int]]] = {
    "all-bonuses": {
        "a point short in one column": (cards("BD", columns(ones_2=(1, 1, 2, 4, 6)), {}), 0),
        "there is one column": (cards("BZ", TOP, {}), 0),
    },
    "one-point": {
        "it was lost": (cards("BZ", CHANCE, {}), 1),
        "two points": (cards("BZ", {"chance": (2, 2, 3, 4, 6)}, {}), 0),
        "level": (cards("BZ", {}, {}), 0),
        "the other left": (cut(cards("BZ", CHANCE, {}), 2, 1), 0),
    },
    "last-box": {
        "it was lost": (cards("BZ", BOATZEE, {**BOATZEE, **GOOD}, last="boatzee"), 0),
        "level": (cards("BZ", BOATZEE, BOATZEE, last="boatzee"), 0),
        "they did not come": (cards("BZ", GOOD, {}, last="boatzee"), 0),
        "they came for chance": (cards("BZ", {"chance": ALIKE}, {}, last="chance"), 0),
        "it was not the last": (cards("BZ", BOATZEE, {}), 0),
        "the other left": (cut(cards("BZ", BOATZEE, {}, last="boatzee"), 2, 1), 0),
    },
    "far-behind": {
        "a point less": (cards("BZ", GOOD, {**BEHIND, "chance": (6, 6, 6, 5, 1)}, first=FIRST), 0),
        "in the middle of a round": (
            cards("BZ", {**BEHIND}, {**BOATZEE, **GOOD}, first=("chance", "boatzee")),
            1,
        ),
        "it was lost": (cards("BZ", {}, BEHIND, first=FIRST), 0),
        "the other left": (cut(cards("BZ", GOOD, BEHIND, first=FIRST), 2, 1), 0),
        "a race, by less than half": (overtaken((1, 1, 1, 2, 3, 4)), 0),
    },
    "no-bust": {
        "a bust": (alone(*[TWO_THOUSAND] * 4, bust(0), TWO_THOUSAND), 0),
        "four turns": (alone(FOUR_THOUSAND, *[TWO_THOUSAND] * 3), 0),
        "a shorter race": (alone(*[bank(0, (1, 1, 1, 2, 3, 4), (1, 1, 1))] * 5, target=5000), 0),
        "without picking up": (alone(*[TWO_THOUSAND] * 5, pick_up=False), 0),
        "it was lost": (alone(*[TWO_THOUSAND] * 5), 1),
        "the other left": (cut(alone(*[TWO_THOUSAND] * 5), 1, 1), 0),
    },
    "picked-up": {
        "fifty points less": (picked((2, 2, 2, 5, 4, 6), (2, 2, 2, 5)), 0),
        "without picking up": (picked((3, 3, 3, 2, 4, 6), (3, 3, 3), up=False), 0),
        "lost again": (picked((), (), busts=True), 0),
        "it was the other": (picked((3, 3, 3, 2, 4, 6), (3, 3, 3)), 1),
    },
    "crowd": {
        "five": (table(5), 0),
        "shared": (table(6, best=(0, 5)), 0),
        "it was lost": (table(6), 3),
        "somebody left": (cut(table(6), 2, 5), 0),
    },
}


@pytest.mark.parametrize("key", EARNED)
def test_it_is_earned(key: str) -> None:
    for match in EARNED[key]:
        assert key in set(earned(seen_of(match, 0)))


@pytest.mark.parametrize(("key", "why"), [(key, why) for key, cases in MISSED.items() for why in cases])
def test_it_is_missed(key: str, why: str) -> None:
    match, seat = MISSED[key][why]
    assert key not in set(earned(seen_of(match, seat)))
