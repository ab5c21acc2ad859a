"""Public pages from a copy: where each model is read, how old a copy may be, and what its sessions may do."""

from __future__ import annotations

from tests.mutants import in_file

SET = "tests/site/test_copies.py"

COPIED = (
    *in_file(
        "boatzee_site/copies/router.py",
        SET,
        ("PRIMARY if model._meta.app_label in OWN else source()", "source()"),
        ('"sessions", ', ""),
        (', "django_cache"', ""),
        ("return db != COPY", "return True"),
    ),
    *in_file(
        "boatzee_site/copies/leader.py",
        SET,
        ("if not looks:", "if False:"),
        ("looks[-1][0] if mending else time.monotonic()", "time.monotonic()"),
        ("looks[-1][0] if mending else time.monotonic()", "looks[-1][0]"),
        ("at >= now - MOST and replayed >= written", "at >= now - MOST"),
        ("at >= now - MOST and replayed >= written", "replayed >= written"),
        (" or (since is not None and time.monotonic() - since > PATIENCE)", ""),
        ("MOST = 4.0", "MOST = 6.0"),
    ),
    *in_file(
        "boatzee_site/settings.py",
        SET,
        ('if given.get("DATABASE_REPLICA_URL"):', 'if "DATABASE_REPLICA_URL" in os.environ:'),
        (
            'env.db_url("DATABASE_REPLICA_URL"), COPY_LIMITS',
            'env.db_url("DATABASE_REPLICA_URL"), SESSION_LIMITS',
        ),
    ),
    *in_file(
        "boatzee_site/sessions.py",
        SET,
        (
            "settings.COPY_LIMITS if connection.alias == COPY else settings.SESSION_LIMITS",
            "settings.SESSION_LIMITS",
        ),
    ),
)
