"""Records from anywhere: whatever is no record of a match by our rules is refused, with the line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts import limits
from games.imported import reading
from games.record import BadRecord

RECORDS = Path(__file__).parents[2] / "records"
FILES = sorted(RECORDS.glob("*/*.txt"))
TEXT = (RECORDS / "BZ" / "two-players.txt").read_text()
LINES = TEXT.splitlines()


def changed(header: str, value: str) -> str:
    """The record with another value of a header."""
    return "\n".join(f"[{header} {value}]" if one.startswith(f"[{header} ") else one for one in LINES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_record_of_ours_is_read_as_it_was_played(file: Path) -> None:
    found = reading.read(file.read_text())
    assert len(found.whole.steps) == len(found.stored.entries)
    match, seats = reading.at_the_table(found, found.stored.names)
    assert tuple(seat.total for seat in seats) == found.whole.final or not found.whole.steps
    assert not match.pk
    assert not any(seat.pk for seat in seats)


@pytest.mark.parametrize("text", ["\ufeff" + TEXT, TEXT.replace("\n", "\r\n")])
def test_marks_and_line_ends_of_other_machines_do_not_matter(text: str) -> None:
    assert reading.read(text).stored == reading.read(TEXT).stored


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Paste a record"),
        (" \n \n", "Paste a record"),
        ("hello", "Line 1:"),
        ("[" * 50_000, "Line 1:"),
        ("\x00" * 9, "Line 1:"),
        ("a" * (limits.IMPORTED_BYTES + 1), "kilobytes at most"),
        ("é" * (limits.IMPORTED_BYTES // 2 + 1), "kilobytes at most"),
        ("1. Seat 1: roll\n" * (limits.IMPORTED_MOVES + 1), "moves at most"),
        (changed("Rules", '"9"'), "Version 9"),
        (changed("Rules", f'"{"9" * 4301}"'), "Rules"),
        (changed("Code", '"ZZ"'), "no game"),
        (changed("Pace", '"blitz"'), "Pace"),
        (changed("Result", '"2 1"'), "should read"),
        (changed("Seat1", '"a\\nb"'), "on one line"),
        (changed("Seat1", '"a\u202eb"'), "on one line"),
        (changed("Seat1", '"a\\u202eb"'), "Line 7"),
        (changed("Seat1", '"a\\ud800b"'), "Line 7"),
        (changed("Seat1", '"a\\u0000b"'), "on one line"),
        (changed("Seat1", '""'), "empty, or longer"),
        (changed("Seat1", f'"{"n" * 21}"'), "empty, or longer"),
        (changed("Seat1", '{"a": ["b"]}'), "no header"),
        (changed("Starter", '"0"'), "Line"),
        (changed("Starter", '"99"'), "Line"),
        (TEXT.replace("Seat 1:", "Seat 0:", 1), "Line"),
        (TEXT.replace("Seat 1:", "Seat 99:", 1), "Line"),
        (TEXT.replace("roll (", "roll (6 ", 1), "Line"),
        (TEXT + "\n1. Seat 1: roll (1 1 1 1 1 #999999)\n", "Line"),
        (TEXT + '\n[Site "Boatzee"]\n', "Line"),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says) as refused:
        reading.read(text)
    assert "\n" not in str(refused.value)


def test_the_line_is_named_as_the_text_counts_it() -> None:
    number = next(at for at, line in enumerate(LINES, 1) if line.startswith("1. Seat"))
    spoilt = [*LINES]
    spoilt[number - 1] = spoilt[number - 1].replace("roll", "throw", 1)
    with pytest.raises(BadRecord) as refused:
        reading.read("\n".join(spoilt))
    assert refused.value.line == number


def spoiled(seed: int) -> str:
    """The record with some of it changed, dropped, doubled or moved."""
    chance = random.Random(seed)
    lines = [*LINES]
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        line = lines[at]
        where = chance.randrange(len(line) + 1)
        letter = chance.choice('0123456789#*()[]"\\, -.:abkS\n\té\u202e')
        lines[at] = chance.choice(
            [
                line[:where] + letter + line[where:],
                line[:where] + line[where + 1 :],
                "",
                line * 2,
                line.replace(chance.choice("123456"), chance.choice("0123456789")),
            ]
        )
    if chance.random() < 0.2:
        chance.shuffle(lines)
    return "\n".join(lines)


@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_nothing_else_is_ever_raised(seed: int) -> None:
    text = spoiled(seed)
    try:
        found = reading.read(text)
    except BadRecord:
        return
    assert found.stored.names


def kinds_of_rubbish() -> Iterator[str]:
    chance = random.Random(4)
    for header in ("Starter", "Match", "Deal", "Date", "Options", "Totals", "Seed", "Ended", "Reason"):
        for value in ("", "-1", "x", "9" * 400, "2026-99-99", "void", "a=b, c=d", "\\u0000", "NaN"):
            yield TEXT.replace("[Pace", f'[{header} "{value}"]\n[Pace', 1)
    for _ in range(50):
        yield "".join(chance.choice('[]"\\ {}\n0aé') for _ in range(300))


@pytest.mark.parametrize("text", list(kinds_of_rubbish()))
def test_headers_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        reading.read(text)
