"""What of a migration's SQL holds up those who play, by locks that last as long as a table is long.

And what of it the release before cannot live with, which goes on meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

BIG = {
    *("games_match", "games_seat", "games_move", "games_folded", "games_review", "games_ratingpoint"),
    *("games_rating", "accounts_user", "accounts_profile", "accounts_preferences", "accounts_notice"),
    *("accounts_delivery", "accounts_errand", "accounts_message", "accounts_device", "accounts_spent"),
    *("accounts_relation", "accounts_picture", "dicepool_diceset", "dicepool_handout", "dicepool_fate"),
    *("dicepool_opening", "dicepool_leaf", "ladders_entry", "ladders_fixture", "ladders_place"),
    *("games_archived", "games_archivedseat", "games_deed", "games_note", "games_collected"),
    "accounts_answered",
    *("ladders_log", "ladders_rung", "django_session", "usersessions_usersession", "cache"),
}
"""Tables that grow with players and with play."""
TABLE = r'(?:ONLY\s+)?(?:"?public"?\.)?"?(?P<table>\w+)"?'
MADE = re.compile(rf"CREATE TABLE (?:IF NOT EXISTS )?{TABLE}", re.IGNORECASE)
RULES = {
    "an index is built while nobody can write: CONCURRENTLY": (
        rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON {TABLE}"
    ),
    "a type that changes rewrites the table": rf"ALTER TABLE {TABLE} .*ALTER COLUMN \S+ (?:SET DATA )?TYPE ",
    "SET NOT NULL reads all rows: prove it by a CHECK first": (
        rf"ALTER TABLE {TABLE} .*ALTER COLUMN \S+ SET NOT NULL"
    ),
    "a column without default cannot be NOT NULL": (
        rf"ALTER TABLE {TABLE} ADD COLUMN (?!.*(?:DEFAULT|GENERATED)).* NOT NULL"
    ),
    "a column that is reckoned rewrites the table": (
        rf"ALTER TABLE {TABLE} .*ADD COLUMN (?!.*\bVIRTUAL\b).*"
        r"(?:GENERATED ALWAYS AS (?!IDENTITY)|\bSERIAL\b|IDENTITY)"
    ),
    "a constraint reads all rows: NOT VALID, then VALIDATE": (
        rf"ALTER TABLE {TABLE} ADD CONSTRAINT (?!.*NOT VALID)(?!.*USING INDEX)"
    ),
    "nobody can read meanwhile": (
        rf"(?:VACUUM FULL|CLUSTER|LOCK TABLE|REINDEX TABLE(?! CONCURRENTLY)) {TABLE}"
    ),
}
"""What is wrong, and how it is written."""
PATTERNS = {why: re.compile(text, re.IGNORECASE | re.DOTALL) for why, text in RULES.items()}


def statements(sql: str) -> list[str]:
    """The statements, each in one line, without comments."""
    plain = "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))
    return [" ".join(one.split()) for one in plain.split(";") if one.strip()]


def long_locks(sql: str) -> Iterator[str]:
    """What holds up others, a sentence each. What a migration makes itself nobody waits for."""
    found = statements(sql)
    made = {match["table"] for one in found if (match := MADE.match(one))}
    for one in found:
        for why, pattern in PATTERNS.items():
            match = pattern.search(one)
            if match and match["table"] in BIG - made:
                yield f"{match['table']}: {why}"


OLDER = {
    "the release before reads and writes it": rf"ALTER TABLE {TABLE} .*?DROP COLUMN",
    "the release before asks for it": rf"DROP TABLE (?:IF EXISTS )?{TABLE}",
    "the release before knows it by its old name": rf"ALTER TABLE {TABLE} RENAME ",
    "the release before does not fill it: db_default": (
        rf"ALTER TABLE {TABLE} (?:ADD COLUMN (?!.*(?:DEFAULT|GENERATED)).* NOT NULL|"
        r"ALTER COLUMN \S+ (?:DROP DEFAULT|SET NOT NULL))"
    ),
    # words are read as text, so that a varchar may grow (statements/statement.py)
    "the release before keeps statements prepared that answer with its old kind": (
        rf"ALTER TABLE {TABLE} .*?ALTER COLUMN \S+ (?:SET DATA )?TYPE (?!varchar\(|character varying)"
    ),
}
"""What would make the code of before fail beside the tables of after, and how it is written."""
OLDER_PATTERNS = {why: re.compile(text, re.IGNORECASE | re.DOTALL) for why, text in OLDER.items()}


def breaks_older(sql: str) -> Iterator[str]:
    """What the release before cannot live with, a sentence each. It knows nothing of tables made here."""
    found = statements(sql)
    made = {match["table"] for one in found if (match := MADE.match(one))}
    for one in found:
        for why, pattern in OLDER_PATTERNS.items():
            match = pattern.match(one)
            if match and match["table"] not in made:
                yield f"{match['table']}: {why}"
