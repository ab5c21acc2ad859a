"""Steps of migrations that are taken while people play, and can be taken again wherever one was cut short."""

from __future__ import annotations

from time import sleep
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import OperationalError, migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TRIES = 60
PAUSE = 2.0  # seconds
MOMENT = "300ms"
VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)"


def is_built(editor: BaseDatabaseSchemaEditor, name: str) -> bool:
    """Whether the index is there and of use. One whose building was cut short is there, and no use: it goes."""
    with editor.connection.cursor() as cursor:
        cursor.execute(VALID, [name])
        found = cursor.fetchone()
        if found and not found[0]:
            cursor.execute(f"DROP INDEX CONCURRENTLY {name}")
    return bool(found and found[0])


class Index(AddIndexConcurrently):
    """An index of a model. One that is built is left: the one before it may be gone already."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.collect_sql or not is_built(schema_editor, self.index.name):
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class UniqueIndex(migrations.RunSQL):
    """An index that a constraint is to take over, `on` a table and its columns; forward alone."""

    def __init__(self, name: str, on: str) -> None:
        super().__init__(f"CREATE UNIQUE INDEX CONCURRENTLY {name} ON {on}", migrations.RunSQL.noop)
        self.name = name

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.collect_sql or not is_built(schema_editor, self.name):
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class GivingWay(migrations.RunSQL):
    """A change of one table in a transaction that waits for it no longer than players would, and tries again.

    Of one table alone: whoever holds another and waits for this one would wait in a circle with it.
    """

    def _run_sql(self, schema_editor: Any, sqls: str) -> None:
        run: Any = super()
        if schema_editor.collect_sql:
            run._run_sql(schema_editor, sqls)
            return
        for tries_left in reversed(range(TRIES)):
            try:
                with transaction.atomic(schema_editor.connection.alias):
                    schema_editor.execute(f"SET LOCAL lock_timeout = '{MOMENT}'")
                    run._run_sql(schema_editor, sqls)
                    return
            except OperationalError:
                if not tries_left:
                    raise
                sleep(PAUSE)
