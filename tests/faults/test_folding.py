"""Folding beside all that may happen at the same moment: it is done once, whole, or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.management.commands.check_matches import differences
from games.match import folding, locked, staff
from games.models import Folded, Match, Move
from tests.at_once import PATIENCE, at_once
from tests.games.folded import STORED_BOAT, first_move, record_of, rows, two_by_turns
from tests.games.tables import begin, make, resigned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]


@pytest.fixture
def decided(alice: User, bob: User) -> Match:
    """A match that somebody decided after its first roll."""
    match = begin("BO", alice, bob)
    make(match, *first_move(match))
    return staff.adjudicate(match.pk, [1, 2], "So it is.")


class Died(Exception):
    """The connection was lost."""


def dying(after: int) -> Callable[..., Any]:
    """What lets so many statements through, and no more."""
    left = iter(range(after))

    def die(execute: Callable[..., Any], *asked: Any) -> Any:
        if next(left, None) is None:
            raise Died
        return execute(*asked)

    return die


def test_wherever_it_dies_nothing_is_half_folded(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    before = rows(match)
    for last in range(1, 20):
        try:
            with connection.execute_wrapper(dying(last)):
                done = folding.fold([match.pk])
        except Died:
            assert rows(match) == before
            assert not Folded.objects.exists()
            continue
        assert done == folding.Run(1)
        assert last > 4, "it had several statements to die at"
        break
    assert differences(match.pk) == []


KILLED = """
import os, signal, django
django.setup()
from games.match import folding
from games.models import Match

def killed(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)

Match.objects._queryset_class.update = killed
folding.fold([{match}])
"""


def test_a_worker_killed_when_the_moves_are_gone_leaves_them_there(alice: User, bob: User) -> None:
    match = two_by_turns("BO", alice, bob)
    before = rows(match)
    settings = connection.settings_dict
    database = f"postgres://{settings['USER']}@{quote(settings['HOST'], safe='')}/{settings['NAME']}"
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "boatzee_site.settings"}
    command = [sys.executable, "-c", KILLED.format(match=match.pk)]
    done = subprocess.run(command, env=environment, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert rows(match) == before
    assert folding.fold([match.pk]) == folding.Run(1)


def test_two_workers_at_once_share_what_there_is(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "AT_ONCE", 2)
    matches = [begin("BO", alice, bob) for _ in range(9)]
    for match in matches:
        resigned(match)
    texts = [record_of(match) for match in matches]
    Match.objects.update(ended_at=timezone.now() - timedelta(days=8))
    at_once(*[folding.fold_ripe] * 3)
    assert Folded.objects.count() == Match.objects.filter(folded=True).count() == 9
    assert not Move.objects.exists()
    assert [record_of(match) for match in matches] == texts


class TestADecisionAtTheSameMoment:
    def test_waits_for_what_is_being_folded_and_lets_the_match_go_on(self, decided: Match) -> None:
        reached, go_on = threading.Event(), threading.Event()

        def stop(execute: Callable[..., Any], sql: str, *asked: Any) -> Any:
            if sql.startswith("DELETE"):
                reached.set()
                assert go_on.wait(PATIENCE)
            return execute(sql, *asked)

        def fold() -> None:
            with connection.execute_wrapper(stop):
                assert folding.fold([decided.pk]) == folding.Run(1)

        def reopen() -> None:
            assert reached.wait(PATIENCE)
            threading.Timer(0.3, go_on.set).start()
            staff.reopen(decided.pk)

        at_once(fold, reopen)
        decided.refresh_from_db()
        assert (decided.status, decided.folded) == (Match.Status.RUNNING, False)
        assert decided.moves.count() == decided.version
        assert differences(decided.pk) == []

    def test_is_passed_over_while_it_holds_the_match(self, decided: Match) -> None:
        with transaction.atomic():
            locked.lock(decided.pk)
            assert at_once(lambda: folding.fold([decided.pk])) == [folding.Run(0)]
            staff.reopen(decided.pk)
        assert folding.fold([decided.pk]) == folding.Run(0)
        assert differences(decided.pk) == []

    def test_holds_up_nothing_that_packs_anew_and_is_passed_over_by_it(self, decided: Match) -> None:
        folding.fold([decided.pk])
        Folded.objects.update(packed=bytes.fromhex(STORED_BOAT))
        with transaction.atomic():
            locked.lock(decided.pk)
            assert at_once(folding.fold_again) == [folding.Run(0)]
        assert folding.fold_again() == folding.Run(1)
