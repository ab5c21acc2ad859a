"""What a month has brought a player."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.match import play
from games.models import Rating, RatingPoint
from games.standings import keeping, queries
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_month_begins_with_the_first_of_matches_that_ended_at_once(alice: User, bob: User) -> None:
    matches = [begin("BZ", alice, bob) for _ in range(3)]
    for match in reversed(matches):  # as the clock may end them, in one pass
        play.resign(match.pk, bob, match.version)
    Rating.objects.update(deviation=60.0)
    RatingPoint.objects.update(at=timezone.now())
    keeping.refresh(alice.pk)
    first, last = (RatingPoint.objects.get(player=alice, match=one) for one in (matches[2], matches[0]))
    [line] = queries.page(queries.of_month("BZ", "duel"), alice, None).lines
    assert line.value == round(last.mean) - round(first.before)
