"""A match as text: written, read, and refused when it says what did not happen."""

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from games.record import (
    BadRecord,
    Ending,
    Entry,
    Match,
    Throw,
    opening,
    outcome,
    read,
    replay,
    still_in,
    write,
)
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Result

ROLL = Move(Kind.ROLL)


PLAYED = Match(
    code="BO",
    version=1,
    options={},
    pace=Pace.TURNS,
    names=('the "cat"', "former player"),
    starter=1,
    roll_off=(
        (Throw(0, 1001, 4), Throw(1, 1002, 4)),
        (Throw(0, 1003, 2), Throw(1, 1004, 5)),
    ),
    entries=(
        Entry(1, ROLL, (6, 3, 6), (1005,)),
        Entry(1, Move(Kind.ROLL, keep=(6, 6)), (3,), (1007,)),
        Entry(1, Move(Kind.SCORE, box="high")),
        Entry(0, ROLL, (1, 5, 4), (1012,)),
        Entry(1, Move(Kind.RESIGN)),
    ),
    number=77,
    day=date(2026, 3, 2),
)
TEXT = """\
[Site "Boatzee"]
[Match "77"]
[Date "2026-03-02"]
[Code "BO"]
[Rules "1"]
[Pace "turns"]
[Seat1 "the \\"cat\\""]
[Seat2 "former player"]
[Starter "2"]
[Result "1 2"]
[Totals "0 25"]

Roll-off: seat 1 rolls 4 (#1001), seat 2 rolls 4 (#1002)
Roll-off: seat 1 rolls 2 (#1003), seat 2 rolls 5 (#1004)
1. Seat 2: roll (6 3 6 #1005), keep 6 6 roll (3 #1007), score high (25)
1. Seat 1: roll (1 5 4 #1012)
2. Seat 2: resign
"""


def test_a_record_reads_like_this() -> None:
    assert write(PLAYED) == TEXT
    assert read(TEXT) == PLAYED


def test_line_ends_of_other_systems_and_blank_lines_do_not_matter() -> None:
    assert read(TEXT.replace("\n", "\r\n")) == PLAYED
    assert read(TEXT.replace("\n", "  \n\n")) == PLAYED


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("score high (25)", "score high (26)", 15, "should read: .*high \\(25\\)"),
        ("score high (25)", "score low (0)", 11, 'should read: .*"0 0"'),
        ("score high (25)", "score sevens (7)", 15, "no box “sevens”"),
        ("keep 6 6 roll (3 #1007)", "keep 5 roll (3 1 #1007)", 15, "lie on the table"),
        ("keep 6 6 roll (3 #1007)", "keep 6 6 roll (3 3 #1007)", 15, "takes 1 dice"),
        ("keep 6 6 roll (3 #1007)", "keep 6 6 roll (3)", 15, "serials"),
        ("keep 6 6 roll (3 #1007)", "keep 6 6 roll (3 #1007 #1008)", 15, "one set"),
        ("keep 6 6 roll", "set aside 6 6 roll", 15, "should read"),
        ("keep 6 6 roll", "keep 6 6 juggle", 15, "no move"),
        ("#1012", "#1005", 16, "used twice"),
        ("#1012", "#1003", 16, "used twice"),
        ("#1002", "#1001", 14, "used twice"),
        ("1. Seat 1", "2. Seat 1", 16, "should read: 1. Seat 1"),
        ("1. Seat 1", "1. Seat 3", 16, "no such seat"),
        ("Seat 2: resign", "Seat 2: resign, resign", 17, "over"),
        ("2. Seat 2: resign\n", "", 10, "should read: .*\\*"),
        ("2. Seat 2: resign", "And then he left.", 17, "no header"),
        ("seat 2 rolls 5", "seat 2 rolls 1", 9, "roll-off does not make"),
        ("rolls 4 (#1002)", "rolls 3 (#1002)", 14, "still in the roll-off are: 1"),
        ("seat 1 rolls 2", "seat 1 rolls 7", 14, "no throw"),
        ('[Result "1 2"]', '[Result "2 1"]', 10, 'should read: .*"1 2"'),
        ('[Code "BO"]', '[Code "XX"]', 4, "no game"),
        ('[Rules "1"]', '[Rules "2"]', 5, "Version 2"),
        ('[Rules "1"]', '[Rules "0"]', 5, "Version 0"),
        ('[Rules "1"]', '[Rules "one"]', 5, "no value"),
        ('[Rules "1"]\n', "", 1, "“Rules” is missing"),
        ('[Pace "turns"]', '[Pace "split"]', 9, "Nobody starts"),
        ('[Pace "turns"]', '[Pace "slow"]', 6, "no value"),
        ('[Pace "turns"]', '[Options "target=5"]\n[Pace "turns"]', 6, "no option"),
        ('[Seat2 "former player"]', '[Seat2 "former player]', 8, "no header"),
        ('[Seat2 "former player"]', '[Seat2 "former "player"]', 8, "not quoted"),
        ('[Seat2 "former player"]', '[Seat2 "one"]\n[Seat2 "two"]', 9, "twice"),
        ('[Site "Boatzee"]', '[Sight "Boatzee"]', 1, "unknown"),
        ('[Totals "0 25"]', '[Totals "0 25"]\n[Reason "why"]', 12, "should read"),
        ('[Date "2026-03-02"]', '[Date "yesterday"]', 3, "no value"),
    ],
)
def test_a_record_that_breaks_a_rule_or_its_own_word_is_refused_with_its_line(
    old: str, new: str, line: int, sentence: str
) -> None:
    assert old in TEXT
    with pytest.raises(BadRecord, match=sentence) as refused:
        read(TEXT.replace(old, new))
    assert refused.value.line == line
    assert str(refused.value).startswith(f"Line {line}: ")


