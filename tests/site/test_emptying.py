"""What a test has committed is gone when the next begins, and what `migrate` wrote is still there."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from accounts.models import User
from dicepool import refill
from dicepool.models import Batch

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
