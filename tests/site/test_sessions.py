"""Where a PgBouncer stands before Postgres, each connection asks for the site's limits itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from boatzee_site.local import ROOT

ASKED = """
import json, django
django.setup()
from django.conf import settings
from django.db import connection
found = {}
with connection.cursor() as cursor:
    for name in settings.SESSION_LIMITS:
        cursor.execute(f"SHOW {name}")
        found[name] = cursor.fetchone()[0]
print(json.dumps([found, connection.settings_dict["OPTIONS"].get("options", "")]))
"""


@pytest.mark.parametrize("pooler", ["1", "0"])
def test_every_session_is_bounded_with_and_without_a_pooler(pooler: str) -> None:
    other = {
        "DATABASE_POOLER": pooler,
        "STATEMENT_SECONDS": "20",
        "DJANGO_SETTINGS_MODULE": "boatzee_site.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        env=os.environ | other,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found, greeting = json.loads(done.stdout)
    assert found == {
        "statement_timeout": "20s",
        "lock_timeout": "10s",
        "idle_in_transaction_session_timeout": "5min",
        "pg_trgm.similarity_threshold": "0.45",
    }
    assert bool(greeting) == (pooler == "0"), "a PgBouncer refuses a greeting that asks for anything"
