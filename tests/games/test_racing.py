"""When two races come to the same for whoever plays in them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.positions.racing import are_alike
from games.rules import RULES
from games.rules.base import Pace

RULES_OF_PIG = RULES["PG"]
THREE = replace(
    RULES_OF_PIG.start(3, RULES_OF_PIG.clean_options({}), Pace.TURNS, 0), banked=(40, 60, 25), resigned=(2,)
)


@pytest.mark.parametrize(
    ("changes", "alike"),
    [
        ({"banked": (60, 40, 25)}, True),
        ({"banked": (40, 60, 90)}, True),
        ({"banked": (40, 60, 90), "target": 120}, True),
        ({"banked": (60, 80, 25), "target": 120}, True),
        ({"banked": (60, 80, 90), "target": 120}, True),
        ({"banked": (40, 61, 25)}, False),
        ({"banked": (60, 80, 25)}, False),
        ({"resigned": ()}, False),
    ],
)
def test_who_has_left_counts_for_nothing_and_equal_totals_or_lacks_for_all(
    changes: dict[str, object], alike: bool
) -> None:
    other = replace(THREE, **changes)
    assert are_alike(THREE, other) is alike
    assert are_alike(other, THREE) is alike
