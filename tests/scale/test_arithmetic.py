"""docs/scale.md says what the figures make of its assumptions, and the figures are those measured."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from boatzee_site.local import ROOT
from tests.scale import __main__ as program
from tests.scale.arithmetic import MEASURED, PLAYERS, Assumed, kept, money, needed, size, traffic
from tests.scale.tables import all_of, bytes_of, number

HERE = Assumed()
PAPER = (ROOT / "docs" / "scale.md").read_text()


@pytest.mark.parametrize("name", all_of(HERE))
def test_the_paper_has_each_table_as_it_is_reckoned(name: str) -> None:
    assert all_of(HERE)[name] in PAPER


@pytest.mark.parametrize("figure", MEASURED.values(), ids=MEASURED)
def test_each_figure_stands_where_it_is_said_to_stand(figure: tuple[object, ...]) -> None:
    _what, value, _unit, file, says = figure
    assert value
    assert says
    assert str(says) in (ROOT / str(file)).read_text()


def test_every_assumption_lies_within_what_it_may_be_and_changes_something() -> None:
    def told(by: Assumed) -> tuple[dict[str, str], list[tuple[float, float]]]:
        """The tables but for what is assumed itself, and money, of which they tell two figures."""
        tables = {name: table for name, table in all_of(by).items() if name != "assumed"}
        return tables, [money(size(players, by), by) for players in PLAYERS]

    before = told(HERE)
    for one in fields(HERE):
        least, most = one.metadata["least"], one.metadata["most"]
        assert least < getattr(HERE, one.name) < most or getattr(HERE, one.name) in {least, most}
        for other in {least, most} - {getattr(HERE, one.name)}:
            assert told(replace(HERE, **{one.name: other})) != before, one.name


def test_twice_the_players_are_twice_as_much() -> None:
    one, two = (size(players, HERE) for players in (1e7, 2e7))
    assert [*two] == pytest.approx([2 * value for value in one])
    assert [*kept(two, HERE)] == pytest.approx([2 * value for value in kept(one, HERE)])
    assert traffic(two, HERE) == pytest.approx(2 * traffic(one, HERE))


def test_by_hand() -> None:
    by = replace(HERE, active=0.1, matches=2, moves=100, sets=80, peak=2.4, load=0.5, primary=1000)
    of = size(36e6, by)
    assert (of.active, of.matches, of.moves) == (3.6e6, 3.6e6, 3.6e8)
    assert (of.moves_peak, of.sets_peak) == pytest.approx((10_000, 8_000))
    assert kept(of, by).folded == pytest.approx(3.6e6 * 365 * 2810)
    found = needed(of, by)
    assert (found.primaries, found.players) == (10, 5)
    assert found.web == 155  # 10,000 times 2.8 ms and 15,000 times 3.3 ms are 77.5 cores
    assert found.machines["Postgres"] == 45


def test_nothing_is_there_only_once_and_a_cloud_costs_more() -> None:
    for players in (1, *PLAYERS):
        of = size(players, HERE)
        assert min(needed(of, HERE).machines.values()) >= 2
        low, high = money(of, HERE)
        assert 0 < low < high


def test_numbers_are_told_in_two_figures() -> None:
    told = [number(value) for value in (0.0312, 0.5, 7.06, 71, 284, 28_356, 9.8e6)]
    assert told == ["0.031", "0.50", "7.1", "71", "284", "28,000", "9,800,000"]
    assert [bytes_of(value) for value in (0, 999, 3300, 4.5e12)] == ["0 B", "999 B", "3.3 kB", "4.5 TB"]


def test_a_reader_puts_others_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["scale", "--active", "0.2", "--page-postgres", "1"])
    program.main()
    said = capsys.readouterr().out
    assert all_of(replace(HERE, active=0.2, page_postgres=1))["ends"] in said
    assert all_of(HERE)["ends"] not in said
