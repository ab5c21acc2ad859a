"""The tables of races as they are kept, and the advisor's play beside the robot's."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
import pytest

from games.analysis import ten_thousand
from games.analysis.race import duel_build, pig_chances
from games.analysis.race.duel import Places
from games.analysis.race.tables import DICE_10000_TABLES, PIG_TABLES, DuelTable, PigFile
from games.rules.base import Kind
from games.rules.ten_thousand.scoring import Scoring
from tests.benchmarks import race_matches
from tests.games.analysis.race_tables import DK, ROUGH, advisor, duel, played

pytestmark = pytest.mark.xdist_group("tables of Dice 10000")  # built once


def test_every_table_has_a_name_of_its_own_and_says_its_version() -> None:
    tables: list[DuelTable | PigFile] = [*DICE_10000_TABLES, *PIG_TABLES]
    assert len({table.name for table in tables}) == len(tables) == 6
    assert all(table.name.replace("-", "").isalnum() and table.name.islower() for table in tables)
    assert {table.version for table in tables} == {"1, DK 1", "1, PG 1"}


@pytest.mark.parametrize("pick_up", [True, False])
def test_what_is_kept_of_a_duel_says_what_was_built(pick_up: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = DuelTable(Scoring.STANDARD, pick_up=pick_up)
    monkeypatch.setattr(duel_build, "build", partial(duel_build.build, distances=ROUGH[:5]))
    told: list[float] = []
    read = table.duel(table.build(told.append))
    assert told == sorted(told)
    assert told[-1] == 1.0
    built = duel(Scoring.STANDARD, pick_up=pick_up, distances=ROUGH[:5])
    mine, theirs = (Places(np.array(steps), np.array([True, True])) for steps in ([1, 5], [3, 2]))
    assert read.fresh(mine, theirs) == pytest.approx(built.fresh(mine, theirs), abs=1e-6)
    assert (read.offered is None) == (not pick_up)
    if pick_up:
        points = np.array([7, 2])
        kept, made = (each.picked_up(mine, theirs, points) for each in (read, built))
        assert kept == pytest.approx(made, abs=1e-5)


def test_what_is_kept_of_pig_says_what_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pig_chances.TARGETS, 1, (10, 20))
    told: list[float] = []
    kept = PigFile(1)
    read = kept.tables(kept.build(told.append))
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
    assert list(read.tables) == [10, 20]
    # With one die only distances matter: both tables say the same of the same ones.
    for kind in ("plain", "first", "second"):
        small, large = (getattr(read.tables[target], kind) for target in (10, 20))
        assert small == pytest.approx(large[:11, :11], abs=3e-5)


def test_many_matches_side_by_side_are_played_as_the_advisor_and_the_robot_play() -> None:
    chance, table = Random(5), duel(Scoring.STANDARD, pick_up=True)
    for _ in range(12):
        state = played(chance, 2, target=2000)
        if not state.roll or state.opener is not None:
            continue
        own, other = state.seat, 1 - state.seat
        distance = [(2000 - state.banked[seat]) // 50 for seat in (own, other)]
        match = race_matches.Match(distance, [state.on_table[own], state.on_table[other]], 0)
        ((_, reckoned),) = race_matches._reckoned(table, [match])
        allowed = race_matches.ways(state.scoring, len(state.roll) % 6, tuple(sorted(state.roll)))
        points = state.points // 50
        way, banks = race_matches._best(points, allowed, *reckoned)
        value = (
            reckoned[1][points + way.added, way.dice % 6]
            if banks
            else reckoned[0][points + way.added, way.hand]
        )
        assert value == pytest.approx(advisor().choices(DK, state, own)[0].chance, abs=1e-5)
        match.distance, match.on_table = match.distance[::-1], match.on_table[::-1]
        way, banks = race_matches._robots(match, 1, state.scoring, points, allowed)
        move = ten_thousand.strong(DK, state, own)
        assert (move.kind is Kind.BANK) == banks
        assert (len(state.roll) - len(move.keep) or 6) == way.dice


@pytest.mark.parametrize("scoring", Scoring)
def test_it_wins_more_than_half_against_the_strong_robot(scoring: Scoring) -> None:
    assert race_matches.play(duel(scoring, pick_up=True), 500, 2000, Random(1)) > 250
