"""What staff choose from on a ladder: who waits longest comes first, and nobody who cannot play is found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import cast

import pytest
from django import forms
from django.utils import timezone

from accounts.models import User
from ladders.ladder import forms as ladder_forms
from ladders.ladder.forms import ChallengeForm, PlaceForm, RestoreForm
from ladders.models import Challenge, Ladder
from tests.ladders.test_climbing import stand

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


def choices(form: forms.Form, field: str) -> list[str]:
    """The values that can be chosen."""
    found = cast("forms.ChoiceField", form.fields[field])
    return [str(value) for value, _said in cast("Sequence[tuple[str, str]]", found.choices)]


def backwards(count: int) -> list[timedelta]:
    """Ages for so many rows in the order in which they are made: each is older than the one before it."""
    return [timedelta(hours=number) for number in range(1, count + 1)]


def test_open_challenges_stand_there_the_one_that_waits_longest_first(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = stand(ladder, 4)
    made = [Challenge.objects.create(ladder=ladder, challenger=who[0], defender=one) for one in who]
    for one, age in zip(made, backwards(4), strict=True):
        Challenge.objects.filter(pk=one.pk).update(at=timezone.now() - age)
    Challenge.objects.filter(pk=made[3].pk).update(over_at=timezone.now())
    keys = [str(one.pk) for one in (made[2], made[1], made[0])]
    assert choices(ChallengeForm(None, ladder=ladder), "challenge") == keys
    monkeypatch.setattr(ladder_forms, "SHOWN", 2)
    assert choices(ChallengeForm(None, ladder=ladder), "challenge") == keys[:2]


def test_who_was_removed_or_frozen_longest_stands_first(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = stand(ladder, 7)
    for player, age in zip(who[:3], backwards(3), strict=True):
        ladder.removals.create(player=player, rung=1)
        ladder.removals.filter(player=player).update(at=timezone.now() - age)
        ladder.rungs.filter(player=player).delete()
    for player, age in zip(who[3:6], backwards(3), strict=True):
        ladder.rungs.filter(player=player).update(frozen_at=timezone.now() - age)
    removed, cold = ([str(player.pk) for player in some[::-1]] for some in (who[:3], who[3:6]))
    assert choices(RestoreForm(None, ladder=ladder), "what") == [*removed, *cold]
    monkeypatch.setattr(ladder_forms, "SHOWN", 2)
    assert choices(RestoreForm(None, ladder=ladder), "what") == [*removed[:2], *cold[:2]]


@pytest.mark.parametrize("change", [{"is_active": False}, {"robot": "strong"}, {"guest": True}])
def test_who_cannot_stand_on_a_ladder_is_not_found(
    ladder: Ladder, alice: User, change: dict[str, object]
) -> None:
    given = {"player": "ALICE", "rung": 1, "why": "It must be."}
    assert PlaceForm(given, ladder=ladder).is_valid(), "in any case"
    User.objects.filter(pk=alice.pk).update(**change)
    assert "player" in PlaceForm(given, ladder=ladder).errors
