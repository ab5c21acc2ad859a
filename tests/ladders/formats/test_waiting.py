"""What events wait for, and those that wait for nothing."""

from types import SimpleNamespace
from typing import cast

from ladders.formats import knockout, round_robin
from ladders.formats.base import Event, Format, RollOff
from ladders.formats.waiting import For, waits_for
from tests.ladders.formats.playing import at, field, score, unplayed, with_fixtures, with_results, withdraw


def test_first_fixtures_then_results_then_dice_then_nothing() -> None:
    event = Event(field(4))
    assert waits_for(round_robin, event) == For.FIXTURES
    assert len(round_robin.next_fixtures(event)) == 12
    event = with_fixtures(round_robin, event)
    assert waits_for(round_robin, event) == For.RESULTS
    assert round_robin.to_play(event) == event.fixtures
    level = with_results(event, {f.key: score(f, dict.fromkeys(f.seats, 1)) for f in event.fixtures})
    assert waits_for(round_robin, level) == For.ROLL_OFF
    assert round_robin.roll_offs(level) == (RollOff((101, 102, 103, 104)),)
    decided = with_results(event, {f.key: score(f, {s: s for s in f.seats}) for f in event.fixtures})
    assert waits_for(round_robin, decided) == For.NOTHING


def test_an_open_match_of_a_tie_that_is_decided_is_waited_for_by_nobody() -> None:
    event = withdraw(with_fixtures(knockout, Event(field(8))), 108, 1)
    assert {fixture.pairing for fixture in knockout.to_play(event)} == {2, 3, 4}
    event = with_results(event, {f.key: unplayed(f, at(2)) for f in event.fixtures if f.pairing > 1})
    assert waits_for(knockout, event) == For.NOTHING


def test_an_event_that_is_not_over_and_waits_for_nothing_is_found() -> None:
    """As a round robin with a level roll-off was, when its format asked for one roll-off only."""
    stuck = SimpleNamespace(**{**vars(round_robin), "roll_offs": lambda event: ()})
    event = with_fixtures(round_robin, Event(field(4)))
    level = with_results(event, {f.key: score(f, dict.fromkeys(f.seats, 1)) for f in event.fixtures})
    assert waits_for(cast("Format", stuck), level) == For.STALLED
