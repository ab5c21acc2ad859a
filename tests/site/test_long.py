"""What takes long is left out where all tests are run, and there alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.long import leave_out, sample

CASES = [("BO", 1), ("BO", 2), ("DK", 1)]


def kept(found: list[Any]) -> list[Any]:
    return [case.values for case in found if not case.marks]


def test_a_case_is_kept_by_itself_or_by_its_first_value() -> None:
    assert kept(sample(CASES, "BO")) == [("BO", 1), ("BO", 2)]
    assert kept(sample(CASES, ("BO", 2), "DK")) == [("BO", 2), ("DK", 1)]
    assert [case.values for case in sample(CASES, "DK")] == CASES, "all of them are tried with make long"


def test_what_is_no_case_is_not_kept_in_silence() -> None:
    with pytest.raises(ValueError, match="no case of"):
        sample(CASES, "BO", "XX")


@pytest.mark.parametrize(
    ("named", "marks", "left"),
    [
        (["tests"], "", ["quick"]),
        (["tests"], "browser", ["quick"]),
        (["tests"], "long", ["quick", "slow"]),
        (["tests/site"], "", ["quick", "slow"]),
        (["tests/site/test_make.py"], "", ["quick", "slow"]),
    ],
)
def test_it_is_left_out_unless_it_is_named_or_asked_for(
    named: list[str], marks: str, left: list[str]
) -> None:
    told: list[Any] = []

    def tell(items: list[Any]) -> None:
        told.extend(items)

    config: Any = SimpleNamespace(
        args=named,
        getini=lambda _: ["tests"],
        option=SimpleNamespace(markexpr=marks),
        hook=SimpleNamespace(pytest_deselected=tell),
    )
    items: list[Any] = [
        SimpleNamespace(name=name, get_closest_marker=lambda _, is_long=is_long: is_long)
        for name, is_long in (("quick", None), ("slow", pytest.mark.long))
    ]
    leave_out(config, items)
    assert [one.name for one in items] == left
    assert [one.name for one in told] == [name for name in ("quick", "slow") if name not in left]
