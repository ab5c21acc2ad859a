"""What each box of Boatzee's card is worth, and what the columns and variants make of it."""

from collections import Counter
from itertools import product

import pytest

from games.rules.base import Dice, IllegalMove, Kind, Move, Pace
from games.rules.cards.boatzee import BOATZEE, BOATZEE_EXTRA, DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State

Turn = tuple[Dice, str]
STEMS = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *(
        "three-of-a-kind",
        "four-of-a-kind",
        "full-house",
        "small-straight",
        "large-straight",
        "boatzee",
        "chance",
    ),
)
SIXES, FIVES, MIXED = (6,) * 5, (5,) * 5, (1, 2, 2, 4, 6)
BOX = {box.stem: box for box in BOATZEE.boxes}


def alone(rules: Scorecard) -> State:
    return rules.start(1, {}, Pace.TURNS, 0)


def after(rules: Scorecard, state: State, *turns: Turn) -> State:
    """The solo state after turns of one roll, each (dice, box)."""
    for dice, box in turns:
        state = rules.play(state, 0, Move(Kind.ROLL), dice)
        state = rules.play(state, 0, Move(Kind.SCORE, box=box), ())
    return state


def rolled(rules: Scorecard, state: State, dice: Dice) -> State:
    return rules.play(state, 0, Move(Kind.ROLL), dice)


def total(rules: Scorecard, state: State) -> int:
    return rules.totals(state)[0]


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("ones", (1, 1, 3, 4, 6), 2),
        ("twos", (2, 2, 2, 2, 2), 10),
        ("threes", (1, 2, 4, 5, 6), 0),
        ("fours", (4, 1, 4, 1, 4), 12),
        ("fives", (5, 1, 2, 3, 4), 5),
        ("sixes", (6, 6, 6, 6, 1), 24),
        ("three-of-a-kind", (3, 3, 3, 5, 6), 20),
        ("three-of-a-kind", (3, 3, 3, 3, 6), 18),
        ("three-of-a-kind", (3, 3, 5, 5, 6), 0),
        ("four-of-a-kind", (2, 2, 2, 2, 6), 14),
        ("four-of-a-kind", (2, 2, 2, 2, 2), 10),
        ("four-of-a-kind", (2, 2, 2, 6, 6), 0),
        ("full-house", (2, 6, 2, 6, 2), 25),
        ("full-house", (4, 4, 4, 4, 4), 0),
        ("full-house", (4, 4, 4, 4, 1), 0),
        ("full-house", (4, 4, 1, 1, 2), 0),
        ("small-straight", (1, 2, 3, 4, 6), 30),
        ("small-straight", (3, 4, 3, 5, 6), 30),
        ("small-straight", (1, 2, 3, 4, 5), 30),
        ("small-straight", (1, 2, 3, 5, 6), 0),
        ("large-straight", (5, 4, 3, 2, 1), 40),
        ("large-straight", (2, 3, 4, 5, 6), 40),
        ("large-straight", (1, 2, 3, 4, 6), 0),
        ("boatzee", (1, 1, 1, 1, 1), 50),
        ("boatzee", (1, 1, 1, 1, 2), 0),
        ("chance", (1, 2, 2, 4, 6), 15),
        ("chance", (6, 6, 6, 6, 6), 30),
    ],
)
def test_a_box_scores(box: str, dice: Dice, points: int) -> None:
    assert rolled(BOATZEE, alone(BOATZEE), dice).hands[0].dice == dice
    assert BOATZEE.preview(rolled(BOATZEE, alone(BOATZEE), dice), 0)[box] == points


def scored_otherwise(box: str, dice: Dice) -> int:
    """Written from rules.md with sets and multiplicities, not with the counts the game uses."""
    faces, how_many = set(dice), sorted(Counter(dice).values(), reverse=True)
    if box in STEMS[:6]:
        return sum(face for face in dice if face == STEMS.index(box) + 1)
    if box == "full-house":
        return 25 if how_many == [3, 2] else 0
    if box == "small-straight":
        return 30 if any(set(run) <= faces for run in ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))) else 0
    if box == "large-straight":
        return 40 if faces in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}) else 0
    if box == "boatzee":
        return 50 if len(faces) == 1 else 0
    needed = {"three-of-a-kind": 3, "four-of-a-kind": 4, "chance": 1}[box]
    return sum(dice) if how_many[0] >= needed else 0


