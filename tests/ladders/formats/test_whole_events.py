"""Whole events by chance, with withdrawals, absences, time-outs and ties: they end, and their tables hold."""

import random
from dataclasses import replace

import pytest

from ladders.formats import FORMATS
from ladders.formats.base import Event, Format, Row, Settings
from tests.ladders.formats.playing import ALL, DESK, PEACE, Trouble, field, play

SIZES = {
    "league": (2, 3, 10, 11, 64, 500),
    "champions": (3, 4),
    "score": (2, 5, 10),
    "team": (2, 4, 10),
    "duplicate": (2, 4, 10),
    "knockout": (2, 3, 5, 8, 31, 100, 500),
    "double": (3, 4, 5, 8, 13, 31, 100, 500),
    "round-robin": (4, 7, 8, 16, 50, 500),
    "swiss": (2, 3, 4, 5, 6, 7, 9, 12, 33, 100, 500),
    "arena": (2, 3, 4, 5, 8, 33, 100),
}
FEW = {code: [size for size in sizes if size <= 33][-1] for code, sizes in SIZES.items()}
NOBODY = Trouble(nobody=1.0)
TROUBLES = (PEACE, ALL, Trouble(withdrawal=0.3, nobody=0.2, late=1.0), DESK, NOBODY)
SMALL, LARGE = 16, 500
EVERYTHING = replace(DESK, time_out=0.05)
"""The one trouble of the largest fields: each mishap that any of the others has."""
CASES = [
    (code, size, trouble)
    for code, sizes in SIZES.items()
    for size in sizes
    for trouble in (TROUBLES if size < LARGE else [EVERYTHING])
]
SETTINGS = Settings(matches=6, target=1500)


def members(code: str) -> int:
    return 3 if FORMATS[code].TEAMS else 1


def check_table(form: Format, event: Event, rows: tuple[Row, ...]) -> None:
    """Everybody once; ranks that count; each row no better than the one above in points and tie-breaks."""
    assert sorted(row.entrant for row in rows) == sorted(entrant.id for entrant in event.entrants)
    ranked = [row for row in rows if row.rank is not None]
    assert rows[: len(ranked)] == tuple(ranked)

    def worth(row: Row) -> list[object]:
        values = zip(row.values, form.COLUMNS, strict=True)
        return [row.points, *(-value if column.fewer else value for value, column in values)]

    for number, row in enumerate(ranked):
        level = next(i for i, other in enumerate(ranked) if worth(other) == worth(row))
        if hasattr(form, "bracket"):  # a place that nobody came to is left free
            assert row.rank is not None
            assert row.rank >= 1 + level
            assert row.rank == ranked[level].rank
        else:
            assert row.rank == 1 + level
        assert number == 0 or worth(ranked[number - 1]) >= worth(row)


@pytest.mark.parametrize(
    ("code", "size", "trouble"),
    [pytest.param(*case, marks=[pytest.mark.long] if case[1] > SMALL else []) for case in CASES],
)
def test_an_event_of_any_size_ends_with_a_table_of_everybody(code: str, size: int, trouble: Trouble) -> None:
    form = FORMATS[code]
    rng = random.Random(f"{code} {size} {trouble}")
    for _ in range(1 if size > 64 else 4):
        stages = play(form, field(size, members(code)), rng, SETTINGS, trouble)
        for event in (section for stage in stages for section in stage):
            rows = form.standings(event)
            check_table(form, event, rows)
            ranks = [row.rank for row in rows if row.rank is not None]
            assert len(set(ranks)) == len(ranks) or code != "round-robin", "a total order"
            assert ranks.count(1) == 1 or code not in {"knockout", "double"} or trouble != PEACE, (
                "one champion"
            )
        if trouble == PEACE and form.rounds(size, SETTINGS) is not None:
            last = max(fixture.round for fixture in stages[-1][0].fixtures)
            expected = len(stages) if len(stages) > 1 else last
            assert form.rounds(size, SETTINGS) in ({last, last + 1} if code == "double" else {expected})


@pytest.mark.parametrize("code", FORMATS)
def test_the_order_in_which_results_come_in_changes_no_table(code: str) -> None:
    form = FORMATS[code]
    rng = random.Random(f"order {code}")
    for _ in range(5):
        event = play(form, field(FEW[code], members(code)), rng, SETTINGS)[0][0]
        results, fixtures, entrants = list(event.results.items()), list(event.fixtures), list(event.entrants)
        for shuffled in (results, fixtures, entrants):
            rng.shuffle(shuffled)
        again = replace(event, results=dict(results), fixtures=tuple(fixtures), entrants=tuple(entrants))
        assert form.standings(again) == form.standings(event)
        assert form.over(again)
        assert form.advance([again]) == form.advance([event])


@pytest.mark.parametrize("code", FORMATS)
def test_the_next_fixtures_do_not_depend_on_the_order_of_results(code: str) -> None:
    form = FORMATS[code]
    rng = random.Random(f"next {code}")
    event = play(form, field(FEW[code], members(code)), rng, SETTINGS, PEACE)[0][0]
    for number in range(1, max(fixture.round for fixture in event.fixtures)):
        fixtures = tuple(fixture for fixture in event.fixtures if fixture.round <= number)
        keys = {fixture.key for fixture in fixtures}
        results = [(key, result) for key, result in event.results.items() if key in keys]
        wanted = form.next_fixtures(replace(event, fixtures=fixtures, results=dict(results)))
        rng.shuffle(results)
        mixed = tuple(rng.sample(fixtures, len(fixtures)))
        assert form.next_fixtures(replace(event, fixtures=mixed, results=dict(results))) == wanted
        early = hasattr(form, "bracket")  # where ties begin as soon as their players are known
        assert early or {fixture.round for fixture in wanted} <= {number, number + 1}
