"""A small season of every format and every game, checked against the records alone."""

from __future__ import annotations

import pytest

from games.rules import RULES
from ladders.formats import FORMATS
from ladders.models import Event
from ladders.season import PLAN, Season
from tests.long import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_the_plan_holds_every_format_and_every_game() -> None:
    assert {form for form, *_ in PLAN} | {"champions"} == set(FORMATS)
    assert {code for _, code, *_ in PLAN} == set(RULES)


@pytest.mark.parametrize(
    "formats", sample([{"knockout"}, {"score", "team", "arena"}], {"knockout"}), ids=["knockout", "others"]
)
def test_a_small_season_ends_and_every_table_is_right(
    monkeypatch: pytest.MonkeyPatch, formats: set[str]
) -> None:
    codes = {"BO", "BZ"}
    quick = tuple(plan for plan in PLAN if plan[0] in formats and plan[1] in codes)
    monkeypatch.setattr("ladders.season.PLAN", quick)
    season = Season(seed=3, scale=0.2)
    lines = list(season.run())
    assert season.faults == []
    assert len(lines) == len(quick) + 1
    assert Event.objects.filter(status=Event.Status.REVIEW).count() == len(quick)


def test_a_table_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladders.season.PLAN", (("league", "BO", 4, {"matches": 1}),))
    season = Season(seed=1, scale=0.2)
    event = season._begin("league", "BO", 4, {"matches": 1})
    season._play(event)
    season._check(event)
    assert season.faults == []
    event.sections.get().places.filter(rank=1).update(points="99")
    season._check(event)
    assert season.faults
