"""What nobody needs any more goes out of the database, in parts that hold up nobody.

A table is walked through, so many pages in a statement that is a transaction of its own. What somebody holds
just then is passed over and goes the next night. So it takes no index; no part takes longer than another,
however much went before it and whatever old snapshot (a backup's, say) still sees that; two workers at once
share the work, and one that is killed has lost a part at most.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

logger = logging.getLogger(__name__)
PAGES = 64
"""Of 8 KiB, in one statement: some 2,000 rows."""
SECONDS = 60.0
"""After which no further part of a table is begun: the rest goes the next night."""
TABLES = """
SELECT relid::regclass::text, pg_relation_size(relid) / current_setting('block_size')::int
FROM (SELECT %(table)s::regclass AS relid UNION SELECT relid FROM pg_partition_tree(%(table)s)) found
ORDER BY relid
"""
"""The table, which has no page where it is partitioned, and its partitions; and how many pages each has."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Rows of a table that nobody needs: those of which `over` is true, in SQL, where such a row is `one`.

    `%(lost)s` stands there for the instant before which a thing is older than that span of settings.KEPT.
    """

    table: str
    over: str


def _no(table: str, column: str) -> str:
    """That no row of the table refers to this one."""
    return f"NOT EXISTS (SELECT FROM {table} WHERE {table}.{column} = one.id)"


RULES: tuple[Rule, ...] = (
    # What refers to others goes before them: they stay as long as it does.
    Rule("accounts_delivery", "given_up_at < %(lost)s"),
    Rule("accounts_hookpost", "at < %(posts)s"),
    Rule("accounts_pushsubscription", f"dropped_at < %(lost)s AND {_no('accounts_delivery', 'browser_id')}"),
    Rule(
        "accounts_notice",
        f"(created_at < %(notices)s OR settled_at < %(settled)s) AND {_no('accounts_delivery', 'notice_id')}",
    ),
    Rule("accounts_errand", "given_up_at < %(errands)s"),
    Rule("accounts_enquiry", "answered_at < %(enquiries)s"),
    Rule("accounts_device", "seen_at < %(browsers)s"),
    Rule("accounts_spent", "until < now()"),
    Rule("cache", "expires < now()"),
    Rule("accounts_answered", "at < now() - interval '24 hours'"),
    Rule("allauth_idp_oidc_token", "expires_at < now()"),
    # A token that has had its time is still shown for a while, so that its player sees why a program fails.
    Rule("accounts_token", "expires_at < now() - interval '30 days'"),
    Rule("games_tally", "begins < %(records)s AND span IN ('month', 'week')"),
    Rule("games_imported", "made_at < %(imported)s"),
    Rule("games_spread", "begins < %(records)s"),
    # Every match that is kept tells of its deal; those of guests are gone with them.
    Rule(
        "games_deal",
        f"opened_at IS NOT NULL AND {_no('games_match', 'deal_id')} AND {_no('games_daily', 'deal_id')}",
    ),
    Rule("boatzee_site_silence", "until_at < %(silences)s"),
    Rule("django_session", "expire_date < now()"),
    # The list of a player's sessions keeps those that are gone. A new one is listed before it is stored.
    Rule(
        "usersessions_usersession",
        "created_at < now() - interval '1 day' AND NOT EXISTS"
        " (SELECT FROM django_session WHERE django_session.session_key = one.session_key)",
    ),
)


def clear() -> dict[str, int]:
    """Delete what is over by every rule. Returns how many rows of each table; 0 where nothing was found.

    A table that fails is reported, and keeps no other from being cleared.
    """
    gone = {}
    for rule in RULES:
        try:
            gone[rule.table] = _clear(rule)
        except DatabaseError:
            logger.exception("Nothing more could be cleared in %s.", rule.table)
    return gone


def _clear(rule: Rule) -> int:
    until = time.monotonic() + SECONDS
    gone = 0
    for count in _parts(rule):
        gone += count
        if time.monotonic() > until:
            logger.warning("Clearing stops in %s, which is not walked through yet.", rule.table)
            break
    return gone


def _parts(rule: Rule) -> Iterator[int]:
    """Delete part by part. Yields how many rows went with each."""
    past = {name: timezone.now() - kept for name, kept in settings.KEPT.items()}
    with connection.cursor() as cursor:
        cursor.execute(TABLES, {"table": rule.table})
        parts = [(table, first) for table, size in cursor.fetchall() for first in range(0, size, PAGES)]
        begin = secrets.randbelow(len(parts) or 1)  # so that no night's end is always the same rows' luck
        for table, first in (*parts[begin:], *parts[:begin]):
            pages = {"from": f"({first},0)", "to": f"({first + PAGES},0)"}
            # The conditions are those above, and the database's own names quoted by itself.
            cursor.execute(
                f"DELETE FROM {table} WHERE ctid = ANY(ARRAY("  # noqa: S608
                f"SELECT ctid FROM {table} AS one"
                f" WHERE ctid >= %(from)s::tid AND ctid < %(to)s::tid AND {rule.over}"
                f" FOR UPDATE SKIP LOCKED))",
                {**past, **pages},
            )
            yield cursor.rowcount
