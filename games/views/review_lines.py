"""What the page of a review shows of a seat: its decisions in order, and the costliest to be tried again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import positions
from games.analysis.review import (
    NOTHING,
    Amount,
    Position,
    Review,
    Step,
    by_points,
    turn_ends,
    whole_match,
)
from games.coach import reviews
from games.match.played import Played
from games.models import Match, Seat
from games.record import Step as Made
from games.rules.base import Dice, Kind, Move, Rules
from games.tables import table_of
from games.views import review_chart, review_words

ROLLS = (Kind.ROLL, Kind.PICK_UP)
NEAR = 0.05
"""Points, or hundredths of the chance to win, that are shown as nothing, and are no mistake."""


@dataclass(frozen=True, slots=True)
class Line:
    """One decision of a seat, with the dice it was about and what these were worth as they fell.

    `luck` and `cost` are figures as they are shown, empty for none; `step` is where the replay shows it.
    """

    turn: int
    first: bool
    """Whether its turn begins with it."""
    dice: Dice
    luck: str
    lucky: int
    """1 for luck, −1 for bad luck, 0 for hardly any."""
    did: str
    best: str
    cost: str
    chance: str
    ordered: bool
    step: int


@dataclass(frozen=True, slots=True)
class Try:
    """A costly decision as a position: what lay there, what was done, and what might be."""

    number: int
    turn: int
    dice: Dice
    open: tuple[str, ...]
    did: str
    best: str
    cost: str
    why: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]
    """Every legal move by its number, as an answer to choose."""
    chosen: int | None
    answer: str
    """What the answer that was tried is worth; empty before."""
    step: int
    word: str
    """Of the position by itself, where it has one."""


class Reviewed:
    """A match that was played through again, beside its review."""

    def __init__(self, match: Match, seats: Sequence[Seat], whole: Played, found: Review) -> None:
        self.match, self.seats, self.found = match, seats, found
        self.rules: Rules[Any] = match.rules
        self.by_points = by_points(self.rules, len(seats))
        self.steps = reviews.steps_of(match, whole)
        self.dice = self._lying()
        self.near = NEAR if self.by_points else NEAR / 100

    def _lying(self) -> list[Dice]:
        """The dice of its seat that lay on the table before each step."""
        keeps = table_of(self.rules).keeps_dice
        lying: dict[int, Dice] = {}
        found = []
        for _index, made in self.steps:
            entry = made.entry
            found.append(lying.get(entry.seat, ()))
            kept = entry.move.keep if keeps else ()
            goes_on = bool(entry.dice) and self._goes_on(made)
            lying[entry.seat] = (*kept, *entry.dice) if goes_on else ()
        return found

    def chart(self, last: tuple[float, ...] | None) -> review_chart.Chart:
        """The chance to win at the end of every turn, and at last; of who plays alone what was to expect."""
        names = [seat.name for seat in self.seats]
        if len(names) == 1:
            return review_chart.of_points(names[0], self.found.seats[0].start.points, self._expected())
        moments = [
            review_chart.Moment(made.turn, names[made.entry.seat], step.chances)
            for made, step, ends in self._turns()
            if ends
        ]
        if last and (not moments or last != moments[-1].values):
            moments.append(review_chart.Moment(review_chart.END, "", last))
        return review_chart.of_chances(names, self.found.chances, moments)

    def _expected(self) -> list[review_chart.Moment]:
        name, now = self.seats[0].name, self.found.seats[0].start.points
        moments = []
        for made, step, ends in self._turns():
            now += step.luck.points - step.cost.points
            if ends:
                moments.append(review_chart.Moment(made.turn, name, (now,)))
        return moments

    def _turns(self) -> Iterator[tuple[Made, Step, bool]]:
        """Every step, and whether it is the last of its turn."""
        ends = turn_ends([(made.seat, made.turn) for _index, made in self.steps])
        for (_index, made), step, is_end in zip(self.steps, self.found.steps, ends, strict=True):
            yield made, step, is_end

    def lines(self, seat: int) -> list[Line]:
        """Every decision of the seat, and every roll that left it none."""
        found: list[Line] = []
        luck = NOTHING
        for at, ((index, made), step) in enumerate(zip(self.steps, self.found.steps, strict=True)):
            entry, dice = made.entry, self.dice[at]
            if entry.seat != seat:
                continue
            begins = not found or found[-1].turn != made.turn
            if dice or entry.move.kind not in ROLLS or len(self.rules.moves(made.before, seat)) > 1:
                found.append(self._line(made, step, dice, luck, index, first=begins))
                begins = False
            luck = step.luck
            if entry.dice and not self._goes_on(made):
                found.append(self._line(made, None, entry.dice, luck, index, first=begins))
        return found

    def _goes_on(self, made: Made) -> bool:
        """Whether the seat may do something about the dice that it has rolled."""
        taken = (Kind.SCORE, Kind.BANK)
        moves = self.rules.moves(made.after, made.entry.seat)
        return any(move.keep or move.kind in taken for move in moves)

    def _line(
        self, made: Made, step: Step | None, dice: Dice, luck: Amount, index: int, *, first: bool
    ) -> Line:
        """A decision; without a step the roll that ended a turn."""
        rules, entry = self.rules, made.entry
        moves = rules.moves(made.before, entry.seat)
        did, best, cost = _("The turn was lost"), "", None
        if step is None and (result := rules.result(made.after)) and result.places[entry.seat] == 1:
            did = _("The match was won")
        if step is not None:
            did = review_words.move(rules, entry.move, self._points(made, entry.move))
            if (
                step.best is not None
                and moves[step.best] != entry.move
                and self._measure(step.cost) >= self.near
            ):
                best = review_words.move(rules, moves[step.best], self._points(made, moves[step.best]))
                cost = step.cost
        gained = luck.points if self.by_points else luck.chance * 100
        shown = review_words.signed(gained)
        return Line(
            turn=made.turn,
            first=first,
            dice=dice,
            luck=shown if dice else "",
            lucky=0 if abs(gained) < NEAR else 1 if gained > 0 else -1,
            did=did,
            best=best,
            cost=review_words.points(cost.points) if cost and self.by_points else "",
            chance=review_words.percent(cost.chance) if cost and len(self.seats) > 1 else "",
            ordered=entry.ordered,
            step=index + (step is None),
        )

    def _points(self, made: Made, move: Move) -> int | None:
        if move.kind is not Kind.SCORE:
            return None
        offers: Mapping[str, int] = self.rules.preview(made.before, made.entry.seat)
        return offers[move.box]

    def tries(self, seat: int, tried: int, chosen: str) -> list[Try]:
        """The seat's costliest decisions, the worst first; one of them, from 1, may be `tried`."""
        found = []
        for number, position in enumerate(self.found.positions[seat], 1):
            answer = chosen if number == tried else ""
            found.append(self._try(number, position, seat, answer))
        return found

    def _try(self, number: int, position: Position, seat: int, chosen: str) -> Try:
        (index, made), step = self.steps[position.step], self.found.steps[position.step]
        rules, before = self.rules, made.before
        moves = rules.moves(before, seat)
        assert step.best is not None
        best = moves[step.best]
        picked = int(chosen) if chosen.isdecimal() and len(chosen) < 4 and int(chosen) < len(moves) else None
        named = [review_words.move(rules, move, self._points(made, move)) for move in moves]
        return Try(
            number=number,
            turn=made.turn,
            dice=self.dice[position.step],
            open=self._open(before, seat),
            did=named[moves.index(made.entry.move)],
            best=named[step.best],
            cost=review_words.cost(step.cost, alone=len(self.seats) == 1, by_points=self.by_points),
            why=self._why(position, made, step, best),
            moves=tuple(enumerate(named)),
            chosen=picked,
            answer="" if picked is None else self._answer(position.losses, step.best, picked),
            step=index,
            word=positions.word_of(rules, before, seat),
        )

    def _why(self, position: Position, made: Made, step: Step, best: Move) -> tuple[str, ...]:
        """Why the best choice is better, in sentences."""
        rules, done = self.rules, made.entry.move
        if whole_match(rules) and best.kind is done.kind is Kind.SCORE:
            now, instead = (self._counts(rules, made, move) for move in (best, done))
            return (review_words.boxes(now, instead, step.cost.points),)
        why = [review_words.reason(rules, one) for one in position.reasons]
        if not whole_match(rules):
            why.append(review_words.turn(rules, *position.worths))
        return tuple(filter(None, (*why, review_words.bust(rules, made.before, best))))

    def _counts(self, rules: Any, made: Made, move: Move) -> int:
        """What a box that is filled adds to the total at once."""
        column, _row = rules.box_ids[move.box]
        times: int = rules.weights[column] // rules.shown_weight(column)
        return (self._points(made, move) or 0) * times

    def _open(self, state: Any, seat: int) -> tuple[str, ...]:
        """The boxes that are open to the seat; none in a race."""
        rules: Any = self.rules
        if not whole_match(rules):
            return ()
        table = table_of(rules)
        return tuple(table.box_label(rules, box) for box in rules.open_boxes(state.cards[seat]))

    def _answer(self, losses: Sequence[float], best: int, picked: int) -> str:
        """What the answer is worth beside the best."""
        if picked == best:
            return _("That is best.")
        lost = losses[picked]
        if lost < self.near:
            return _("That is as good as the best.")
        ahead = sum(loss < lost for loss in losses)
        better = ngettext("%(count)d move is better.", "%(count)d moves are better.", ahead) % {
            "count": ahead
        }
        if self.by_points:
            said = _("That is worth %(points)s points less than the best.")
        else:
            said = _("That wins %(percent)s fewer matches in 100 than the best.")
        told = {"points": review_words.points(lost), "percent": review_words.percent(lost)}
        return f"{said % told} {better % {'count': ahead}}"

    def _measure(self, amount: Amount) -> float:
        return amount.by(points=self.by_points)
