"""A folded match lies in its row, however many numbers of their own its players had."""

from __future__ import annotations

import secrets

import pytest
from django.db import connection

from accounts.models import User
from games.match import folding
from games.models import Folded, Match
from games.packed import Contents, Logged, pack
from tests.games.tables import begin, resigned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
AS_BEFORE = "ALTER TABLE games_folded RESET (toast_tuple_target)"
AS_NOW = "ALTER TABLE games_folded SET (toast_tuple_target = 8160)"


def large(match: Match, numbers: int = 180) -> Folded:
    """What is kept of a match in which so many numbers came that no other tells."""
    moves = tuple(
        Logged(0, "roll", (), "", (1, 2, 3, 4, 5), (serial,), (secrets.token_hex(16),), 60_000_000 * serial)
        for serial in range(1, numbers + 1)
    )
    resigned(match)
    folding.fold([match.pk])
    Folded.objects.filter(match=match).update(packed=pack(Contents(moves, {})))
    return Folded.objects.get(match=match)


def is_outside(row: Folded) -> bool:
    return Folded.objects.filter(pk=row.pk).annotate(outside=folding.OUTSIDE).get().outside


def asked(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_it_lies_in_its_row(alice: User, bob: User) -> None:
    row = large(begin("BO", alice, bob))
    assert len(row.packed) > 2040
    assert not is_outside(row)


def test_what_was_put_beside_the_table_is_brought_into_it(alice: User, bob: User) -> None:
    asked(AS_BEFORE)
    row = large(begin("BO", alice, bob))
    assert is_outside(row)
    contents = row.contents
    asked("SET CONSTRAINTS ALL IMMEDIATE")  # none may wait while a table is altered
    asked(AS_NOW)
    assert folding.fold_again() == folding.Run(1)
    assert not is_outside(row)
    brought = Folded.objects.get(pk=row.pk)
    assert (bytes(brought.packed), brought.contents) == (bytes(row.packed), contents)
    assert folding.fold_again() == folding.Run(0)
