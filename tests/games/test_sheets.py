"""The sheet as values: whose columns lie where, what is folded, and that equal ones show the same."""

from __future__ import annotations

from dataclasses import replace

from django.template import Context, Template

from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State
from games.tables.base import Turn
from games.tables.sheet import HIDDEN, Sheet, cards, sheet
from tests.games.test_families import Sitting

NAMES = ("alice", "bob", "carol")


def game(code: str) -> Scorecard:
    """The rules of a game of cards."""
    rules = RULES[code]
    assert isinstance(rules, Scorecard)
    return rules


def started(code: str, players: int = 3, pace: Pace = Pace.TURNS) -> State:
    """The first state of a match, the first seat to move."""
    return game(code).start(players, {}, pace, 0)


def laid(code: str, state: State, viewer: int | None, last: dict[int, Turn] | None = None) -> Sheet:
    """What the viewer sees of it."""
    rules = game(code)
    seats = [Sitting(index, name) for index, name in enumerate(NAMES[: len(state.cards)])]
    return sheet(rules, cards(rules, rules.view(state, viewer), seats, viewer, last or {}))


def shown(code: str, one: Sheet) -> str:
    """As the page has it."""
    template = Template('{% load flat %}{% kept "games/tables/_sheet.html" sheet=sheet rules=rules %}')
    return template.render(Context({"sheet": one, "rules": game(code)}))


def test_mine_comes_first_and_the_others_in_order_of_play() -> None:
    heads = laid("BZ", started("BZ"), 1).heads
    assert [(head.name, head.mine, head.to_move) for head in heads] == [
        ("bob", True, False),
        ("alice", False, True),
        ("carol", False, False),
    ]
    assert [head.name for head in laid("BZ", started("BZ"), None).heads] == list(NAMES)


def test_columns_of_others_fold_where_there_are_several_each_by_its_own_number() -> None:
    assert [head.how for head in laid("BT", started("BT"), 1).heads] == ["", "0", "2"]
    assert not any(head.how for head in laid("BZ", started("BZ"), 1).heads)
    assert not laid("BT", started("BT"), 1).spread
    assert laid("BT", started("BT", 2), None).spread, "six columns lie side by side for who watches"
    assert not laid("BT", started("BT"), None).spread


def test_a_hidden_card_lies_there_as_one_column_without_anything() -> None:
    rules, state = game("BT"), started("BT", pace=Pace.SPLIT)
    state = rules.play(state, 0, Move(Kind.ROLL), (1, 2, 3, 4, 6))
    state = rules.play(state, 0, Move(Kind.SCORE, box="sixes-3"), ())
    seen = laid("BT", state, 1)
    assert [head.how for head in seen.heads] == ["", HIDDEN, HIDDEN]
    page = shown("BT", seen)
    assert page.count("cell--hidden") == 2 * len(rules.boxes)
    assert "18" not in page
    assert "Hidden until you have finished your own card." in page
    assert "Hidden until everybody has finished." in shown("BT", laid("BT", state, None))


def test_a_folded_row_counts_as_its_columns_do() -> None:
    for code, counted in (("BT", 6 + 18), ("DG", 6 + 3 * 6)):
        rules, state = game(code), started(code, 2)
        for box in ("sixes-1", "chance-1", "sixes-3"):
            seat = state.turn
            state = rules.play(state, seat, Move(Kind.ROLL), (1, 2, 3, 4, 6))
            state = rules.play(state, seat, Move(Kind.SCORE, box=box), ())
        mine, _how, [(other, _fold)] = laid(code, state, 1).top[5]
        assert (other.counts, other.left) == (counted, 1)
        assert (mine.counts, mine.left) == (None, 3)
        assert f'<td class="number cell fold f0">{counted}' in shown(code, laid(code, state, 1))


def test_equal_sheets_are_one_and_whatever_is_shown_tells_them_apart() -> None:
    rules, state = game("BZ"), started("BZ", 2)
    first = laid("BZ", state, 0)
    assert first == laid("BZ", state, 0)
    assert hash(first) == hash(laid("BZ", state, 0))
    rolled = rules.play(state, 0, Move(Kind.ROLL), (1, 2, 3, 4, 6))
    filled = rules.play(rolled, 0, Move(Kind.SCORE, box="chance"), ())
    marked = laid("BZ", filled, 0, {0: Turn(0, 1, box="chance")})
    renamed = replace(first, heads=(replace(first.heads[0], name="alicia"), first.heads[1]))
    sheets = [first, laid("BZ", rolled, 0), laid("BZ", filled, 0), marked, renamed, laid("BZ", state, 1)]
    assert len(set(sheets)) == len(sheets) == len({shown("BZ", one) for one in sheets})


def test_only_who_is_to_move_may_choose_on_it_and_a_row_stands_for_its_one_open_box() -> None:
    rules, state = game("BD"), started("BD", 2)
    state = rules.play(state, 0, Move(Kind.ROLL), (1, 2, 3, 4, 6))
    assert laid("BD", state, 0).offered
    assert 'name="box"' not in shown("BD", laid("BD", state, 1))
    assert not laid("BD", state, 0).top[0].row.only, "two columns are open in it"
    single = game("BZ").play(started("BZ", 2), 0, Move(Kind.ROLL), (1, 2, 3, 4, 6))
    assert laid("BZ", single, 0).top[0].row.only == "ones"
    assert 'for="box-ones"' in shown("BZ", laid("BZ", single, 0))
