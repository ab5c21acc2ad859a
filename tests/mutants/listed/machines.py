"""Several machines: who of the beats sends, and what a session of the database is bounded by."""

from __future__ import annotations

from tests.mutants import in_file

BEAT = "tests/site/test_beat.py"
SESSIONS = "tests/site/test_sessions.py"

MACHINES = (
    *in_file(
        "boatzee_site/beat.py",
        BEAT,
        ("        if not self.holds():\n            return TICK\n", ""),
        ("            self.lease.release()\n", "            pass\n"),
    ),
    *in_file(
        "boatzee_site/lease.py",
        BEAT,
        ("timeout=seconds, ", "timeout=None, "),
        ("self._renewed() or ", ""),
        ("        except redis.RedisError as error:", "        except redis.TimeoutError as error:"),
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
