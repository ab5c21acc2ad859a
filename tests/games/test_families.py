"""Every family of games at the table keeps the one protocol that pages ask, and says turns in its words."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template

from games import typed
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Rules
from games.rules.ten_thousand.turn import End, TurnEnd
from games.tables import TABLES, table_of
from games.tables.base import Turn, own_first
from games.tables.turns import last_turns, turns


@dataclass(frozen=True)
class Sitting:
    """Somebody at a table that no database knows."""

    index: int
    name: str
    place: int | None = None


@dataclass(frozen=True)
class Acted:
    """A move of the log, without a database."""

    seat: int
    kind: str
    keep: tuple[int, ...] = ()
    box: str = ""
    dice: tuple[int, ...] = ()
    serials: tuple[int, ...] = ()
    numbers: tuple[str, ...] = ()
    ordered: bool = False


def test_whoever_looks_comes_first_and_the_others_in_the_order_of_play() -> None:
    seats = [Sitting(index, f"p{index}") for index in range(4)]
    assert own_first(seats, 2) == [2, 0, 1, 3]
    assert own_first(seats, None) == [0, 1, 2, 3]


def logged(
    rules: Rules[Any], *script: tuple[Move, tuple[int, ...]], **options: object
) -> tuple[Any, list[Acted]]:
    """The state after these moves of whoever is to act, and their log."""
    state = rules.start(2, rules.clean_options(options), Pace.TURNS, 0)
    moves = []
    for move, dice in script:
        [seat] = rules.to_act(state)
        state = rules.play(state, seat, move, dice)
        moves.append(Acted(seat, move.kind.value, move.keep, move.box, dice))
    return state, moves


def said(code: str, *script: tuple[Move, tuple[int, ...]]) -> list[tuple[int, str, bool]]:
    """Every turn: whose, how it ended in words, and whether a move says so."""
    rules = RULES[code]
    found = turns(table_of(rules), rules, logged(rules, *script)[1])
    return [(turn.seat, turn.words, turn.done) for turn in found]


ROLL, BANK = Move(Kind.ROLL), Move(Kind.BANK)


def test_every_game_has_a_table_and_every_table_a_game() -> None:
    assert set(TABLES) == {rules.family for rules in RULES.values()}
    assert all(table.family == family for family, table in TABLES.items())


@pytest.mark.parametrize("code", RULES)
def test_a_game_has_all_templates_that_its_table_names(code: str) -> None:
    rules = RULES[code]
    table = table_of(rules)
    names = [f"games/tables/{table.family}.html", table.board, f"games/rules/{code.lower()}.html"]
    for name in [*names, *filter(None, [table.sheet])]:
        get_template(name)


@pytest.mark.parametrize("code", RULES)
def test_a_table_is_laid_and_said_wherever_a_match_stands(code: str) -> None:
    rules = RULES[code]
    table, chance = table_of(rules), random.Random(code)
    seats = [Sitting(0, "alice"), Sitting(1, "bob")]
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    moves: list[Acted] = []
    while acting := rules.to_act(state):
        [seat] = acting
        assert table.instruction(rules, state, seat).endswith(".")
        last = last_turns(table, rules, moves[-20:])
        every = turns(table, rules, moves, state)
        kept = {turn.seat: turn for turn in every} | {-1 - turn.seat: turn for turn in every if turn.box}
        latest = turns(table, rules, moves, state, latest=True)
        assert latest == [turn for turn in every if turn in kept.values()]
        for viewer in (None, 0, 1):
            assert table.lay(rules, state, seats, viewer, seat, last)
        move = chance.choice(rules.moves(state, seat))
        dice = tuple(chance.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move)))
        state = rules.play(state, seat, move, dice)
        moves.append(Acted(seat, move.kind.value, move.keep, move.box, dice))
        if len(moves) > 400:
            break
    assert table.lay(rules, state, seats, None, None, {})
    found = turns(table, rules, moves)
    assert [turn.number for turn in found] == list(range(1, len(found) + 1))
    assert all(turn.words for turn in found if turn.done)
    assert sum(len(turn.rolls) for turn in found) == sum(bool(move.dice) for move in moves)


@pytest.mark.parametrize("code", RULES)
def test_a_table_knows_how_long_a_match_is_and_has_a_line_for_it(code: str) -> None:
    rules = RULES[code]
    table = table_of(rules)
    assert table.turns_of_two(rules) >= 10
    assert table.line(rules).endswith(".")
    assert table.end_words(Turn(0, 1, end="timeout")) == "ran out of time"
    assert table.end_words(Turn(0, 1, end="resign")) == "resigned"


def test_a_scored_box_is_named() -> None:
    rules = RULES["BT"]
    script = ((ROLL, (1, 2, 3, 4, 6)), (Move(Kind.SCORE, box="sixes-2"), ()))
    [turn] = turns(table_of(rules), rules, logged(rules, *script)[1])
    assert (turn.words, turn.box, turn.box_label) == ("scored Sixes ×2", "sixes-2", "Sixes ×2")


def brought(
    code: str, *script: tuple[Move, tuple[int, ...]], **options: object
) -> list[tuple[int | None, str]]:
    """What the latest turn of each seat brought, and its words, by what the log and the state tell."""
    rules = RULES[code]
    state, moves = logged(rules, *script, **options)
    return [(turn.points, turn.words) for turn in last_turns(table_of(rules), rules, moves, state).values()]


def test_a_turn_says_what_it_brought_a_zero_too() -> None:
    rolled = (ROLL, (1, 2, 3, 4, 6))
    assert brought("BZ", rolled, (Move(Kind.SCORE, box="boatzee"), ())) == [(0, "scored 0 in Boatzee")]
    zero, sixes = (Move(Kind.SCORE, box="boatzee-1"), ()), (Move(Kind.SCORE, box="sixes-3"), ())
    assert brought("BT", rolled, zero, rolled, sixes) == [
        (0, "scored 0 in Boatzee ×1"),
        (18, "scored 18 in Sixes ×3"),
    ]
    assert brought("BZ", rolled) == [(None, "")], "it goes on"


def test_an_extra_is_in_what_a_turn_brought_and_the_first_boatzee_has_none() -> None:
    five, other = (ROLL, (4,) * 5), (ROLL, (1, 2, 3, 4, 6))
    boatzee, fours = (Move(Kind.SCORE, box="boatzee"), ()), (Move(Kind.SCORE, box="fours"), ())
    chance = (Move(Kind.SCORE, box="chance"), ())
    assert brought("BX", five, boatzee, other, chance) == [
        (50, "scored 50 in Boatzee"),
        (16, "scored 16 in Chance"),
    ]
    assert brought("BX", five, boatzee, other, chance, five, fours)[0] == (120, "scored 120 in Fours")
    assert brought("BX", other, boatzee, other, chance, five, fours)[0] == (20, "scored 20 in Fours")


def test_a_bank_says_what_it_brought_after_others_have_played_too() -> None:
    first, aside = (ROLL, (1, 1, 1, 2, 3, 6)), (Move(Kind.ROLL, (1, 1, 1)), (5, 2, 3))
    bank, busted = (Move(Kind.BANK, (5,)), ()), (ROLL, (2, 2, 3, 3, 4, 6))
    assert brought("DK", first, aside, bank) == [(1050, "banked 1,050")]
    assert brought("DK", first, aside, bank, busted) == [(1050, "banked 1,050"), (0, "went bust")]
    lost = (Move(Kind.ROLL, (1, 1, 1)), (2, 3, 6))
    assert brought("DK", first, lost) == [(1000, "went bust and lost 1,000")]
    assert brought("DK", first) == [(None, "went bust")], "which nobody reads while it goes on"
    assert brought("DK", (ROLL, (4,) * 6)) == [(None, "rolled six alike")]
    on_table = (first, (Move(Kind.BANK, (1, 1, 1)), ()))
    picked = (*on_table, *on_table, (Move(Kind.PICK_UP), (5, 2, 3)), bank)
    assert brought("DK", *picked)[0] == (1050, "banked 1,050"), "the state knows the latest"
    assert brought("DK", *picked, busted)[0] == (None, "banked"), "its dice do not tell what it began with"
    assert brought("DK", first, aside, bank, busted, scoring="alternative")[0] == (None, "banked")


def test_a_bank_of_which_its_dice_do_not_tell_is_told_by_what_its_seat_has_noted() -> None:
    rules, table = RULES["DK"], table_of(RULES["DK"])
    script = (ROLL, (1, 1, 1, 2, 3, 6)), (Move(Kind.BANK, (1, 1, 1)), ()), (ROLL, (2, 2, 3, 3, 4, 6))
    state, moves = logged(rules, *script, scoring="alternative")
    told = last_turns(table, rules, moves, state, {0: 1000, 1: 70})
    assert [turn.words for turn in told.values()] == ["banked 1,000", "went bust"]
    assert last_turns(table, rules, moves[:2], state, {0: 50})[0].points == 50
    state, moves = logged(rules, *script[:2], scoring="alternative")
    assert last_turns(table, rules, moves, state, {0: 50})[0].points == 1000, "the state knows better"


def test_a_turn_whose_beginning_is_cut_off_does_not_say_what_it_brought() -> None:
    rules, table = RULES["DK"], table_of(RULES["DK"])
    whole = (1, 1, 1, 5, 5, 5)
    swept = (Move(Kind.ROLL, whole), whole), (Move(Kind.ROLL, whole), (1, 2, 3, 3, 4, 6))
    script = ((ROLL, whole), *swept, (Move(Kind.BANK, (1,)), ()), (ROLL, (2, 2, 3, 3, 4, 6)))
    state, moves = logged(rules, *script)
    assert last_turns(table, rules, moves, state)[0].points == 3100
    assert last_turns(table, rules, moves[2:], state)[0].points is None


def test_a_pig_says_what_it_banked() -> None:
    turn = ((ROLL, (4,)), (ROLL, (6,)), (BANK, ()))
    found = brought("PG", *turn, (ROLL, (3,)), (BANK, ()), *turn, (ROLL, (1,)))
    assert found == [(10, "banked 10"), (0, "rolled a 1")]
    assert brought("PG", (ROLL, (4,)), (ROLL, (1,)), (ROLL, (1,)))[0] == (None, "rolled a 1"), "it may be cut"
    later = ((ROLL, (1,)), (ROLL, (5,)), (ROLL, (1,)), (ROLL, (1,)))
    assert brought("PG", *later)[1] == (5, "rolled a 1 and lost 5")
    pair = ((ROLL, (4, 5)), (BANK, ()), (ROLL, (1, 2)), (ROLL, (3, 3)), (ROLL, (1, 1)))
    assert brought("PG", *pair, dice="2")[0] == (15, "rolled a double 1 and lost all 15")
    assert brought("PG", *turn, (ROLL, (1,)))[0] == (None, "banked"), "its log may have been cut"
    assert brought("PG", *turn) == [(10, "banked 10")], "the state knows the latest"


def test_in_the_last_round_of_dice_10000_is_said_what_is_to_beat() -> None:
    rules = RULES["DK"]
    table = table_of(rules)
    seats = [Sitting(index, name) for index, name in enumerate(("alice", "bob", "carol"))]
    state = rules.start(3, rules.clean_options({"pick_up": False}), Pace.TURNS, 1)
    state = replace(state, banked=(10_500, 9_000, 10_800), on_table=(True, True, True))
    assert table.instruction(rules, state, 1) == "Your turn: roll the dice."
    assert table.lay(rules, state, seats, 1, 1, {})["turn"].beat == 0
    state = replace(state, opener=0)
    assert table.instruction(rules, state, 1) == "Last round, 10,800 to beat: roll the dice."
    rolled = rules.play(state, 1, ROLL, (1, 2, 3, 3, 4, 6))
    assert table.lay(rules, rolled, seats, 1, 1, {})["turn"].beat == 10_800
    gone = replace(state, resigned=(2,))
    assert table.instruction(rules, gone, 1) == "Last round, 10,500 to beat: roll the dice.", "carol has left"
    left = replace(state, pick_up=True, last=TurnEnd(0, End.BANK, 600, 4, (1, 1, 2, 2, 3, 4)))
    assert table.instruction(rules, left, 1) == "Last round, 10,800 to beat: pick up, or roll."


@pytest.mark.parametrize(
    ("banked", "points", "resigned", "beat", "wins", "says"),
    [
        ((99, 60, 40), 0, (), 0, False, "Your turn: roll the die."),
        ((99, 60, 40), 5, (), 0, False, "Roll again, or bank 5."),
        ((99, 60, 40), 40, (), 0, True, "Bank 40 to reach the target."),
        ((105, 60, 103), 0, (), 105, False, "Last round, 105 to beat: roll the die."),
        ((105, 60, 103), 45, (), 105, False, "Last round, 105 to beat: roll again, or bank 45."),
        ((105, 60, 103), 46, (), 105, True, "Bank 46 to lead."),
        ((105, 60, 103), 44, (0,), 103, True, "Bank 44 to lead."),
    ],
)
def test_in_the_last_turns_of_pig_is_said_what_is_to_beat(
    banked: tuple[int, ...], points: int, resigned: tuple[int, ...], beat: int, wins: bool, says: str
) -> None:
    rules = RULES["PG"]
    table = table_of(rules)
    seats = [Sitting(index, name) for index, name in enumerate(("alice", "bob", "carol"))]
    state = rules.start(3, rules.clean_options({"equal_turns": True}), Pace.TURNS, 1)
    roll = (5,) if points else ()
    state = replace(state, banked=banked, seat=1, points=points, roll=roll, resigned=resigned)
    turn = table.lay(rules, state, seats, 1, 1, {})["turn"]
    assert (turn.beat, turn.wins) == (beat, wins)
    assert table.instruction(rules, state, 1) == says


def test_in_dice_10000_a_bust_is_told_by_the_turn_after_it() -> None:
    busted, scored = (2, 2, 3, 3, 4, 6), (1, 1, 1, 2, 3, 6)
    bank = Move(Kind.BANK, (1, 1, 1))
    found = said("DK", (ROLL, busted), (ROLL, scored), (bank, ()), (ROLL, scored))
    assert found == [(0, "went bust", False), (1, "banked", True), (0, "went bust", False)]


def test_in_pig_the_1_itself_ends_a_turn() -> None:
    found = said("PG", (ROLL, (4,)), (ROLL, (1,)), (ROLL, (1,)), (ROLL, (6,)), (BANK, ()), (ROLL, (5,)))
    assert found == [(0, "rolled a 1", True), (1, "rolled a 1", True), (0, "banked", True), (1, "", False)]


def test_a_double_1_is_said() -> None:
    rules = RULES["PG"]
    moves = [Acted(0, "roll", dice=(3, 4)), Acted(0, "roll", dice=(1, 1)), Acted(1, "roll", dice=(1, 4))]
    assert [one.words for one in turns(table_of(rules), rules, moves)] == ["rolled a double 1", "rolled a 1"]


@pytest.mark.parametrize(
    ("text", "kind"), [("hold", Kind.BANK), ("Stop", Kind.BANK), ("roll again", Kind.ROLL)]
)
def test_pig_is_spoken_of_in_its_own_words(text: str, kind: Kind) -> None:
    rules = RULES["PG"]
    state, _ = logged(rules, (ROLL, (4,)))
    synonyms = table_of(rules).synonyms
    assert typed.read(rules, state, 0, text, synonyms) == Move(kind)
    with pytest.raises(typed.BadWords):
        typed.read(rules, state, 0, text)


def test_nothing_above_the_tables_asks_which_family_a_game_is_of() -> None:
    """Neither pages nor organised play: a new family is added without touching them."""
    root = Path(settings.BASE_DIR)
    places = [
        root / place for place in ("games/views", "games/match", "games/seats", "games/forms", "ladders")
    ]
    found = [file for place in places for file in place.rglob("*.py")]
    found += (root / "templates").rglob("*.html")
    assert len(found) > 100
    asks = ("rules.family", "rules.cards", "rules.ten_thousand", "rules.pig", 'code != "', 'code == "')
    own = {root / "templates/games/rules", root / "templates/games/tables"}
    for file in found:
        if file.parent not in own:
            assert not [ask for ask in asks if ask in file.read_text()], file
