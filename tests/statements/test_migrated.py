"""What connections keep prepared goes on while a migration changes the tables below it."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from django.db import NotSupportedError, connection, transaction

from statements import Statement, together
from tests.statements.lines import ADD, ALL, ONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lines")]

OURS = {"accounts", "boatzee_site", "dicepool", "games", "ladders"}
NO_LENGTH = -1


def migrate(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def of_the_site() -> dict[str, Statement[Any]]:
    """All statements that a module of the site has, by their names."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in OURS]
    return {
        one.name.decode(): one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, Statement)
    }


def test_no_statement_of_the_site_answers_with_a_kind_that_has_a_length() -> None:
    """A varchar that grows would end each connection's statement that had answered with it."""
    statements = of_the_site()
    assert len(statements) > 20
    connection.ensure_connection()
    found = {}
    for name, statement in statements.items():
        statement.keep(connection.connection)
        told = connection.connection.pgconn.describe_prepared(statement.name)
        lengths = {told.fname(number): told.fmod(number) for number in range(told.nfields)}
        if having := [column for column, length in lengths.items() if length != NO_LENGTH]:
            found[name] = having
    assert not found, found


def test_a_column_of_another_kind_is_read_by_whoever_had_read_the_old_one() -> None:
    ADD.run(1, "one")
    assert ALL.rows() == [(1, "one")]
    migrate("ALTER TABLE lines ALTER COLUMN id TYPE integer")
    assert ALL.rows() == [(1, "one")]
    assert ALL.rows() == [(1, "one")]


def test_in_a_transaction_the_one_that_fails_is_the_last_that_does() -> None:
    ADD.run(1, "one")
    assert ONE.value(1) == "one"
    assert ALL.rows() == [(1, "one")]
    migrate("ALTER TABLE lines ALTER COLUMN id TYPE integer")
    with pytest.raises(NotSupportedError), transaction.atomic():
        ALL.rows()
    with transaction.atomic():
        assert ALL.rows() == [(1, "one")]
        assert ONE.value(1) == "one"


def test_what_is_asked_together_goes_on_after_one_that_failed() -> None:
    with transaction.atomic():
        together((ADD, (1, "one")), (ALL, ()))
    migrate("ALTER TABLE lines ALTER COLUMN id TYPE integer")
    with pytest.raises(NotSupportedError), transaction.atomic():
        together((ADD, (2, "two")), (ALL, ()))
    with transaction.atomic():
        assert together((ADD, (2, "two")), (ALL, ()))[1] == [(1, "one"), (2, "two")]
