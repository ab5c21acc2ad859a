"""Writing back many rows at once: one statement, whose length does not grow with them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Model

from statements import Asked, Json, Statement

Kind = TypeVar("Kind", bound=Model)


class Save(Generic[Kind]):
    """An UPDATE of these fields of as many rows as there are, of one parameter: the rows as JSON.

    Django's own bulk_update says each value in a case of its own, and each row is compared with all of them.
    Names and types are the model's.
    """

    def __init__(self, name: str, model: type[Kind], fields: Sequence[str]) -> None:
        self.columns = [one for one in model._meta.concrete_fields if one.name in fields]
        sets = ", ".join(f'"{one.column}" = new."{one.name}"' for one in self.columns)
        types = ", ".join(f'"{one.name}" {one.db_type(connection)}' for one in self.columns)
        table = model._meta.db_table
        self.statement = Statement(
            name,
            f'UPDATE "{table}" SET {sets}'  # noqa: S608  (names of columns are all that is put in)
            f' FROM jsonb_to_recordset($1) AS new("id" bigint, {types}) WHERE "{table}"."id" = new."id"',
        )

    def run(self, changed: Collection[Kind]) -> None:
        """Store them of these rows, which the caller holds locked. One query, or none."""
        if changed:
            statement, given = self.asked(changed)
            statement.run(*given)

    def asked(self, changed: Collection[Kind]) -> Asked:
        """The same, to be sent together with others."""
        rows = [
            {"id": row.pk, **{one.name: getattr(row, one.attname) for one in self.columns}} for row in changed
        ]
        return self.statement, [Json(rows)]
