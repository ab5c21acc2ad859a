"""Several machines: who of the beats sends, and what a session of the database is bounded by."""

from __future__ import annotations

from tests.mutants import in_file

BEAT = "tests/site/test_beat.py"
SESSIONS = "tests/site/test_sessions.py"

MACHINES = (
    *in_file(
        "boatzee_site/beat.py",
        BEAT,
        ("        if not self.sends:\n            return TICK\n", ""),
        ("            self.lease.release()\n", "            pass\n"),
        ("            self._take_up()\n", "            pass\n"),
        ("            self.lease.note(entry.name, after.last_run_at.isoformat())\n", "            pass\n"),
        ("min(datetime.fromisoformat(moment), now)", "datetime.fromisoformat(moment)"),
    ),
    *in_file(
        "boatzee_site/lease.py",
        BEAT,
        ("timeout=seconds, ", "timeout=None, "),
        ("self._renewed() or ", ""),
        ("            self._lock.local.token = None\n", ""),
        (
            'except redis.RedisError as error:\n            logger.warning("Nobody can say who',
            'except redis.TimeoutError as error:\n            logger.warning("Nobody can say who',
        ),
    ),
    *in_file(
        "boatzee_site/apps.py",
        SESSIONS,
        ("if settings.DATABASE_POOLER:", "if False:"),
    ),
    *in_file(
        "boatzee_site/sessions.py",
        SESSIONS,
        ("set_config(%s, %s, false)", "set_config(%s, %s, true)"),
    ),
)
