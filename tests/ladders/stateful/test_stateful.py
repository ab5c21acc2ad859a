"""A little of `make season`: events of every format, under what Hypothesis chooses and under seeds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from ladders.formats import FORMATS
from tests.ladders.stateful import plans
from tests.ladders.stateful.__main__ import FEWEST, say
from tests.ladders.stateful.play import STEPS, end, happen, play
from tests.ladders.stateful.world import World

pytestmark = pytest.mark.django_db
EXAMPLES = 1
"""Of each format; `make season` plays thousands."""
SEEDS = st.integers(0, 10_000)


class Events(RuleBasedStateMachine):
    """Two events, one of them of this format, and whatever can happen; in the end nobody comes."""

    form = ""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.here: Any = None

    @initialize(seed=SEEDS, other=st.sampled_from(sorted(FORMATS)))
    def begin(self, seed: int, other: str) -> None:
        self.world = World(random.Random(seed))
        self.here = self.world.here()
        self.here.__enter__()
        plans.make(self.world, self.form)
        plans.make(self.world, other)
        happen(self.world, "begin")

    @rule(name=st.sampled_from(sorted(STEPS)), seed=SEEDS)
    def step(self, name: str, seed: int) -> None:
        self.world.choose.seed(seed)
        happen(self.world, name)

    def teardown(self) -> None:
        try:
            if self.here:
                end(self.world)
        finally:
            if self.here:
                self.here.__exit__(None, None, None)
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_whatever_happens_it_holds_and_every_event_ends(form: str) -> None:
    few = settings(
        max_examples=EXAMPLES,
        stateful_step_count=12,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(type(f"Events_{form}", (Events,), {"form": form}), settings=few)


@pytest.mark.parametrize("form", ["champions", "knockout"])
def test_a_seed_plays_the_same_again(form: str) -> None:
    one, other = (_played(f"again {form}", form) for _ in range(2))
    assert one.trail == other.trail
    assert one.made == other.made


def _played(seed: str, form: str) -> World:
    with transaction.atomic():
        world = play(seed, 6, [form, "score"])
        transaction.set_rollback(True)
    return world


def test_a_season_that_did_too_little_of_something_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    made = World(random.Random(1)).made
    made.update(dict.fromkeys(["enter", *STEPS], FEWEST))
    assert say(made, [], 1.0, whole=True) == 0
    made["void"] -= 1
    assert say(made, [], 1.0, whole=True) == 1
    assert "Only 99 times: void" in capsys.readouterr().out
    assert say(made, [], 1.0, whole=False) == 0
