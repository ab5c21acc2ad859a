"""What was handed out or closed before there were fates keeps what was known of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE = [("dicepool", "0006_count")]
THEN = datetime(2026, 5, 20, 12, tzinfo=UTC)
LATER = THEN + timedelta(days=3)
LABEL = (77).to_bytes(8, "big")


@pytest.mark.django_db(transaction=True)
def test_what_was_handed_out_is_shown_and_what_was_closed_is_owned() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    try:
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        handout, closed, day, count = (
            old.get_model("dicepool", name) for name in ("Handout", "Closed", "Day", "Count")
        )
        handout.objects.bulk_create(handout(serial=serial, at=THEN) for serial in (1, 2, 3))
        closed.objects.create(serial=2, label=LABEL, opened_at=LATER)
        closed.objects.create(serial=3, label=LABEL)
        day.objects.create(date=THEN.date(), last=3, counts={}, total={})
        count.objects.create(pk=1, last=3, sets=3)
        MigrationExecutor(connection).migrate(newest)
        from dicepool.models import Count, Day, Fate, Handout

        told = Fate.objects.order_by("serial").values_list("serial", "at", "kind", "number")
        assert list(told) == [(1, THEN, 1, None), (2, LATER, 1, None)]
        owned = Handout.objects.order_by("serial").values_list("serial", "label", "pledge", "owner")
        assert list(owned) == [(1, None, None, None), (2, None, None, None), (3, None, None, LABEL)]
        assert Day.objects.get().date == THEN.date()
        assert not Count.objects.exists(), "the worker makes it anew"

        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        back: list[Any] = list(closed.objects.values_list("serial", "label", "opened_at"))
        assert back == [(3, LABEL, None)]
    finally:
        MigrationExecutor(connection).migrate(newest)
