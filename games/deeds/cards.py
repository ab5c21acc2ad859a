"""What is worth remembering of a score card: its best column, dice all alike, and what earns an achievement.

Pure. The states are those of `games.rules.cards`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.deeds.seen import Seen
from games.rules.base import Kind, Pace
from games.rules.cards.card import Card
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State
from games.rules.faces import FACES, longest_run, most_alike

FIVE = 5
HIGH = {"BZ": 300, "BX": 400}
"""The totals that are rare in games of one column."""
FAR = 60
"""Points behind in a game of one column after which nobody would bet on a win."""


def rules_of(seen: Seen) -> Scorecard:
    """The game's rules, known to be those of cards."""
    found = seen.rules
    assert isinstance(found, Scorecard)
    return found


def card_of(seen: Seen) -> Card:
    """The seat's card at the end."""
    card: Card = seen.final.cards[seen.seat]
    return card


def scored(seen: Seen) -> Iterator[tuple[Hand, str, int]]:
    """Each turn that the seat ended by scoring: the dice as they lay, the box, the points as the card shows
    them.
    """
    boxes = rules_of(seen).box_ids
    for step in seen.mine:
        if step.kind is Kind.SCORE:
            column, row = boxes[step.box]
            yield step.before.hands[seen.seat], step.box, step.after.cards[seen.seat].columns[column][row]


def whole(seen: Seen) -> bool:
    """Whether the seat has filled its card."""
    return card_of(seen).full


def best_column(seen: Seen) -> int | None:
    """The most points of a column, as it counts; None in a game of one column."""
    rules, card = rules_of(seen), card_of(seen)
    if rules.columns == 1:
        return None
    return max(rules.sums(card, column).total for column in range(rules.columns))


def all_alike(seen: Seen) -> int:
    """How many turns the seat ended with all its dice alike."""
    return sum(_is_alike(seen, hand) for hand, _box, _points in scored(seen))


def highest(rules: Scorecard) -> int:
    """About the highest total: every box at its most, and the bonuses."""
    return sum((sum(box.most for box in rules.boxes) + rules.bonus) * weight for weight in rules.weights)


def _is_alike(seen: Seen, hand: Hand) -> bool:
    return most_alike(hand.dice) == rules_of(seen).dice


def solid_top(seen: Seen) -> bool:
    """In one column every top box holds as many of its face as earn the bonus on the mean, or more."""
    rules, card = rules_of(seen), card_of(seen)
    alike = rules.bonus_from // sum(FACES)
    return any(
        all(
            (points or 0) >= alike * face * rules.shown_weight(column)
            for face, points in zip(FACES, written, strict=False)
        )
        for column, written in enumerate(card.columns)
    )


def four_of_each(seen: Seen) -> bool:
    """With five dice, the top of one column comes to four of each face."""
    rules, card = rules_of(seen), card_of(seen)
    wanted = 4 * sum(FACES)
    return rules.dice == FIVE and any(
        rules.sums(card, column).top >= wanted * rules.shown_weight(column) for column in range(rules.columns)
    )


def no_zero(seen: Seen) -> bool:
    """The card is full, and no box of it holds a zero."""
    return all(points for column in card_of(seen).columns for points in column)


def all_bonuses(seen: Seen) -> bool:
    """The top bonus in every column of several."""
    rules, card = rules_of(seen), card_of(seen)
    return rules.columns > 1 and all(rules.sums(card, column).bonus for column in range(rules.columns))


def alike_at_once(seen: Seen) -> bool:
    """Five alike on the first roll of a turn, and scored as they lay."""
    return rules_of(seen).dice == FIVE and any(
        hand.rolls == 1 and _is_alike(seen, hand) and points for hand, _box, points in scored(seen)
    )


def straight_at_once(seen: Seen) -> bool:
    """A large straight on the first roll of a turn, and scored as one."""
    return any(
        hand.rolls == 1 and box.startswith("large-straight") and longest_run(hand.dice) == FIVE and points
        for hand, box, points in scored(seen)
    )


def many_alike(seen: Seen) -> bool:
    """Five alike in three turns of one column, and in one more for each column besides."""
    return rules_of(seen).dice == FIVE and all_alike(seen) >= 2 + rules_of(seen).columns


def high_card(seen: Seen) -> bool:
    """A total that is rare, in the games of one column in which we know what is."""
    wanted = HIGH.get(seen.rules.code)
    return wanted is not None and seen.total() >= wanted


def last_round(seen: Seen) -> bool:
    """Behind when everybody had one box left, and alone in front at the end."""
    if not (seen.won and seen.played_out and seen.pace is Pace.TURNS):
        return False
    last = next((state for state in _even(seen) if _open(seen, state, seen.seat) == 1), None)
    return last is not None and seen.lead(last) < 0


def far_behind(seen: Seen) -> bool:
    """Far behind when everybody had the same number of boxes left, and won."""
    if not (seen.won and seen.played_out and seen.pace is Pace.TURNS) or rules_of(seen).dice != FIVE:
        return False
    far = FAR * sum(rules_of(seen).weights)
    return any(seen.lead(state) <= -far for state in _even(seen))


def by_one_point(seen: Seen) -> bool:
    """Won by a single point."""
    return seen.won and seen.played_out and seen.lead(seen.final) == 1


def last_box(seen: Seen) -> bool:
    """The last box to fill was the one for all dice alike, they came, and the match was won."""
    turns = list(scored(seen))
    if not (seen.won and seen.played_out and turns):
        return False
    _hand, box, points = turns[-1]
    return box.partition("-")[0] in {"boatzee", "boat"} and points > 0


def _even(seen: Seen) -> Iterator[State]:
    """The states after each round, in which everybody has as many boxes left."""
    for step in seen.steps:
        if step.kind is Kind.SCORE:
            left = {_open(seen, step.after, seat) for seat in range(len(seen.places))}
            if len(left) == 1:
                yield step.after


def _open(seen: Seen, state: State, seat: int) -> int:
    return len(rules_of(seen).open_boxes(state.cards[seat]))