class TestThePlayersNumbers:
    NUMBER = "000102030405060708090a0b0c0d0e0f"

    def test_a_number_stands_with_the_set_that_it_turned(self) -> None:
        entry = replace(PLAYED.entries[0], numbers=(self.NUMBER,))
        match = replace(PLAYED, entries=(entry, *PLAYED.entries[1:]), seed="ab" * 32)
        text = write(match)
        assert f"#{entry.serials[0]}*{self.NUMBER})" in text
        assert f'[Totals "0 25"]\n[Seed "{"ab" * 32}"]\n' in text
        assert read(text) == match

    def test_of_two_sets_one_may_have_none(self) -> None:
        match = Match(
            *("DK", 1, RULES["DK"].clean_options({}), Pace.TURNS, ("a", "b")),
            entries=(Entry(0, ROLL, (1, 1, 1, 2, 3, 4), (1, 2), ("", self.NUMBER)),),
        )
        assert f"(1 1 1 2 3 4 #1 #2*{self.NUMBER})" in write(match)
        assert read(write(match)) == match

    @pytest.mark.parametrize(
        "numbers", [("",), (NUMBER, NUMBER), (NUMBER[:-1],), (NUMBER.upper(),), (f"{NUMBER}\n",)]
    )
    def test_what_is_no_number_cannot_be_written(self, numbers: tuple[str, ...]) -> None:
        entry = replace(PLAYED.entries[0], numbers=numbers)
        with pytest.raises(BadRecord, match="32 hex digits"):
            write(replace(PLAYED, entries=(entry, *PLAYED.entries[1:])))

    @pytest.mark.parametrize("mark", [f"*{NUMBER[:-1]}", f"*{NUMBER.upper()}", f" *{NUMBER}", "*"])
    def test_what_is_no_number_cannot_be_read(self, mark: str) -> None:
        with pytest.raises(BadRecord, match="in brackets"):
            read(TEXT.replace("#1012", f"#1012{mark}"))

    @pytest.mark.parametrize("seed", ["", "ab", "AB" * 32, "ab" * 33])
    def test_what_is_no_seed_cannot_be_read(self, seed: str) -> None:
        totals = '[Totals "0 25"]\n'
        with pytest.raises(BadRecord, match=r"64 hex digits|should read"):
            read(TEXT.replace(totals, f'{totals}[Seed "{seed}"]\n'))


def test_an_empty_text_is_no_record() -> None:
    with pytest.raises(BadRecord, match="missing"):
        read("")


def test_a_header_too_many_at_the_very_end_is_refused() -> None:
    bare = write(replace(PLAYED, roll_off=(), entries=()))
    with pytest.raises(BadRecord, match="leave it out"):
        read(bare + '[Reason "none"]\n')


def test_replay_gives_each_entry_its_turn_and_the_states_around_it() -> None:
    steps = replay(PLAYED)
    assert [step.turn for step in steps] == [1, 1, 1, 1, 2]
    assert steps[0].before == opening(PLAYED)
    assert all(step.after == later.before for step, later in pairwise(steps))
    assert outcome(PLAYED, steps) == ((0, 25), Result((1, 2), (0, 25)))


def test_what_staff_decided_stands_in_the_record() -> None:
    adjudicated = replace(PLAYED, entries=PLAYED.entries[:4], ending=Ending("Left\nfor good", (2, 1)))
    assert '[Result "2 1"]\n[Totals "0 25"]\n[Ended "adjudicated"]\n[Reason "Left\\nfor good"]' in write(
        adjudicated
    )
    assert outcome(adjudicated, replay(adjudicated))[1] == Result((2, 1), (0, 25))
    void = replace(PLAYED, ending=Ending("Begun twice."))
    assert '[Result "void"]\n[Totals "0 25"]\n[Ended "void"]' in write(void)
    assert outcome(void, replay(void))[1] is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"code": "ZZ"}, "no game"),
        ({"options": {"target": 1}}, "no option"),
        ({"names": ("only one",)}, "Nobody starts"),
        ({"starter": 0}, "does not make"),
        ({"starter": 7, "roll_off": ()}, "one of the seats"),
        ({"ending": Ending("why", (1, 2, 3))}, "one place for each seat"),
        ({"ending": Ending("why", (0, 1))}, "one place for each seat"),
        ({"entries": PLAYED.entries[1:]}, "table"),
    ],
)
def test_a_match_that_does_not_fit_its_rules_cannot_be_written(
    change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadRecord, match=sentence) as refused:
        write(replace(PLAYED, **change))  # type: ignore[arg-type]
    assert refused.value.line is None


