"""No statement of a move joins what would lie apart but those that are named: seen by what is really sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts import outbox
from accounts.models import User
from games.match import statements
from games.models import Move
from games.rules import RULES
from games.rules.base import Pace
from statements import Statement
from tests.games.tables import begin
from tests.scale.captured import Asked, captured
from tests.scale.groups import ENDING, HOME, JOINED, OTHER_KEYS, TABLES, Group, groups_of, lie_together
from tests.scale.playing import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("far", "pool")]

OPTIONS = {"DK": {"target": 2000}}
FAMILIES = {rules.family: code for code, rules in RULES.items()}
GAMES = [*((code, Pace.TURNS) for code in FAMILIES.values()), (FAMILIES["cards"], Pace.SPLIT)]
"""A game of each family, and one that both play at the same time."""


def whole_match(code: str, pace: Pace, players: tuple[User, User]) -> tuple[Table, list[Asked], list[Asked]]:
    """A match over HTTP, with numbers of the players' own; and what was asked from the first look at the
    table to the last, and by the worker behind it.
    """
    table = Table(begin(code, *players, pace=pace, options=OPTIONS.get(code)), *players)
    with captured() as asked:
        table.look()
        while not table.match.over:
            table.move(swaps=bool(table.match.version % 2))
        table.look()
    with captured() as followed:
        for kind in settings.OUTBOX:
            outbox.follow_up(kind)
    return table, asked, followed


def apart(asked: Iterable[Asked]) -> dict[frozenset[str], str]:
    """Of those that name what lies apart: the tables, and one of the statements."""
    return {one.tables: one.sql for one in asked if not lie_together(one.tables)}


def by_other_keys(asked: Iterable[Asked], match: int, players: Iterable[int]) -> Iterator[str]:
    """Those that name neither the match nor a player where they ask for rows that lie by these."""
    for one in asked:
        groups = groups_of(one.tables)
        wanted = [match] if Group.MATCH in groups else [*players] if groups == {Group.PLAYER} else []
        if wanted and not one.mentions(*wanted):
            yield one.sql


def written_elsewhere(asked: Iterable[Asked]) -> list[set[str]]:
    """For each transaction that writes at a match's home the tables that it writes elsewhere."""
    found = []
    for block, within in groupby(asked, lambda one: id(one.block)):
        written = {table for one in within if one.writes for table in one.tables}
        if block != id(None) and any(TABLES[table].group in HOME for table in written):
            found.append({table for table in written if TABLES[table].group not in HOME})
    return found


def test_a_move_joins_what_lies_apart_only_where_it_is_named(alice: User, bob: User) -> None:
    joined: dict[frozenset[str], str] = {}
    others: set[str] = set()
    made = 0
    for code, pace in GAMES:
        table, asked, followed = whole_match(code, pace, (alice, bob))
        own_numbers = Move.objects.filter(match=table.match, numbers__0__gt="")
        assert own_numbers.exists()
        seen = {table for one in asked for table in one.tables}
        assert {"games_match", "games_seat", "games_move", "dicepool_handout", "dicepool_diceset"} <= seen
        joined |= apart([*asked, *followed])
        others |= {*by_other_keys([*asked, *followed], table.match.pk, (alice.pk, bob.pk))}
        *moves, last = written_elsewhere(asked)
        made += len(moves)  # of a race there may be few: who is lucky is there soon
        assert not any(moves)
        assert last == ENDING
    assert made > 50
    assert [sql for tables, sql in joined.items() if tables not in JOINED] == []
    assert joined.keys() == JOINED.keys()
    named = {words: [sql for sql in others if words in sql] for words in OTHER_KEYS}
    assert others - {sql for found in named.values() for sql in found} == set()
    assert all(named.values()), named


CROSSING = {
    "a join": "SELECT told.id FROM games_match m JOIN accounts_notice told ON told.id = m.id WHERE m.id = %s",
    "one that is left out": (
        "SELECT m.id FROM games_match m LEFT JOIN accounts_user u ON u.id = m.id WHERE m.id = %s"
    ),
    "below": "WITH one AS (SELECT id FROM accounts_notice) SELECT count(*) FROM games_seat WHERE id IN"
    " (SELECT id FROM one) AND match_id = %s",
    "a write": "UPDATE games_seat SET total = r.matches FROM games_rating r WHERE match_id = %s AND r.id = 0",
    "an event": "SELECT m.id FROM games_match m JOIN ladders_event e ON e.id = m.event WHERE m.id = %s",
}


@pytest.mark.parametrize("sql", CROSSING.values(), ids=CROSSING)
def test_a_statement_that_crosses_is_found_however_it_is_written(sql: str) -> None:
    with captured() as asked, connection.cursor() as cursor:
        cursor.execute(sql, [1])
    assert [*apart(asked).values()] == [sql]
    assert apart(asked).keys() & JOINED.keys() == set()


def test_one_that_is_kept_is_found_as_well_and_so_is_what_a_routine_does() -> None:
    kept = Statement(
        "a match and a notice",
        "SELECT m.id FROM games_match m, accounts_notice n WHERE m.id = $1 AND n.id = m.id",
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION dicepool_peek() RETURNS bigint LANGUAGE plpgsql AS"
            " 'BEGIN RETURN (SELECT count(*) FROM dicepool_batch, accounts_user); END'"
        )
    with captured() as asked, connection.cursor() as cursor:
        kept.rows(1)
        cursor.execute("SELECT dicepool_peek()")
        cursor.execute("DROP FUNCTION dicepool_peek")
    assert apart(asked).keys() == {
        frozenset({"games_match", "accounts_notice"}),
        frozenset({"dicepool_batch", "accounts_user"}),
    }


def test_one_that_looks_for_a_match_by_something_else_is_found(alice: User) -> None:
    with captured() as asked, connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_match WHERE link = %s", ["here"])
        cursor.execute("SELECT id FROM accounts_user WHERE username = %s", ["alice"])
        cursor.execute("SELECT id FROM games_match WHERE id = %s", [7])
        cursor.execute("SELECT id FROM accounts_user WHERE id = %s", [alice.pk])
    assert [*by_other_keys(asked, 7, [alice.pk])] == [asked[0].sql, asked[1].sql]


def test_a_transaction_of_a_match_that_writes_elsewhere_is_found(alice: User) -> None:
    with captured() as asked, transaction.atomic():
        statements.SAVE.run(7, "void", None, 1, None, None, None, None)
        User.objects.filter(pk=alice.pk).update(last_seen=None)
    assert written_elsewhere(asked) == [{"accounts_user"}]