def test_every_roll_scores_in_every_box_as_a_second_scorer_says() -> None:
    assert tuple(box.stem for box in BOATZEE.boxes) == STEMS
    best = dict.fromkeys(STEMS, 0)
    for dice in product(range(1, 7), repeat=5):
        for stem, box in BOX.items():
            points = box.score(dice)
            assert points == scored_otherwise(stem, dice), (stem, dice)
            best[stem] = max(best[stem], points)
    assert best == {stem: box.most for stem, box in BOX.items()}


def test_boxes_are_named_by_column_only_where_there_are_several() -> None:
    assert tuple(BOATZEE.box_ids) == STEMS
    assert DOUBLE_BOATZEE.box_id("fives", 2) == "fives-2"
    assert tuple(TRIPLE_BOATZEE.box_ids) == tuple(
        f"{stem}-{column}" for column in (1, 2, 3) for stem in STEMS
    )
    assert [
        rules.columns for rules in (BOATZEE, DOUBLE_BOATZEE, TRIPLE_BOATZEE, DICEGAME, BOATZEE_EXTRA)
    ] == [*(1, 2, 3, 3, 1)]


def top(column: int, *missing: int) -> list[Turn]:
    """Three of each face in the top of a column: 63, less one die of each face in `missing`."""
    suffix = f"-{column}" if column else ""
    other = {1: 2}
    turns = []
    for face, stem in enumerate(STEMS[:6], 1):
        pair = other.get(face, 1)
        dice = (face,) * (2 if face in missing else 3) + (pair,) * (3 if face in missing else 2)
        turns.append((dice, stem + suffix))
    return turns


def test_the_bonus_is_35_from_63_on_and_nothing_at_62() -> None:
    state = after(BOATZEE, alone(BOATZEE), *top(0))
    sums = BOATZEE.sums(state.cards[0], 0)
    assert (sums.top, sums.bonus, sums.bottom, sums.total, sums.ahead) == (63, 35, 0, 98, 0)
    short = after(BOATZEE, alone(BOATZEE), *top(0, 1))
    sums = BOATZEE.sums(short.cards[0], 0)
    assert (sums.top, sums.bonus, sums.total, sums.ahead) == (62, 0, 62, -1)


@pytest.mark.parametrize(("column", "shown"), [(1, 63), (2, 126), (3, 189)])
def test_multiplied_columns_show_multiplied_points_and_a_bonus_of_35(column: int, shown: int) -> None:
    state = after(TRIPLE_BOATZEE, alone(TRIPLE_BOATZEE), *top(column), (MIXED, f"chance-{column}"))
    sums = TRIPLE_BOATZEE.sums(state.cards[0], column - 1)
    assert (sums.top, sums.bonus, sums.bottom) == (shown, 35, 15 * column)
    assert sums.total == total(TRIPLE_BOATZEE, state) == shown + 35 + 15 * column
    short = after(TRIPLE_BOATZEE, alone(TRIPLE_BOATZEE), *top(column, 1))
    assert total(TRIPLE_BOATZEE, short) == 62 * column
    assert TRIPLE_BOATZEE.sums(short.cards[0], column - 1).ahead == -column


def test_double_boatzee_has_26_boxes_and_its_second_column_bonus_at_126() -> None:
    state = after(DOUBLE_BOATZEE, alone(DOUBLE_BOATZEE), *top(2))
    assert len(DOUBLE_BOATZEE.box_ids) == 26
    assert state.cards[0].columns[1][:6] == (6, 12, 18, 24, 30, 36)
    assert total(DOUBLE_BOATZEE, state) == 126 + 35
    assert total(DOUBLE_BOATZEE, after(DOUBLE_BOATZEE, alone(DOUBLE_BOATZEE), *top(2, 1))) == 124


def test_preview_of_a_multiplied_column_is_what_the_card_will_show() -> None:
    previewed = DOUBLE_BOATZEE.preview(rolled(DOUBLE_BOATZEE, alone(DOUBLE_BOATZEE), (1, 2, 3, 4, 5)), 0)
    assert (previewed["large-straight-1"], previewed["large-straight-2"]) == (40, 80)
    previewed = DICEGAME.preview(rolled(DICEGAME, alone(DICEGAME), (1, 2, 3, 4, 5)), 0)
    assert (previewed["large-straight-1"], previewed["large-straight-3"]) == (40, 40)


