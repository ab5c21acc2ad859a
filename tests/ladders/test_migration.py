"""Numbered rungs become keys, and numbers again where one goes back."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("ladders", "0004_substitutes")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_rungs_keep_their_order_there_and_back() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    executor = MigrationExecutor(connection)
    try:
        executor.migrate(BEFORE)
        old = executor.loader.project_state(BEFORE).apps
        user, rung = old.get_model("accounts", "User"), old.get_model("ladders", "Rung")
        made = user.objects.bulk_create(
            user(username=f"c{n:04}", email=f"c{n:04}@example.org") for n in range(1203)
        )
        ladders = [old.get_model("ladders", "Ladder").objects.create(code=code) for code in ("BO", "DK")]
        now = timezone.now()
        numbered = [(ladders[0], made), (ladders[1], made[:3][::-1])]
        for ladder, who in numbered:
            rung.objects.bulk_create(
                rung(ladder=ladder, player=player, rung=number, last_play=now)
                for number, player in enumerate(who, 1)
            )
        MigrationExecutor(connection).migrate(newest)
        from ladders.ladder import order
        from ladders.models import Bucket

        for ladder, who in numbered:
            keys = [player.pk for player in who]
            assert order.ranks(ladder.pk, keys) == {key: number for number, key in enumerate(keys, 1)}
            assert order.miscounted(ladder.pk) == []
            assert Bucket.objects.filter(ladder=ladder.pk, first=order.LOWEST).count() == 1
        last = order.at(ladders[0].pk, 1203)
        assert last
        order.put_above(last, order.stretch(ladders[0].pk, 1, 1)[0])
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        back = rung.objects.filter(ladder=ladders[0].pk).order_by("rung").values_list("rung", "player")
        keys = [made[-1].pk, *(player.pk for player in made[:-1])]
        assert list(back) == list(enumerate(keys, 1))
    finally:
        MigrationExecutor(connection).migrate(newest)
