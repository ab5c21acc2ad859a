"""What Celery runs for the site itself: every night, what has expired is cleared away."""

from __future__ import annotations

from celery import shared_task
from django.db import connection

PART = 1000
"""Rows that go in one statement: nobody waits for more than these."""
EXPIRED = {
    "django_session": "expire_date < now()",
    # A list of the own sessions keeps those that are gone. A new one is listed before it is stored.
    "usersessions_usersession": "created_at < now() - interval '1 day' AND NOT EXISTS"
    " (SELECT 1 FROM django_session s WHERE s.session_key = usersessions_usersession.session_key)",
    "cache": "expires < now()",
    "accounts_spent": "until < now()",
}


@shared_task
def clear_expired() -> dict[str, int]:
    """Delete sessions, what belonged to them, and counts that are over. Returns how many of each."""
    return {table: _clear(table, expired) for table, expired in EXPIRED.items()}


def _clear(table: str, expired: str) -> int:
    """Delete in parts, each a transaction of its own; a row that somebody holds waits for the next night."""
    # The names and the conditions are those above.
    part = (
        f"DELETE FROM {table} WHERE ctid = ANY(ARRAY("  # noqa: S608
        f"SELECT ctid FROM {table} WHERE {expired} LIMIT {PART} FOR UPDATE SKIP LOCKED))"
    )
    gone = 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(part)
            found: int = cursor.rowcount
            gone += found
            if found < PART:
                return gone
