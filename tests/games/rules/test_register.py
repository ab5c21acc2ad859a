"""What a page may rely on for every game of the register."""

from typing import Any

import pytest

from games.rules import RULES, choices
from games.rules.base import BadOptions, Kind, Move, Pace, Rules


def test_the_games_stand_in_the_order_of_the_site() -> None:
    assert [(code, rules.name) for code, rules in RULES.items()] == [
        ("BZ", "Boatzee"),
        ("BD", "Double Boatzee"),
        ("BT", "Triple Boatzee"),
        ("DG", "Dicegame"),
        ("BX", "Boatzee Extra"),
        ("BO", "Boat"),
        ("DK", "Dice 10000"),
        ("PG", "Pig"),
    ]
    assert choices() == [(code, rules.name) for code, rules in RULES.items()]


@pytest.mark.parametrize("code", RULES)
class TestEveryGame:
    def test_it_starts_at_every_pace_and_number_of_players_it_names(self, code: str) -> None:
        rules: Rules[Any] = RULES[code]
        assert rules.code == code
        options = rules.clean_options({})
        assert set(options) == {option.name for option in rules.options}
        for pace in rules.paces:
            for players in range(rules.min_players, rules.max_players + 1):
                state = rules.start(players, options, pace, players - 1)
                acting = rules.to_act(state)
                assert acting == (tuple(range(players)) if pace.apart else (players - 1,))
                assert rules.moves(state, acting[0]) == (Move(Kind.ROLL),)
                assert rules.dice_wanted(state, acting[0], Move(Kind.ROLL)) == rules.dice
                assert rules.totals(state) == (0,) * players

    def test_it_refuses_one_player_more_and_an_unknown_option(self, code: str) -> None:
        rules = RULES[code]
        with pytest.raises(BadOptions, match=rules.name):
            rules.start(rules.max_players + 1, rules.clean_options({}), Pace.TURNS, 0)
        with pytest.raises(BadOptions, match="colour"):
            rules.clean_options({"colour": "red"})


def test_only_score_cards_can_be_split() -> None:
    assert [code for code, rules in RULES.items() if Pace.SPLIT not in rules.paces] == ["DK", "PG"]
    assert {code: rules.family for code, rules in RULES.items()} == {
        **dict.fromkeys(("BZ", "BD", "BT", "DG", "BX", "BO"), "cards"),
        "DK": "ten_thousand",
        "PG": "pig",
    }
