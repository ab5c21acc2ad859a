"""Every lesson is played through by its rules, and what is claimed in it is proved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from games import typed
from games.analysis import advisors
from games.analysis.base import Advisor
from games.analysis.race import pig_chances
from games.analysis.race.pig import AdvisorPig
from games.analysis.race.pig_chances import PigTables
from games.analysis.review import SMALL, amount_of, by_points
from games.lessons import LESSONS, of_game
from games.lessons.base import YOU, Lesson, Step
from games.rules import RULES
from games.rules.base import IllegalMove, Kind, Move
from games.rules.cards.scorecard import Scorecard
from games.rules.ten_thousand.scoring import Scoring, scoring_chance
from games.rules.ten_thousand.turn import FIRST_BANK, aside_points, legal_keeps
from tests.tabled import tables

EXACT = ("BZ", "BX", "BO")
STEPS = [(lesson, at) for lesson in LESSONS.values() for at in range(len(lesson.steps))]


def names(given: tuple[Lesson, int]) -> str:
    return f"{given[0].slug} {given[1] + 1}"


def test_every_game_has_a_lesson_and_dice_10000_one_for_each_way_to_score() -> None:
    assert {lesson.code for lesson in LESSONS.values()} == set(RULES)
    assert all(of_game(code) for code in RULES)
    scored = {str(lesson.options.get("scoring", "standard")) for lesson in of_game("DK")}
    assert scored == set(Scoring)
    assert all(slug == lesson.slug for slug, lesson in LESSONS.items())


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_played_through_by_its_rules(lesson: Lesson) -> None:
    assert 6 <= len(lesson.steps) <= 11
    for at, step in enumerate(lesson.steps):
        state = lesson.stand(at).state
        assert lesson.rules.to_act(state) == (YOU,), at
        moves = lesson.rules.moves(state, YOU)
        assert step.do in moves, at
        assert lesson.said(at, step.do) == ""
        for move in moves:
            assert (lesson.said(at, move) != "") is (move != step.do)
        assert lesson.rules.dump(lesson.rules.load(lesson.rules.dump(state))) == lesson.rules.dump(state)
    assert len(lesson.stand(len(lesson.steps)).acts) > 0


@pytest.mark.parametrize("given", STEPS, ids=names)
def test_a_word_for_a_wrong_choice_is_for_one_that_may_be_made(given: tuple[Lesson, int]) -> None:
    lesson, at = given
    step = lesson.steps[at]
    moves = lesson.rules.moves(lesson.stand(at).state, YOU)
    others = [move for move in moves if move != step.do]
    named = {typed.words(lesson.rules, move): move for move in others}
    for word, said in step.instead.items():
        meant = [named[word]] if word in named else [move for move in others if move.kind == word]
        assert meant, word
        assert any(lesson.said(at, move) == said for move in meant)


def test_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises(IllegalMove):
        LESSONS["bz"].said(0, Move(Kind.SCORE, box="chance"))
    with pytest.raises(IllegalMove):
        LESSONS["dk"].said(1, Move(Kind.BANK, (1,)))


@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if one.code not in {"DK", "PG"}])
def test_a_card_that_is_laid_could_have_been_written(lesson: Lesson) -> None:
    rules = lesson.rules
    assert isinstance(rules, Scorecard)
    for step in lesson.steps:
        if step.at is None:
            continue
        for box, (column, row) in rules.box_ids.items():
            points = step.at.cards[YOU].columns[column][row]
            weight = rules.shown_weight(column)
            if points is not None:
                assert points % weight == 0, box
                assert points // weight in set(map(rules.boxes[row].score, _rolls(rules.dice))), box


def test_a_turn_of_pig_that_is_laid_has_the_points_of_its_rolls() -> None:
    [laid] = [step for step in LESSONS["pg"].steps if step.at is not None]
    assert sum(sum(act.dice) for act in laid.acts) == laid.at.points
    assert laid.acts[-1].dice == laid.at.roll


def _rolls(dice: int) -> Iterator[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for _ in range(dice):
        found = [(*roll, face) for roll in found for face in range(1, 7)]
    yield from found


@pytest.mark.parametrize("given", STEPS, ids=names)
def test_every_number_that_is_told_is_one_of_the_rules_or_of_the_table(given: tuple[Lesson, int]) -> None:
    lesson, at = given
    step = lesson.steps[at]
    known = _known(lesson, at)
    for text in (step.say, step.done, step.wrong, *step.instead.values()):
        for number in map(int, re.findall(r"\d+", text.replace(",", ""))):
            assert number <= 6 or number in known, (number, text)


def _known(lesson: Lesson, at: int) -> set[int]:
    """What may be told at a step: what the table shows before and after it, and what its game is made of."""
    rules, step = lesson.rules, lesson.steps[at]
    found = {10, *map(int, re.findall(r"\d+", " ".join(map(str, step.do.keep))))}
    stands = [lesson.stand(at).state, lesson.stand(at + 1).state]
    for state in stands:
        found |= {*rules.totals(state), *rules.preview(state, YOU).values()}
    if isinstance(rules, Scorecard):
        for state in (*stands, rules.play(stands[0], YOU, step.do, step.dice)):
            card = state.cards[YOU]
            for column, weight in enumerate(rules.weights):
                sums = rules.sums(card, column)
                shown = rules.shown_weight(column)
                found |= {sums.top, sums.bonus, sums.ahead, rules.bonus_from, rules.bonus_from * shown}
                found |= {rules.bonus, rules.bonus * (weight // shown), 7, 14, 20, 25, 30, 35, 40, 50}
                found |= {points or 0 for points in card.columns[column]}
                found |= {(points or 0) * weight // shown for points in card.columns[column]}
            found.add(sum(state.hands[YOU].dice))
        return found | {rules.extra} | _claimed(lesson, step)
    state = stands[0]
    found |= {state.target, state.points, FIRST_BANK}
    if lesson.code == "DK":
        found |= {state.points + aside_points(state, keep) for keep in legal_keeps(state)}
        found |= {aside_points(state, keep) for keep in legal_keeps(state)}
    after = state
    for seat, move, dice in [(YOU, step.do, step.dice), *((1, *reply) for reply in step.replies)]:
        after = rules.play(after, seat, move, dice)
        found |= {after.points, *(banked + after.points for banked in after.banked)}
        found.add(after.last.points if after.last else 0)
        if lesson.code == "DK":
            found |= {aside_points(after, keep) for keep in legal_keeps(after)}
    return found | _claimed(lesson, step)


def _claimed(lesson: Lesson, step: Step) -> set[int]:
    """Numbers that come of several: each is reckoned here."""
    chance = {dice: scoring_chance(dice, Scoring.STANDARD) for dice in (1, 2, 3, 6)}
    assert (1 - chance[1], 1 - chance[2], chance[3]) == (Fraction(4, 6), Fraction(4, 9), Fraction(13, 18))
    assert round(1 / (1 - chance[6])) == 43
    return {
        "bz": {35 + 4} if step.do.box == "twos" else set(),
        "bx": {100 + 20, 100 + 25, 100 + 30, 100 + 40, 5 * 6 - 3 * 6},
        "bd": {4 * 12 - 3 * 12, 3 * 12, 80},
        "bt": {4 * 18 - 3 * 18, 150},
        "dg": {3 * 24, 2 * 40, 3 * 40, 2 * 40 + 3 * 40, 3 * 35},
        "dk": {9, 13, 18, 43, 100, 400, 1000},
        "dk-alternative": {50, 750, 1000, 300},
        "pg": {20, 21, 100 - 93, 22, 5 + 6, 80 + 15},
    }.get(lesson.slug, set())


@pytest.mark.xdist_group("tables of Boatzee")
@pytest.mark.parametrize("code", EXACT)
def test_what_is_called_best_is_perfect_play(code: str) -> None:
    advisor = advisors.advisor_of(RULES[code], tables(code))
    assert advisor.exact
    _all_best(code, advisor)


@pytest.mark.xdist_group("tables of Pig")
def test_what_is_called_best_at_pig_is_perfect_play() -> None:
    one = PigTables(1, {100: pig_chances.build(1, 100, lambda done: None)})
    _all_best("PG", AdvisorPig([one]))


def _all_best(code: str, advisor: Advisor[Any, Any]) -> None:
    for lesson in of_game(code):
        claimed = 0
        for at, step in enumerate(lesson.steps):
            state, rules = lesson.stand(at).state, lesson.rules
            if len(rules.moves(state, YOU)) == 1:
                continue
            claimed += step.best
            assert step.best, f"{lesson.slug} {at + 1} asks for a move and does not say that it is best"
            choices = advisor.choices(rules, state, YOU)
            points = by_points(rules, lesson.players)
            worth = {one.move: amount_of(one).by(points=points) for one in choices}
            assert max(worth.values()) - worth[step.do] < SMALL
            assert sum(max(worth.values()) - one < SMALL for one in worth.values()) == 1, at
        assert claimed >= 5
