"""A whole match as values, and playing it through again under its rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.rules import RULES
from games.rules.base import (
    BadOptions,
    Dice,
    IllegalMove,
    Kind,
    Move,
    Options,
    Pace,
    Result,
    Rules,
    roll_off,
)
from games.said import gettext as _
from games.taken_back import not_taken_back, takes_back, taking_back
from games.used_sets import NotItsSet, Used

DICE_IN_SET = 5
ORDERED = (Kind.ROLL, Kind.BANK)
"""What standing orders may do."""
NUMBER = re.compile(r"[0-9a-f]{32}")
SEED = re.compile(r"[0-9a-f]{64}")


class BadRecord(ValueError):
    """The record cannot be read, or breaks the rules. The message is one sentence.

    `line` counts the lines of a text from 1. `about` is what is wrong in a match that is no text
    yet: the index of an entry, or the name of a header or of the roll-off.
    """

    def __init__(self, sentence: str, *, line: int | None = None, about: int | str = "Code") -> None:
        super().__init__(sentence if line is None else f"Line {line}: {sentence}")
        self.sentence = sentence
        self.line = line
        self.about = about


@dataclass(frozen=True, slots=True)
class Entry:
    """One move as it was made: by which seat (from 0), the dice that fell, and the sets they came from.

    `numbers` are the player's own that turned these sets, 32 hex digits each and empty where none came; none
    at all where no set was turned. `ordered` moves were made by the player's standing orders.
    """

    seat: int
    move: Move
    dice: Dice = ()
    serials: tuple[int, ...] = ()
    numbers: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """One seat's die in a round of the roll-off, the first of the set with this serial."""

    seat: int
    serial: int
    die: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How staff ended a match: with a place for every seat, or, without places, by making it void."""

    reason: str
    places: tuple[int, ...] = ()

    @property
    def void(self) -> bool:
        """Whether the match counts for nothing."""
        return not self.places


@dataclass(frozen=True, slots=True)
class Match:
    """Everything a record says of a match. Entries stand in the order in which they happened.

    `options` are complete (`Rules.clean_options`). `starter` is 0 in solo matches and where cards are apart;
    an empty `roll_off` in others means that an event fixed the starter. `seed` makes the labels of its sets,
    64 hex digits; empty while it runs, and in matches from before there were labels. `deal` is the number of
    the deal whose sets it plays at the pace `duplicate`, and the seed then that deal's.
    """

    code: str
    version: int
    options: Options
    pace: Pace
    names: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    starter: int = 0
    roll_off: tuple[tuple[Throw, ...], ...] = ()
    ending: Ending | None = None
    number: int | None = None
    day: date | None = None
    seed: str = ""
    deal: int | None = None

    @property
    def has_starter(self) -> bool:
        """Whether it matters who starts."""
        return self.pace is Pace.TURNS and len(self.names) > 1


@dataclass(frozen=True, slots=True)
class Step:
    """One entry with the states around it; `turn` numbers the turns of its seat from 1."""

    entry: Entry
    turn: int
    before: Any
    after: Any

    @property
    def seat(self) -> int:
        """Whose it was."""
        return self.entry.seat

    @property
    def kind(self) -> Kind:
        """What was done."""
        return self.entry.move.kind

    @property
    def box(self) -> str:
        """As in the move."""
        return self.entry.move.box


def still_in(rounds: Sequence[Sequence[Throw]], players: int) -> tuple[int, ...]:
    """The seats still in after these rounds of the roll-off; a single one is the starter.

    Raises BadRecord when a round is not thrown by exactly the seats still in, in seat order, with a
    face each.
    """
    contenders = tuple(range(players))
    for throws in rounds:
        dice = [throw.die for throw in throws]
        if len(contenders) == 1 or tuple(throw.seat for throw in throws) != contenders:
            who = ", ".join(str(seat + 1) for seat in contenders)
            raise BadRecord(_("Seats still in the roll-off are: %(who)s.") % {"who": who}, about="Roll-off")
        if not all(1 <= die <= 6 for die in dice):
            raise BadRecord(_("A die shows 1 to 6."), about="Roll-off")
        contenders = roll_off(contenders, dice)
    return contenders


def rules_of(match: Match) -> Rules[Any]:
    """The rules the match was played by. Raises BadRecord when they are not known here."""
    rules = RULES.get(match.code)
    if rules is None:
        raise BadRecord(_("There is no game with the code “%(code)s”.") % {"code": match.code}, about="Code")
    if match.version != rules.version:
        raise BadRecord(
            _("Version %(version)s of the rules of %(name)s is not known.")
            % {"version": match.version, "name": rules.name},
            about="Rules",
        )
    return rules


def opening(match: Match) -> Any:
    """The state before the first entry. Raises BadRecord when headers, roll-off or ending don't fit."""
    rules = rules_of(match)
    try:
        complete = rules.clean_options(match.options) == dict(match.options)
    except BadOptions as refused:
        raise BadRecord(str(refused), about="Options") from refused
    if not complete:
        raise BadRecord(_("The options are not complete."), about="Options")
    if not match.has_starter and (match.starter or match.roll_off):
        raise BadRecord(_("Nobody starts a solo match, or one in which cards are apart."), about="Starter")
    if match.deal is not None and match.pace is not Pace.DUPLICATE:
        raise BadRecord(_("Only at the pace “duplicate” dice are dealt to all."), about="Deal")
    if match.roll_off and still_in(match.roll_off, len(match.names)) != (match.starter,):
        raise BadRecord(_("The roll-off does not make this seat the starter."), about="Starter")
    if match.seed and not SEED.fullmatch(match.seed):
        raise BadRecord(_("A seed has 64 hex digits."), about="Seed")
    if match.ending and match.ending.places and not _placed(match.ending.places, len(match.names)):
        raise BadRecord(_("There is not one place for each seat."), about="Result")
    try:
        return rules.start(len(match.names), match.options, match.pace, match.starter)
    except BadOptions as refused:
        raise BadRecord(str(refused), about="Pace") from refused


