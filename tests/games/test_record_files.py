"""Every record under tests/records is a whole match: it replays by its rules to what it claims.

Dropping a file in makes it a test.
"""

import json
import re
from pathlib import Path

import pytest

from games.match import sets
from games.record import outcome, read, replay, write
from games.rules import RULES
from games.rules.base import Pace
from tests.dicepool.verifying import MODULE, PYTHON, by_node

RECORDS = Path(__file__).parents[1] / "records"
FILES = sorted(RECORDS.glob("*/*.txt"))


def header(text: str, name: str) -> str:
    found = re.search(rf'^\[{name} "(.*)"\]$', text, re.MULTILINE)
    assert found, f"no header {name}"
    return found[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_match_replays_to_the_result_in_its_headers(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = read(text)
    steps = replay(match)
    totals, result = outcome(match, steps)
    assert match.code == path.parent.name
    assert " ".join(map(str, totals)) == header(text, "Totals")
    if result is None:
        assert header(text, "Result") in ("*", "void")
    else:
        assert " ".join(map(str, result.places)) == header(text, "Result")
        assert result.totals == totals
        if match.ending is None:
            rules = RULES[match.code]
            assert rules.to_act(steps[-1].after) == ()
            assert rules.result(steps[-1].before) is None
    assert write(match) == text


@pytest.mark.parametrize("code", RULES)
def test_every_game_has_whole_matches_of_two_of_more_and_split(code: str) -> None:
    matches = [read(path.read_text(encoding="utf-8")) for path in FILES if path.parent.name == code]
    whole = [match for match in matches if outcome(match, replay(match))[1] and not match.ending]
    assert len(whole) >= 3
    assert any(len(match.names) == 2 for match in whole)
    assert any(len(match.names) > 2 for match in whole)
    if Pace.SPLIT in RULES[code].paces:
        assert any(match.pace is Pace.SPLIT for match in whole)


def summed_from_text(text: str) -> list[int]:
    """The totals of a card game added up from the points behind each box, without the game's help.

    A box shows its extra Boatzee's 100 too; no top box alone holds that much.
    """
    code = header(text, "Code")
    seats = len(re.findall(r"^\[Seat\d+ ", text, re.MULTILINE))
    totals = [0] * seats
    tops: dict[tuple[int, int], int] = {}
    for line in re.findall(r"^\d+\. Seat .*", text, re.MULTILINE):
        seat = int(re.match(r"\d+\. Seat (\d+)", line)[1]) - 1  # type: ignore[index]
        for stem, column, points in re.findall(r"score ([a-z-]+[a-z])(?:-(\d))? \((\d+)\)", line):
            factor = int(column or 1)
            totals[seat] += int(points) * (factor if code == "DG" else 1)
            if stem in ("ones", "twos", "threes", "fours", "fives", "sixes"):
                plain = int(points) % 100 if code == "BX" else int(points)
                tops[seat, factor] = tops.get((seat, factor), 0) + plain
    for (seat, factor), top in tops.items():
        if top >= (42 if code == "BO" else 63 * (1 if code == "DG" else factor)):
            totals[seat] += 20 if code == "BO" else 35 * (factor if code == "DG" else 1)
    return totals


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if RULES[path.parent.name].family == "cards"],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_the_totals_of_a_card_game_are_the_sum_of_what_its_lines_show(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert " ".join(map(str, summed_from_text(text))) == header(text, "Totals")


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent.name == "PG"], ids=lambda path: f"PG/{path.stem}"
)
def test_the_totals_of_pig_are_what_was_banked_since_the_last_double_1(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    totals = [0] * len(re.findall(r"^\[Seat\d+ ", text, re.MULTILINE))
    for seat, line in re.findall(r"^\d+\. Seat (\d+): (.*)", text, re.MULTILINE):
        for points, double in re.findall(r"bank \((\d+)\)|roll \((1 1) #", line):
            totals[int(seat) - 1] = 0 if double else totals[int(seat) - 1] + int(points)
    assert " ".join(map(str, totals)) == header(text, "Totals")


def test_both_verifiers_know_how_many_sets_wait_for_a_seat_at_each_game() -> None:
    """They ask no register, for the site is not theirs: a game that is new is to be told to them."""
    texts = {code: f'[Match "1"]\n[Code "{code}"]\n\n1. Seat 1: (1 #17)\n' for code in RULES}
    run = f"""
        const {{ readRecord }} = await import({json.dumps(MODULE.with_name("matchrecord.js").as_uri())});
        const waiting = Object.entries({json.dumps(texts)}).map(([code, text]) => {{
          return [code, readRecord(text, "it").spare];
        }});
        console.log(JSON.stringify(Object.fromEntries(waiting)));
    """
    waiting = {code: sets.wanted_by(rules) for code, rules in RULES.items()}
    assert {code: PYTHON["Record"](text, "it").spare for code, text in texts.items()} == waiting
    assert by_node(run) == waiting
