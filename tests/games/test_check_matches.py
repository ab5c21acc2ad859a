"""The command that replays stored matches and compares."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from accounts.models import User
from games.management.commands.check_matches import differences
from games.match import staff
from games.models import Match, Move, Seat
from games.rules import RULES
from games.rules.base import Pace
from tests.games.tables import begin, legal, make, play_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize("code", RULES)
def test_a_stored_match_agrees_with_its_moves(alice: User, bob: User, code: str) -> None:
    match = begin(code, alice, bob, options={"target": 2000} if code == "DK" else {})
    for _ in range(7):
        if not match.over:  # by a lucky bank
            mover = to_move(match)
            match = make(match, mover, legal(match, mover)[-1])
    assert differences(match.pk) == []
    play_out(match)
    assert differences(match.pk) == []


def test_decided_and_split_matches_agree_too(alice: User, bob: User) -> None:
    decided, voided, split = (
        begin("BZ", alice, bob),
        begin("DK", alice, bob),
        begin("BO", alice, bob, pace=Pace.SPLIT),
    )
    staff.adjudicate(decided.pk, [2, 1], "why")
    staff.void(voided.pk, "why")
    play_out(split)
    for match in (decided, voided, split):
        assert differences(match.pk) == []


def test_every_kind_of_damage_is_found(alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    state = Match.objects.get(pk=match.pk).state
    assert state
    Seat.objects.filter(match=match, index=0).update(total=9999)
    assert any("totals" in found for found in differences(match.pk))
    Match.objects.filter(pk=match.pk).update(version=1)
    assert any("counted" in found for found in differences(match.pk))
    Match.objects.filter(pk=match.pk).update(state={**state, "turn": 1 - state["turn"]})
    assert any("state" in found for found in differences(match.pk))
    Seat.objects.filter(match=match).update(place=5)
    assert any("places" in found for found in differences(match.pk))
    Move.objects.filter(match=match, kind="score").order_by("number")[:1].get().delete()
    assert any("replayed" in found for found in differences(match.pk))


def test_the_command_ends_with_1_where_something_differs(
    alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    match = play_out(begin("BO", alice))
    call_command("check_matches", match.pk)
    Seat.objects.filter(match=match).update(total=1)
    with pytest.raises(SystemExit) as ended:
        call_command("check_matches")
    assert ended.value.code == 1
    assert f"match {match.pk}" in capsys.readouterr().err
