"""Several machines: who of the beats sends, what bounds a session of the database, and what a move asks."""

from __future__ import annotations

from tests.mutants import in_file

BEAT = "tests/site/test_beat.py"
SESSIONS = "tests/site/test_sessions.py"
HOT_PATH = "tests/scale/test_hot_path.py"

MACHINES = (
    *in_file(
        "boatzee_site/beat.py",
        BEAT,
        ("        if not self.sends:\n            return TICK\n", ""),
        ("            self.lease.release()\n", "            pass\n"),
        ("            self._take_up()\n", "            pass\n"),
        ("            self.lease.note(entry.name, after.last_run_at.isoformat())\n", "            pass\n"),
        ("min(sent, now)", "sent"),
        ("entry.total_run_count and entry.last_run_at:", "False:"),
        ("entry.total_run_count and entry.last_run_at:", "entry.last_run_at:"),
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
    *in_file(
        "games/match/statements.py",
        HOT_PATH,
        (
            "FROM games_match match WHERE match.id = $1 FOR",
            "FROM games_match match LEFT JOIN accounts_notice told ON told.id = 0 WHERE match.id = $1 FOR",
        ),
    ),
    *in_file(
        "games/match/move_log.py",
        HOT_PATH,
        (
            "WHERE match_id = $1::bigint AND seat <> ALL($2::int[])",
            "WHERE (match_id = $1::bigint OR EXISTS (SELECT FROM ladders_event WHERE false))"
            " AND seat <> ALL($2::int[])",
        ),
    ),
    *in_file(
        "games/match/ranking.py",
        HOT_PATH,
        (
            "    SAVE.run(held.values())\n",
            "    SAVE.run(held.values())\n    User.objects.filter(pk__in=players).update(last_seen=now)\n",
        ),
    ),
)
