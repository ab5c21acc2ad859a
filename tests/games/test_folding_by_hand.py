"""What is folded by hand, and what is unfolded while somebody reads it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.match import folding
from games.models import Folded, Match
from tests.games.folded import two_by_turns
from tests.games.test_folding import ripe

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_the_command_folds_all_that_is_ripe_and_not_only_what_the_worker_does_at_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "AT_ONCE", 1)
    monkeypatch.setattr(folding.fold_ripe, "__defaults__", (1,))
    ripe(*(two_by_turns("PG", alice, bob) for _ in range(3)))
    assert folding.fold_ripe().folded == 1
    call_command("fold_matches", stdout=StringIO())
    assert Folded.objects.count() == 3


def test_who_reads_a_match_while_it_is_unfolded_sees_it_all_the_same(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    state = match.stored
    folding.fold([match.pk])
    read = Match.objects.get(pk=match.pk)
    assert read.folded
    folding.unfold_all([match.pk])
    assert read.state is None
    assert read.stored == state
