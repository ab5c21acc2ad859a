"""What a decision would change is said before it is made."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.match import play
from ladders.events import foreseeing, mending
from ladders.models import Entry
from tests.ladders.events import begun, open_matches, opened, players
from tests.ladders.test_mending import fixtures, of, points
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_what_is_foreseen_is_what_comes(alice: User, bob: User, director: User) -> None:
    event = begun(opened("league", matches=1, pace="turns"), [alice, bob])
    fixture = of(event)
    names = [Entry.objects.get(pk=seat).name for seat in fixture.seats]
    said = foreseeing.deciding(fixture, [2, 1])
    assert any(line.startswith(f"{names[1]}: 0 points become 2 points") for line in said)
    assert any("complete" in line for line in said)
    assert set(points(event).values()) == {"0"}, "nothing was changed"
    mending.adjudicate(fixture.pk, [2, 1], director, "x")
    work()
    assert points(event) == {names[0]: "1", names[1]: "2"}
    said = foreseeing.correcting(of(event), [1, 1], [])
    assert any("1.5 points" in line for line in said)
    assert any("ratings" in line for line in said)
    assert any("2 points become 0 points" in line for line in foreseeing.discounting(of(event)))


def test_what_is_foreseen_gives_no_hidden_card_away(alice: User, bob: User) -> None:
    event = begun(opened("score", target=5000), [alice, bob])
    fixture = of(event)
    shown = foreseeing.deciding(fixture, [1, 2])
    match = open_matches(event)[0]
    seat = match.seats.select_related("player").order_by("index")[0]
    assert seat.player
    for _move in range(6):
        match.refresh_from_db()
        seat.refresh_from_db()
        move = match.rules.moves(match.table, seat.index)[-1]
        assert seat.player
        play.move(match.pk, seat.player, play.version_for(match, seat), move)
    assert foreseeing.deciding(fixture, [1, 2]) == shown
    assert any("hidden" in line for line in shown)


def test_a_tie_is_foreseen(director: User) -> None:
    event = begun(opened("knockout"), players(2))
    one, other = fixtures(event)
    mending.adjudicate(one.pk, [1, 2], director, "x")
    work()
    winner = Entry.objects.get(pk=one.seats[0]).name
    other.refresh_from_db()
    said = foreseeing.deciding(other, [2, 1])
    assert any(line.startswith(f"{winner} wins the tie against") for line in said), said
