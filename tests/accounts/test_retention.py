"""How long things are kept: the site's own spans, an operator's, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import retention
from accounts.notices import send
from accounts.outbox import PATIENCE

OWN = {name: timedelta(days=span.days) for name, span in retention.SPANS.items()}


@pytest.mark.parametrize("nothing", ["", " ", ","])
def test_where_nothing_is_given_the_spans_are_the_sites_own(nothing: str) -> None:
    assert retention.spans(nothing) == OWN


def test_what_is_given_holds_and_the_others_stay() -> None:
    assert retention.spans("notices=90, lost = 1") == {
        **OWN,
        "notices": timedelta(days=90),
        "lost": timedelta(days=1),
    }


@pytest.mark.parametrize("name", retention.SPANS)
def test_the_least_is_taken_and_less_is_refused(name: str) -> None:
    least = retention.SPANS[name].least
    assert retention.spans(f"{name}={least}")[name] == timedelta(days=least)
    with pytest.raises(retention.BadSpan, match=name):
        retention.spans(f"{name}={least - 1}")
    assert least <= retention.SPANS[name].days


@pytest.mark.parametrize(
    "bad",
    ["letters=5", "=5", "notices", "notices=", "notices=-60", "notices=1e3", "notices=²0", "notices=٩٠", "5"],
)
def test_what_is_no_span_is_refused(bad: str) -> None:
    with pytest.raises(retention.BadSpan, match="KEEP_DAYS"):
        retention.spans(bad)


def test_no_span_is_longer_than_a_date_can_be() -> None:
    assert retention.spans(f"notices={retention.MOST}")
    with pytest.raises(retention.BadSpan):
        retention.spans(f"notices={retention.MOST + 1}")


def test_what_was_told_is_known_for_as_long_as_something_may_tell_it_again() -> None:
    assert timedelta(days=retention.SPANS["settled"].least) > PATIENCE
    assert timedelta(days=retention.SPANS["notices"].least) > 2 * send.PATIENCE
    assert timedelta(days=retention.SPANS["errands"].least) > PATIENCE