def replay(match: Match) -> list[Step]:
    """Every entry with the states before and after it, each checked by the rules.

    After a take-back the table is as it was before the first move that it takes back; what was taken back
    stays in the list, as it happened (`standing` leaves it out). Raises BadRecord on an illegal move, on dice
    or sets that don't fit it, and on a set used twice.
    """
    rules, state = rules_of(match), opening(match)
    thrown = [throw.serial for throws in match.roll_off for throw in throws]
    if len(set(thrown)) != len(thrown):
        raise BadRecord(_("A set of dice is used twice."), about="Roll-off")
    used = Used(match.code, match.pace, thrown)
    turns = [1] * len(match.names)
    steps: list[Step] = []
    there: list[Step] = []
    for index, entry in enumerate(match.entries):
        if entry.move.kind is Kind.TAKE_BACK:
            steps.append(_back(match, state, there, turns, index, entry))
            state = steps[-1].after
            continue
        try:
            after = rules.play(state, entry.seat, entry.move, entry.dice)
        except IllegalMove as refused:
            raise BadRecord(str(refused), about=index) from refused
        if len(entry.serials) != -(-len(entry.dice) // DICE_IN_SET):
            raise BadRecord(_("A roll takes one set for up to five dice, two for six."), about=index)
        if entry.ordered and entry.move.kind not in ORDERED:
            raise BadRecord(_("Standing orders roll and bank, and do nothing else."), about=index)
        if entry.numbers and not _fit(entry):
            raise BadRecord(
                _("A player’s own number has 32 hex digits, one number for each set."), about=index
            )
        try:
            used.add(state, entry.seat, entry.dice, entry.serials, turned=bool(entry.numbers))
        except NotItsSet as wrong:
            raise BadRecord(str(wrong), about=index) from wrong
        steps.append(Step(entry, turns[entry.seat], state, after))
        there.append(steps[-1])
        state = after
        turns[entry.seat] += _turn_ended(rules, state, entry)
    return steps


def standing(steps: Iterable[Step]) -> list[Step]:
    """The steps that nobody took back, each with the states around it as they were."""
    return not_taken_back(steps, lambda step: step)


def _back(match: Match, state: Any, there: list[Step], turns: list[int], index: int, entry: Entry) -> Step:
    """The step of a take-back: what it takes goes out of the steps that are `there`, and `turns` go back with
    the table. Raises BadRecord.
    """
    rules = rules_of(match)
    if entry.dice or entry.serials or entry.numbers or entry.ordered:
        raise BadRecord(_("Nothing is rolled or ordered when moves are taken back."), about=index)
    if match.pace is Pace.DUPLICATE:
        raise BadRecord(_("Nothing is taken back where everybody gets the same dice."), about=index)
    taken = takes_back(rules, there, entry.seat)
    if not taken or entry.move != taking_back(taken, entry.seat):
        raise BadRecord(_("Only a seat’s last choice is taken back, with all that followed it."), about=index)
    step = Step(entry, turns[entry.seat], state, taken[0].before)
    for one in reversed(taken):
        turns[one.seat] = one.turn
    del there[-len(taken) :]
    return step


def outcome(match: Match, steps: Sequence[Step]) -> tuple[tuple[int, ...], Result | None]:
    """The totals after these steps of the match, and its final result: None when void or unfinished."""
    rules = rules_of(match)
    state = steps[-1].after if steps else opening(match)
    totals = rules.totals(state)
    if match.ending is None:
        return totals, rules.result(state)
    return totals, None if match.ending.void else Result(match.ending.places, totals)


def _turn_ended(rules: Rules[Any], state: Any, entry: Entry) -> bool:
    if entry.move.kind not in (Kind.ROLL, Kind.PICK_UP):
        return True
    # A roll that leaves its seat nothing to keep, score or bank was a bust, or ended the match.
    taken = {Kind.SCORE, Kind.BANK}
    return not any(move.keep or move.kind in taken for move in rules.moves(state, entry.seat))


def _fit(entry: Entry) -> bool:
    """Whether there is a number for each set, or none, and for one of them at least."""
    given = [number for number in entry.numbers if number]
    right = len(entry.numbers) == len(entry.serials) and bool(given)
    return right and all(NUMBER.fullmatch(number) for number in given)


def _placed(places: tuple[int, ...], seats: int) -> bool:
    return len(places) == seats and all(1 <= place <= seats for place in places)