def test_dicegame_multiplies_column_totals_bonus_included() -> None:
    straight = (2, 3, 4, 5, 6)
    state = after(DICEGAME, alone(DICEGAME), (straight, "large-straight-2"), (straight, "large-straight-3"))
    assert state.cards[0].columns[1][10] == state.cards[0].columns[2][10] == 40
    assert total(DICEGAME, state) == 200
    state = after(DICEGAME, alone(DICEGAME), *top(3))
    sums = DICEGAME.sums(state.cards[0], 2)
    assert (sums.top, sums.bonus, sums.total, sums.ahead) == (63, 35, 3 * (63 + 35), 0)
    assert total(DICEGAME, after(DICEGAME, alone(DICEGAME), *top(3, 1))) == 3 * 62


WITH_50 = (SIXES, "boatzee")


def test_an_extra_boatzee_adds_100_each_time() -> None:
    state = after(BOATZEE_EXTRA, alone(BOATZEE_EXTRA), WITH_50, (FIVES, "fives"))
    assert total(BOATZEE_EXTRA, state) == 50 + 25 + 100
    state = after(BOATZEE_EXTRA, state, (SIXES, "sixes"), (FIVES, "full-house"))
    assert state.cards[0].extras == 3
    assert BOATZEE_EXTRA.extra_points(state.cards[0]) == 300
    assert total(BOATZEE_EXTRA, state) == 50 + 25 + 30 + 25 + 300


def test_an_extra_boatzee_must_go_into_the_top_box_of_its_face_while_that_is_open() -> None:
    state = rolled(BOATZEE_EXTRA, after(BOATZEE_EXTRA, alone(BOATZEE_EXTRA), WITH_50), FIVES)
    assert BOATZEE_EXTRA.preview(state, 0) == {"fives": 125}
    assert [move for move in BOATZEE_EXTRA.moves(state, 0) if move.kind is Kind.SCORE] == [
        Move(Kind.SCORE, box="fives")
    ]
    with pytest.raises(IllegalMove, match="must be scored in Fives"):
        BOATZEE_EXTRA.dice_wanted(state, 0, Move(Kind.SCORE, box="chance"))
    with pytest.raises(IllegalMove, match="already filled"):
        BOATZEE_EXTRA.dice_wanted(state, 0, Move(Kind.SCORE, box="boatzee"))


def test_an_extra_boatzee_whose_top_box_is_filled_is_a_joker_anywhere() -> None:
    state = after(BOATZEE_EXTRA, alone(BOATZEE_EXTRA), WITH_50, (MIXED, "fives"))
    assert BOATZEE_EXTRA.preview(rolled(BOATZEE_EXTRA, state, FIVES), 0) == {
        **dict.fromkeys(("ones", "twos", "threes", "fours", "sixes"), 100),
        "three-of-a-kind": 125,
        "four-of-a-kind": 125,
        "chance": 125,
        "full-house": 125,
        "small-straight": 130,
        "large-straight": 140,
    }
    scored = after(BOATZEE_EXTRA, state, (FIVES, "large-straight"))
    assert scored.cards[0].columns[0][10] == 40
    assert total(BOATZEE_EXTRA, scored) == 50 + 40 + 100


@pytest.mark.parametrize("first", [(), ((MIXED, "boatzee"),)], ids=["open", "zero"])
def test_five_alike_is_no_extra_while_the_boatzee_box_is_open_or_0(first: tuple[Turn, ...]) -> None:
    state = after(BOATZEE_EXTRA, alone(BOATZEE_EXTRA), *first, (MIXED, "fives"))
    previewed = BOATZEE_EXTRA.preview(rolled(BOATZEE_EXTRA, state, SIXES), 0)
    assert previewed["sixes"] == previewed["chance"] == previewed["three-of-a-kind"] == 30
    assert previewed["full-house"] == previewed["small-straight"] == previewed["large-straight"] == 0
    assert ("boatzee" in previewed) == (not first)
    assert total(BOATZEE_EXTRA, after(BOATZEE_EXTRA, state, (SIXES, "chance"))) == 5 * (MIXED.count(5)) + 30


def test_another_roll_forces_nothing_once_boatzee_is_filled() -> None:
    state = rolled(BOATZEE_EXTRA, after(BOATZEE_EXTRA, alone(BOATZEE_EXTRA), WITH_50), (5, 5, 5, 5, 1))
    previewed = BOATZEE_EXTRA.preview(state, 0)
    assert previewed["four-of-a-kind"] == 21
    assert previewed["large-straight"] == 0


def test_boatzee_itself_gives_no_extra_for_a_second_five_alike() -> None:
    state = after(BOATZEE, alone(BOATZEE), WITH_50, (FIVES, "full-house"))
    assert total(BOATZEE, state) == 50
