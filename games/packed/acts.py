"""What was done at a table, as choices: each by what is likely after the move before it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.packed.coding import Coder, Model, pick
from games.packed.log import FACES, Shape, Unpackable

BY_HAND, BY_KEPT = 0, 1
"""Two ways to tell what is likely next: by how many dice of the hand are alike, and how often the seat has
rolled, as at score cards; or by what was kept of the last roll, as in a race.
"""
WAYS = 2
OFTEN = 3
"""Rolls of one seat after another are told apart up to so many."""
Key = tuple[Hashable, ...]


class Act(NamedTuple):
    """Whose a move is, its place in the list of shapes, the faces it kept and those that fell."""

    seat: int
    shape: int
    keep: tuple[int, ...]
    dice: tuple[int, ...]


NONE = Act(0, 0, (), ())


def told(coder: Coder, context: Context, acts: Sequence[Act | None]) -> Iterator[Act]:
    """Write these moves, or read so many."""
    for given in acts:
        act = given or NONE
        seat = coder.learnt(context.seats(), act.seat)
        place = context.shape(coder, seat, act.shape)
        shape = context.shapes[place]
        keep = _keep(coder, context, act.keep, shape.keep, context.hands.get(seat, ()))
        found = Act(seat, place, keep, _faces(coder, act.dice, shape.dice))
        context.seen(found)
        yield found


class Context:
    """What has gone before a move, as far as it tells what is likely next."""

    def __init__(self, shapes: Sequence[Shape], seats: int, way: int = BY_HAND) -> None:
        self.shapes, self.count, self.way = shapes, seats, way
        kinds = sorted({shape._replace(box="") for shape in shapes})
        places = {kind: place for place, kind in enumerate(kinds)}
        self.kind_of = [places[shape._replace(box="")] for shape in shapes]
        """Of each shape which one it is but for its box."""
        self.shapes_of: list[list[int]] = [[] for _ in kinds]
        for place, kind in enumerate(self.kind_of):
            self.shapes_of[kind].append(place)
        self.models: dict[Key, Model] = {}
        self.used: dict[int, set[int]] = defaultdict(set)
        self.hands: dict[int, tuple[int, ...]] = {}
        self.mover, self.rolled, self.before = 0, 0, ""
        self.kept = 0

    def model(self, choices: int, *key: Hashable) -> Model:
        """Of so many choices, by what tells them."""
        found = self.models.get(key)
        if found is None:
            found = self.models[key] = Model(choices)
        return found

    def seats(self) -> Model:
        """Of whose move it is."""
        said = self.kept if self.way == BY_KEPT else self.rolled
        return self.model(self.count, "seat", self.mover, self.before, said)

    def shape(self, coder: Coder, seat: int, wanted: int) -> int:
        """What it is: first all but the box, then the box, which a seat mostly takes once."""
        if self.way == BY_KEPT:
            key: Key = (self.before, self.kept)
        else:
            hand = self.hands.get(seat, ()) if seat == self.mover else ()
            key = (self.before, self.rolled, max(map(hand.count, hand), default=0))
        kind = coder.learnt(self.model(len(self.shapes_of), "kind", *key), self.kind_of[wanted])
        boxes = self.shapes_of[kind]
        if len(boxes) == 1:
            return boxes[0]
        fresh = [place for place in boxes if place not in self.used[seat]]
        again = [place for place in boxes if place in self.used[seat]]
        among = fresh or again
        if fresh and again:
            among = again if coder.learnt(self.model(2, "again"), wanted in again) else fresh
        place = among[pick(coder, len(among), among.index(wanted) if wanted in among else 0)]
        self.used[seat].add(place)
        return place

    def seen(self, act: Act) -> None:
        """It was this one."""
        shape = self.shapes[act.shape]
        goes_on = act.seat == self.mover and self.rolled
        self.rolled = (min(goes_on + 1, OFTEN) if goes_on else 1) if act.dice else 0
        self.mover, self.before = act.seat, shape.kind
        self.kept = shape.keep if shape.dice else 0
        if act.dice:
            self.hands[act.seat] = (*act.keep, *act.dice)


def _keep(
    coder: Coder, context: Context, keep: Sequence[int], count: int, hand: tuple[int, ...]
) -> tuple[int, ...]:
    if not count:
        return ()
    ways = _ways(hand, count)
    place = (ways.index(tuple(keep)) if tuple(keep) in ways else len(ways)) if keep else 0
    if not coder.learnt(context.model(2, "known"), place < len(ways)):
        return _faces(coder, keep, count)
    if len(ways) == 1 or coder.learnt(context.model(2, "first", count), place == 0):
        return ways[0]
    return ways[1 + pick(coder, len(ways) - 1, place - 1)]


@lru_cache(4096)
def _ways(hand: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """In which ways so many of the seat's dice can be kept: those that are most alike first, of these the
    highest.
    """
    found = sorted(set(combinations(sorted(hand), count)), reverse=True)
    return tuple(sorted(found, key=lambda way: len(set(way))))


def _faces(coder: Coder, faces: Sequence[int], count: int) -> tuple[int, ...]:
    """So many faces, the first the lowest digit."""
    if not count:
        return ()
    if faces and not all(1 <= face <= FACES for face in faces):
        raise Unpackable("A die shows 1 to 6.")
    number = sum((face - 1) * FACES**place for place, face in enumerate(faces)) if faces else 0
    return _digits(coder.even(FACES**count, number), count)


@lru_cache(8192)
def _digits(number: int, count: int) -> tuple[int, ...]:
    found = []
    for _ in range(count):
        number, digit = divmod(number, FACES)
        found.append(digit + 1)
    return tuple(found)
