"""What a lesson is: steps at a table whose dice the lesson has set, each with the move that it asks for.

A lesson is data, and pure: what may be done at each step, and what comes of it, the rules themselves say. Its
texts are marked for translation here and translated where they are shown. `tests/games/test_lessons.py` plays
every lesson through, and proves what is claimed in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from games import typed
from games.rules import RULES
from games.rules.base import Dice, Kind, Move, Pace, Rules
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State

YOU, OTHER = 0, 1
NONE: Mapping[str, Any] = MappingProxyType({})


def _(text: str) -> str:
    """Mark a text for translation, and leave it as it is."""
    return text


class Act(NamedTuple):
    """A move as a log has it, with dice that the lesson lets fall: none of the pool's, so without sets."""

    seat: int
    kind: str
    keep: tuple[int, ...] = ()
    box: str = ""
    dice: Dice = ()
    serials: tuple[int, ...] = ()
    numbers: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    `say` is read before it, `done` after it, and `wrong` whenever something else is chosen, unless
    `instead` has a word for just that: by the move as it is typed, or by its kind. `best` claims that no move
    is better, for games that are worked out exactly. `at` lays the table anew before the step, `acts`
    being what was done in that turn so far; `replies` are what the opponent does after it.
    """

    say: str
    do: Move
    wrong: str
    done: str
    dice: Dice = ()
    instead: Mapping[str, str] = field(default_factory=lambda: NONE)
    best: bool = False
    at: Any = None
    acts: tuple[Act, ...] = ()
    replies: tuple[tuple[Move, Dice], ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """The table of a lesson: its state, and what has been done since it was laid."""

    state: Any
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole lesson: for which game, and with which of its options; steps, and what is said after them."""

    slug: str
    code: str
    title: str
    about: str
    end: str
    steps: tuple[Step, ...]
    options: Mapping[str, str | int | bool] = field(default_factory=lambda: NONE)
    players: int = 1

    @property
    def rules(self) -> Rules[Any]:
        """The game's."""
        return RULES[self.code]

    def opening(self) -> Any:
        """The state before the first step."""
        rules = self.rules
        return rules.start(self.players, rules.clean_options(self.options), Pace.TURNS, YOU)

    def stand(self, done: int) -> Stand:
        """The table once so many steps are done, as the next one finds it, or the last leaves it."""
        stand = Stand(self.opening(), ())
        for step in self.steps[:done]:
            stand = self._after(_before(stand, step), step)
        return _before(stand, self.steps[done]) if done < len(self.steps) else stand

    def _after(self, stand: Stand, step: Step) -> Stand:
        made = [(YOU, step.do, step.dice), *((OTHER, move, dice) for move, dice in step.replies)]
        state, acts = stand.state, list(stand.acts)
        for seat, move, dice in made:
            state = self.rules.play(state, seat, move, dice)
            acts.append(Act(seat, move.kind.value, move.keep, move.box, tuple(dice)))
        return Stand(state, tuple(acts))

    def said(self, done: int, move: Move) -> str:
        """What is said of a move at this step: nothing where it is the one asked for, else kindly why not.

        Raises games.rules.base.IllegalMove where the rules refuse it.
        """
        step, rules = self.steps[done], self.rules
        rules.dice_wanted(self.stand(done).state, YOU, move)
        if move == step.do:
            return ""
        words = typed.words(rules, move)
        return step.instead.get(words) or step.instead.get(move.kind.value) or step.wrong


def _before(stand: Stand, step: Step) -> Stand:
    return stand if step.at is None else Stand(step.at, step.acts)


def roll(*keep: int) -> Move:
    """Roll all dice but these; in Dice 10000, with these set aside."""
    return Move(Kind.ROLL, keep)


def score(box: str) -> Move:
    """Score a box."""
    return Move(Kind.SCORE, box=box)


def bank(*keep: int) -> Move:
    """Bank, in Dice 10000 with these dice set aside."""
    return Move(Kind.BANK, keep)


def card(
    rules: Scorecard, filled: Mapping[str, int], dice: Sequence[int] = (), rolls: int = 0, *, extras: int = 0
) -> State:
    """The state of a card for one: points in these boxes, and after so many rolls these dice."""
    written = rules.blank()
    for box, points in filled.items():
        written = written.fill(*rules.box_ids[box], points)
    hand = Hand(tuple(dice), 0, rolls)
    return State(Pace.TURNS, YOU, (replace(written, extras=extras),), (hand,), (0,))
