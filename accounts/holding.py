"""Keeping accounts open while something is written that refers to them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection


def hold(players: Iterable[int]) -> list[int]:
    """The accounts among these that still exist; none of them can be closed until the transaction ends.

    Whoever seats or rates a player holds it first: were the account closed meanwhile, the foreign key would
    fail at the commit. Holders do not wait for one another, only for an account that is being closed.
    """
    with connection.cursor() as cursor:  # Django has no way to say FOR KEY SHARE
        cursor.execute(
            "SELECT id FROM accounts_user WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE", [sorted(players)]
        )
        return [pk for (pk,) in cursor.fetchall()]
