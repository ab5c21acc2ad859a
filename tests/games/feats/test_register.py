"""What earns an achievement, by whole matches, and by ones that are made to just earn it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from games import record
from games.deeds import spans
from games.deeds.families import FAMILIES, bar_of, bar_width, kept_of
from games.deeds.register import FEATS, TITLES, earned
from games.deeds.seen import Seen
from games.deeds.spans import Span
from games.deeds.sums import Done, Sum, What, added
from games.feats.words import WORDS
from games.replay import Entry, Match, opening, outcome, replay, standing
from games.rules import RULES
from games.rules.base import Kind, Move, Pace

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*/*.txt"))
BZ = ("ones", "twos", "threes", "fours", "fives", "sixes")


def seen_of(match: Match, seat: int, **known: Any) -> Seen:
    """The seat's part of a match that came to its end."""
    steps = replay(match)
    _totals, result = outcome(match, steps)
    assert result
    there = standing(steps)
    final = there[-1].after if there else opening(match)
    rules = RULES[match.code]
    return Seen(rules, match.options, match.pace, seat, result.places, tuple(there), final, **known)


def of(
    code: str, moves: Sequence[tuple[int, Move, tuple[int, ...]]], seats: int = 2, **options: Any
) -> Match:
    """A match of these moves, each with its seat and the dice that fell."""
    serial, entries = 0, []
    for seat, move, dice in moves:
        sets = -(-len(dice) // 5)
        entries.append(Entry(seat, move, dice, tuple(range(serial + 1, serial + sets + 1))))
        serial += sets
    rules = RULES[code]
    names = tuple(f"player {seat}" for seat in range(seats))
    given = rules.clean_options(options)
    return Match(code, rules.version, given, Pace.TURNS, names, tuple(entries))


def cards(code: str, *turns: tuple[tuple[int, ...], str]) -> Match:
    """Seat 0 rolls once in each turn and scores; seat 1 fills the same boxes with as little."""
    boxes = list(RULES[code].box_ids)  # type: ignore[attr-defined]
    filled = {box: dice for dice, box in turns}
    low = (1, 2, 2, 4, 6)[: RULES[code].dice]
    moves = []
    for box in boxes:
        for seat, dice in ((0, filled.get(box, low)), (1, low)):
            moves += [(seat, Move(Kind.ROLL), dice), (seat, Move(Kind.SCORE, box=box), ())]
    return of(code, moves)


def of_first(match: Match, **known: Any) -> set[str]:
    return set(earned(seen_of(match, 0, **known)))


FIRST = tuple(((face,) * 3 + ((1, 2) if face > 2 else (5, 6)), box) for face, box in enumerate(BZ, 1))
"""Three of each face for the top."""
BOTTOM = (
    ((3, 3, 3, 1, 2), "three-of-a-kind"),
    ((4, 4, 4, 4, 2), "four-of-a-kind"),
    ((2, 2, 5, 5, 5), "full-house"),
    ((1, 2, 3, 4, 6), "small-straight"),
    ((1, 2, 3, 4, 5), "large-straight"),
    ((6, 6, 6, 6, 6), "boatzee"),
    ((6, 6, 6, 5, 5), "chance"),
)


def test_every_achievement_has_words_and_they_have_one() -> None:
    assert list(WORDS) == list(FEATS)
    assert 24 <= len(FEATS) <= 30
    assert TITLES == ("knock-out", "league", "arena")
    assert all(family in FAMILIES for feat in FEATS.values() for family in feat.rules)
    assert len({str(words.name) for words in WORDS.values()}) == len(WORDS)
    assert all(len(key) <= 20 for key in FEATS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_recorded_match_can_be_looked_through(path: Path) -> None:
    match = record.read(path.read_text())
    if match.ending is not None or outcome(match, replay(match))[1] is None:
        return
    for seat in range(len(match.names)):
        seen = seen_of(match, seat)
        assert set(earned(seen)) <= FEATS.keys()
        family = FAMILIES[seen.rules.family]
        assert (family.column(seen) is not None) == (seen.rules.columns > 1)
        if family.whole(seen):
            assert 0 <= bar_of(seen.rules, seen.total()) < 40


def test_a_full_card_earns_what_stands_on_it() -> None:
    found = of_first(cards("BZ", *FIRST, *BOTTOM))
    assert found == {"solid-top", "no-zero", "at-once", "straight-at-once", "high-card"}
    less = [(dice, box) for dice, box in (*FIRST, *BOTTOM) if box not in {"sixes", "boatzee"}]
    assert of_first(cards("BZ", *less)) == {"straight-at-once"}


def test_four_of_each_and_a_high_card() -> None:
    top = tuple(((face,) * 4 + (1 if face > 1 else 2,), box) for face, box in enumerate(BZ, 1))
    found = of_first(cards("BZ", *top, *BOTTOM))
    assert {"four-of-each", "solid-top"} <= found
    fives = tuple(((face,) * 5, box) for face, box in enumerate(BZ, 1))
    found = of_first(cards("BZ", *fives, *BOTTOM))
    assert {"high-card", "many-alike", "four-of-each"} <= found


def test_three_alike_in_boat_are_no_five() -> None:
    found = of_first(cards("BO", *(((face,) * 3, box) for face, box in enumerate(BZ, 1))))
    assert "solid-top" in found
    assert not found & {"at-once", "many-alike", "four-of-each"}


def test_a_win_from_behind_in_the_last_round() -> None:
    seen = seen_of(cards("BZ", ((6, 6, 6, 5, 5), "chance")), 0)
    assert "last-round" not in set(earned(seen)), "level before"
    turns = cards("BZ", ((6, 6, 6, 6, 6), "chance"))
    entries = list(turns.entries)
    first = next(i for i, one in enumerate(entries) if one.seat == 1 and one.move.kind is Kind.ROLL)
    entries[first] = replace(entries[first], dice=(1, 1, 1, 2, 2))
    found = of_first(replace(turns, entries=tuple(entries)))
    assert "last-round" in found
    assert "far-behind" not in found


def test_a_resigned_match_is_no_win_from_behind() -> None:
    match = cards("BZ")
    cut = (*match.entries[:10], Entry(1, Move(Kind.RESIGN)))
    seen = seen_of(replace(match, entries=cut), 0, above=400.0, level="perfect")
    assert seen.won
    assert not seen.played_out
    assert set(earned(seen)) == {"giant", "perfect-robot"}


def test_what_is_known_beside_the_record_counts() -> None:
    match = cards("BZ", *FIRST)
    plain = of_first(match)
    assert "giant" not in plain
    assert of_first(match, above=300.0) - plain == {"giant"}
    assert of_first(match, above=299.9) == plain
    assert of_first(match, level="perfect") - plain == {"perfect-robot"}
    assert of_first(match, level="expert") == plain
    assert of_first(match, accuracy=99.0, decisions=10) - plain == {"accurate"}
    assert of_first(match, accuracy=98.9, decisions=50) == plain
    assert of_first(match, accuracy=100.0, decisions=9) == plain
    lost = set(earned(seen_of(match, 1, above=500.0, level="perfect")))
    assert not lost & {"giant", "perfect-robot"}


def pig(*turns: tuple[int, ...], target: int = 100) -> Match:
    """Seat 0 rolls these and banks; seat 1 rolls a 1."""
    moves: list[tuple[int, Move, tuple[int, ...]]] = []
    for turn in turns:
        moves += [(0, Move(Kind.ROLL), (die,)) for die in turn]
        if turn[-1] != 1:
            moves.append((0, Move(Kind.BANK), ()))
        moves.append((1, Move(Kind.ROLL), (1,)))
    return of("PG", moves[:-1], dice="1", target=target)


def test_pig() -> None:
    assert of_first(pig((6,) * 17)) == {"fifty", "quick-pig"}
    assert of_first(pig((6,) * 9, (6,) * 8)) == {"fifty", "quick-pig"}
    assert of_first(pig((6,) * 8, (6,) * 8, (6, 6))) == {"no-one", "quick-pig"}
    assert of_first(pig((6,) * 8, (6, 1), (6,) * 8, (6, 6))) == set()
    assert of_first(pig((6,) * 9, target=50)) == {"fifty"}


def race(*moves: tuple[int, Move, tuple[int, ...]], **options: Any) -> Match:
    return of("DK", moves, **{"target": 2000, **options})


def test_dice_10000() -> None:
    six = race((0, Move(Kind.ROLL), (4,) * 6))
    assert of_first(six) == {"six-alike"}
    swept = race(
        (0, Move(Kind.ROLL), (1, 1, 1, 1, 1, 5)),
        (0, Move(Kind.ROLL, (1, 1, 1, 1, 1, 5)), (1, 1, 1, 1, 2, 3)),
        (0, Move(Kind.BANK, (1, 1, 1, 1)), ()),
        (1, Move(Kind.ROLL), (2, 3, 4, 6, 2, 3)),
    )
    assert "large-sweep" in of_first(swept)


def done(number: int, day: date, won: int | None = 1, total: int | None = 100) -> Done:
    at = datetime(day.year, day.month, day.day, 12, number % 60, tzinfo=UTC)
    return Done(number, at, total, None if total is None else total // 20, None, 1, won, late=False)


def test_streaks_of_wins_and_days() -> None:
    start = date(2026, 3, 1)
    days = [0, 0, 1, 2, 4, 5]
    wins = [1, 1, 0, 1, 1, 1]
    found = added(
        done(n, start + timedelta(days=d), w) for n, (d, w) in enumerate(zip(days, wins, strict=True))
    )
    assert (found.wins, found.wins_match, found.run) == (3, 5, 3)
    assert (found.days, found.days_match, found.run_days) == (3, 3, 2)
    assert (found.total, found.total_match) == (100, 0), "the first of equals"
    assert (found.matches, found.won, found.drawn, found.points, found.bars) == (6, 5, 1, 600, [0] * 5 + [6])
    assert Counter(dict(found.bests())) == {What.TOTAL: 100, What.ALIKE: 1, What.WINS: 3, What.DAYS: 3}


def test_a_match_without_opponents_or_total_counts_for_the_day_alone() -> None:
    found = added([done(1, date(2026, 1, 1), won=None, total=None)])
    assert (found.matches, found.contests, found.totals, found.days, found.wins) == (1, 0, 0, 1, None)
    assert Sum().comes_after(datetime(2026, 1, 1, tzinfo=UTC), 1)


def test_times_begin_on_mondays_and_firsts() -> None:
    day = date(2026, 1, 1)
    assert spans.begins(Span.WEEK, day) == date(2025, 12, 29)
    assert spans.begins(Span.MONTH, day) == spans.begins(Span.YEAR, day) == day
    assert spans.before(Span.MONTH, day) == date(2025, 12, 1)
    assert spans.before(Span.WEEK, date(2025, 12, 29)) == date(2025, 12, 22)
    for span in (Span.WEEK, Span.MONTH, Span.YEAR):
        first = spans.begins(span, day)
        assert spans.before(span, spans.after(span, first)) == first
        assert spans.begins(span, spans.after(span, first)) == spans.after(span, first)
    assert spans.after(Span.EVER, spans.EVER) == date.max


def test_bars_are_round_and_hold_every_total() -> None:
    assert {code: bar_width(rules) for code, rules in RULES.items()} == {
        "BZ": 20,
        "BD": 60,
        "BT": 120,
        "DG": 120,
        "BX": 20,
        "BO": 20,
        "DK": 500,
        "PG": 5,
    }
    assert bar_of(RULES["BZ"], -5) == 0
    assert bar_of(RULES["DK"], 10**6) == 39


def test_columns_count_only_where_there_are_several() -> None:
    assert kept_of(RULES["BT"]) == (What.TOTAL, What.COLUMN, What.ALIKE, What.WINS, What.DAYS)
    assert kept_of(RULES["BO"]) == (What.TOTAL, What.ALIKE, What.WINS, What.DAYS)
    assert kept_of(RULES["PG"]) == (What.TOTAL, What.WINS, What.DAYS)
