"""Teams play the same dice: from their entry to the table."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from ladders.events import lifecycle, teams
from ladders.formats import base, duplicate
from ladders.models import Event, Place
from tests.games.tables import play_out
from tests.ladders.events import opened
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def entered(event: Event, *named: tuple[User, User]) -> None:
    for number, (captain, other) in enumerate(named):
        team = teams.make_team(event.pk, captain, f"Team {number}", [other])
        teams.accept(team.pk, other)


def test_two_teams_play_their_boards_with_the_same_dice(
    alice: User, bob: User, carol: User, django_user_model: type[User]
) -> None:
    dan = django_user_model.objects.create_user("dan", "dan@example.org")
    event = opened("duplicate", code="BO", pace="duplicate", matches=1)
    entered(event, (alice, bob), (carol, dan))
    lifecycle.start(event.pk)
    work()
    boards = list(Match.objects.filter(event=event.pk).order_by("pk"))
    assert len(boards) == duplicate.BOARDS
    assert {match.pace for match in boards} == {Pace.DUPLICATE}
    assert len({match.deal_id for match in boards}) == duplicate.BOARDS
    expected = {"Team 0": 0, "Team 1": 0}
    for number, match in enumerate(boards):
        play_out(match, seed=number)
        totals = [seat.total for seat in match.seats.order_by("index")]
        for seat, (mine, theirs) in zip(match.seats.order_by("index"), (totals, totals[::-1]), strict=True):
            team = "Team 0" if seat.player in {alice, bob} else "Team 1"
            expected[team] += duplicate.match_points(mine - theirs, duplicate.UNITS["BO"])
    work()
    found = Place.objects.filter(section__event=event).select_related("entry__team")
    assert {place.entry.name: int(place.points) for place in found} == expected


def test_it_is_played_at_no_other_pace() -> None:
    with pytest.raises(base.BadField, match="the pace is “duplicate”"):
        opened("duplicate", code="BO", pace="split")


@pytest.mark.parametrize("form", ["league", "knockout", "round-robin", "score"])
def test_other_formats_may_be_played_so(form: str) -> None:
    assert opened(form, code="BO", pace="duplicate").apart
