"""The moves of a log as choices, in two stretches: the last of them, which a table shows, come first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from games.packed import acts, figures
from games.packed.acts import NONE, Act
from games.packed.coding import Coder
from games.packed.log import Head

LAST = 48
"""So many moves at the end stand before the others."""
UNITS = (1, 1000, 1_000_000, 60_000_000)
"""Microseconds in which times are counted: the largest of which all are whole."""
SECOND = 1_000_000


class Stretch(NamedTuple):
    """Moves that follow each other, and of each when it was made, in units, and the serials of its sets."""

    acts: Sequence[Act | None]
    moments: Sequence[int]
    serials: Sequence[tuple[int, ...]]


class Made(NamedTuple):
    """A move without its player's numbers, its time in microseconds."""

    act: Act
    at: int
    serials: tuple[int, ...]


def parts(count: int) -> list[slice]:
    """Where the moves of each stretch are among so many, in the order in which they are told."""
    border = max(count - LAST, 0)
    return [part for part in (slice(border, count), slice(border)) if part.stop]


def blank(count: int) -> list[Stretch]:
    """Stretches of which nothing is known but how many moves they have, to be read."""
    sizes = [len(range(count)[part]) for part in parts(count)]
    return [Stretch([None] * size, [0] * size, [()] * size) for size in sizes]


class Log:
    """Whoever writes and whoever reads tells the same in the same order: first what holds for all stretches,
    then one stretch after another.
    """

    def __init__(
        self,
        coder: Coder,
        context: acts.Context,
        numbers: Sequence[int],
        given: Sequence[Stretch],
        unit: int = UNITS[0],
    ) -> None:
        """Numbers are those of the state, of which a reader knows how many they are."""
        self.coder, self.context, self.shapes = coder, context, context.shapes
        self.numbers = figures.plain(coder, numbers)
        context.way = coder.even(acts.WAYS, context.way)
        self.unit = UNITS[coder.even(len(UNITS), UNITS.index(unit))]
        self.firsts = iter(figures.plain(coder, list(_firsts(given, context.count))))
        self.moment = self.serial = 0
        waits = [wait for stretch in given for wait in _waits(stretch)]
        self.waits = figures.Figures(coder, waits, [0] * len(waits))
        gaps, about = list[int](), list[int]()
        for stretch in given:
            some = list(_gaps(stretch))
            gaps += some
            about += self._about(stretch.acts, stretch.moments) if some else []
        self.nearer = figures.is_nearer(coder, gaps, about)
        self.gaps = figures.Figures(coder, gaps, about if self.nearer else [0] * len(gaps))

    def head(self, made: Sequence[Made], end: int) -> Head:
        """What these moves were, whose, and their dice."""
        acts_ = [one.act for one in made]
        return Head(
            [self.shapes[act.shape] for act in acts_],
            [act.seat for act in acts_],
            [(act.keep, act.dice) for act in acts_],
            b"",
            end,
        )

    def told(self, stretch: Stretch) -> list[Made]:
        """Write the moves of the next stretch, or read them."""
        made = list(acts.told(self.coder, self.context, stretch.acts))
        again = [before.seat == after.seat for before, after in pairwise(made)]
        self.moment += next(self.firsts)
        firsts = [next(self.firsts) for _ in range(self.context.count)]
        waits = self.waits.told(_waits(stretch), [0] * len(again), again)
        moments = list(accumulate(waits, initial=self.moment))
        about = self._about(made, moments)
        gaps = list(_gaps(stretch)) or [0] * len(about)
        keys = [seconds > 0 for seconds in about]
        gaps = self.gaps.told(gaps, about if self.nearer else [0] * len(gaps), keys)
        return list(self._made(made, moments, firsts, iter(gaps)))

    def _made(
        self, made: Sequence[Act], moments: Sequence[int], firsts: Sequence[int], gaps: Iterator[int]
    ) -> Iterator[Made]:
        last = dict[int, int]()
        found = list(accumulate(firsts, initial=self.serial))
        self.serial = found[-1]
        for act, moment in zip(made, moments, strict=True):
            serials = []
            for _ in range(self.shapes[act.shape].serials):
                seat = act.seat
                last[seat] = last[seat] + next(gaps) if seat in last else found[1 + seat]
                serials.append(last[seat])
            yield Made(act, moment * self.unit, tuple(serials))

    def _about(self, made: Sequence[Act | None], moments: Sequence[int]) -> list[int]:
        """Of how many bits the step to each set is likely to be: about as far as sets were handed out between
        the moves with which it and the one before it of its seat were reserved, and so as long as that took.
        """
        wait = max((shape.serials for shape in self.shapes), default=1)
        reserved: dict[int, list[int]] = defaultdict(lambda: [moments[0]] * (wait + 1))
        about = []
        for act, moment in zip(made, moments, strict=True):
            known, sets = reserved[(act or NONE).seat], self.shapes[(act or NONE).shape].serials
            for _ in range(sets):
                if len(known) > wait + 1:
                    seconds = abs(known[-wait] - known[-wait - 1]) * self.unit // SECOND
                    about.append(seconds.bit_length())
                known.append(moment)
        return about


def _firsts(given: Sequence[Stretch], seats: int) -> Iterator[int]:
    """Of each stretch when it began, and the first serial of each seat, as steps from the one told before, 0
    where a seat has none.
    """
    moment = serial = 0
    for stretch in given:
        yield stretch.moments[0] - moment
        moment = stretch.moments[0]
        first = {
            (act or NONE).seat: serials[0]
            for act, serials in zip(reversed(stretch.acts), reversed(stretch.serials), strict=True)
            if serials
        }
        for seat in range(seats):
            yield first.get(seat, serial) - serial
            serial = first.get(seat, serial)


def _waits(stretch: Stretch) -> list[int]:
    """How long after the one before it each move was made."""
    return [after - before for before, after in pairwise(stretch.moments)]


def _gaps(stretch: Stretch) -> Iterator[int]:
    """How far each set but a seat's first is from the one before it; nothing where none is known."""
    last = dict[int, int]()
    for act, serials in zip(stretch.acts, stretch.serials, strict=True):
        seat = (act or NONE).seat
        for serial in serials:
            if seat in last:
                yield serial - last[seat]
            last[seat] = serial
