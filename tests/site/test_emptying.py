"""What a test has committed is gone when the next begins, and what `migrate` wrote is still there."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction

from accounts.models import Notice, User
from dicepool import refill
from dicepool.models import Batch
from tests import emptying
from tests.at_once import PATIENCE, is_held_up, meanwhile

PARTITIONS = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'dicepool_diceset'::regclass"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_nothing_is_left_of_the_test_before(turn: int) -> None:
    assert not User.objects.exists()
    assert not Batch.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute(PARTITIONS)
        assert cursor.fetchone()[0] <= 1
    User.objects.create_user("alice")
    for _ in range(2):
        refill.add_sets(10, "tests")


@pytest.mark.django_db(transaction=True)
def test_models_and_rights_are_those_that_migrate_writes() -> None:
    there = set(ContentType.objects.values_list("pk")), set(Permission.objects.values_list("pk"))
    for one in apps.get_app_configs():
        create_contenttypes(one, verbosity=0)
        create_permissions(one, verbosity=0)
    assert there == (set(ContentType.objects.values_list("pk")), set(Permission.objects.values_list("pk")))
    assert all(there)


def empty() -> None:
    """As after a test that commits."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=True)


def left() -> list[str]:
    """The tables in which something is left."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    found = [model._meta.db_table for model in models if model._default_manager.exists()]
    return [name for name in found if name not in emptying.WRITTEN_BY_MIGRATE]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("rows", "sets"), [(2, 10), (2, 4000), (emptying.FEW + 1, 10)])
@pytest.mark.parametrize("large", [emptying.LARGE, 0])
def test_little_and_much_are_emptied_alike(
    rows: int, sets: int, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emptying, "LARGE", large)
    names = [f"player{number}" for number in range(rows)]
    players = User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in names)
    Notice.objects.bulk_create(Notice(player=one, key="one", subject="News") for one in players)
    refill.add_sets(sets, "tests")
    assert {"accounts_user", "accounts_notice", "dicepool_batch"} <= set(left())
    empty()
    assert left() == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM dicepool_diceset)")
        assert cursor.fetchone() == (False,)


@pytest.mark.django_db(transaction=True)
def test_what_somebody_has_not_written_to_its_end_is_waited_for() -> None:
    with transaction.atomic():
        User.objects.create_user("alice")
        emptied = meanwhile(empty)
        assert is_held_up(emptied)
    emptied.result(PATIENCE)
    assert left() == []