def test_options_must_be_complete() -> None:
    match = Match("DK", 1, {"target": 5000}, Pace.TURNS, ("a", "b"))
    with pytest.raises(BadRecord, match="not complete"):
        replay(match)
    complete = replace(match, options=RULES["DK"].clean_options(match.options))
    assert '[Options "scoring=standard, pick_up=yes, target=5000"]' in write(complete)


class TestRollOff:
    def test_everybody_is_in_before_the_first_round(self) -> None:
        assert still_in((), 3) == (0, 1, 2)

    def test_the_highest_stay_in_until_one_is_left(self) -> None:
        first = (Throw(0, 1, 5), Throw(1, 2, 2), Throw(2, 3, 5))
        assert still_in((first,), 3) == (0, 2)
        assert still_in((first, (Throw(0, 4, 1), Throw(2, 5, 3))), 3) == (2,)

    @pytest.mark.parametrize(
        "throws",
        [(Throw(0, 1, 5),), (Throw(1, 1, 5), Throw(0, 2, 3)), (Throw(0, 1, 5), Throw(1, 2, 0))],
        ids=["one missing", "out of order", "no face"],
    )
    def test_a_round_is_thrown_by_all_who_are_in(self, throws: tuple[Throw, ...]) -> None:
        with pytest.raises(BadRecord):
            still_in((throws,), 2)

    def test_it_ends_with_the_starter(self) -> None:
        first = (Throw(0, 1, 5), Throw(1, 2, 2))
        with pytest.raises(BadRecord):
            still_in((first, (Throw(0, 3, 5),)), 2)


def test_a_turn_left_and_taken_up_again_keeps_its_number_and_the_order_of_events() -> None:
    entries = (
        Entry(0, ROLL, (1, 2, 3), (1,)),
        Entry(1, ROLL, (4, 4, 4), (2,)),
        Entry(1, Move(Kind.SCORE, box="boat")),
        Entry(1, ROLL, (1, 1, 2), (3,)),
        Entry(0, Move(Kind.SCORE, box="straight")),
    )
    match = Match("BO", 1, {}, Pace.SPLIT, ("a", "b"), entries)
    assert write(match).split("\n\n")[1].splitlines() == [
        "1. Seat 1: roll (1 2 3 #1)",
        "1. Seat 2: roll (4 4 4 #2), score boat (32)",
        "2. Seat 2: roll (1 1 2 #3)",
        "1. Seat 1: score straight (6)",
    ]
    assert read(write(match)) == match


def test_dice_10000_is_told_in_its_own_words() -> None:
    names = ("a", "b")
    entries = (
        Entry(0, ROLL, (1, 1, 1, 2, 3, 4), (1, 2)),
        Entry(0, Move(Kind.BANK, keep=(1, 1, 1))),
        Entry(1, ROLL, (5, 1, 1, 1, 2, 3), (3, 4)),
        Entry(1, Move(Kind.ROLL, keep=(1, 1, 1)), (5, 2, 3), (5,)),
        Entry(1, Move(Kind.BANK, keep=(5,))),
        Entry(0, Move(Kind.PICK_UP), (2, 3), (6,)),
        Entry(1, ROLL, (2, 2, 3, 3, 4, 6), (7, 8)),
    )
    match = Match("DK", 1, RULES["DK"].clean_options({}), Pace.TURNS, names, entries)
    assert write(match).split("\n\n")[1].splitlines() == [
        "1. Seat 1: roll (1 1 1 2 3 4 #1 #2), set aside 1 1 1 bank (1000)",
        "1. Seat 2: roll (5 1 1 1 2 3 #3 #4), set aside 1 1 1 roll (5 2 3 #5), set aside 5 bank (1050)",
        "2. Seat 1: pick-up (2 3 #6)",
        "2. Seat 2: roll (2 2 3 3 4 6 #7 #8)",
    ]
    assert read(write(match)) == match


def test_no_roll_takes_one_set_twice() -> None:
    entries = (Entry(0, ROLL, (1, 1, 1, 2, 3, 4), (1, 1)),)
    with pytest.raises(BadRecord, match="used twice"):
        replay(Match("DK", 1, RULES["DK"].clean_options({}), Pace.TURNS, ("a", "b"), entries))
