"""From one release to the next while people play: how servers end, and beside what they begin."""

from __future__ import annotations

from tests.mutants import in_file

DRAINING = "tests/site/test_draining.py"
SCHEMA = "tests/site/test_schema.py"
PROXY = "tests/site/test_proxy.py"

UPGRADING = (
    *in_file(
        "boatzee_site/web.py",
        DRAINING,
        ("            listener.close()\n", ""),
        ("                self._take_all_that_wait(listener)\n", "                pass\n"),
        ("        if not PROBE.match(begins):\n", "        if True:\n"),
        ("                self._wait_for(conn)\n                return\n", "                pass\n"),
    ),
    *in_file(
        "gunicorn.conf.py",
        DRAINING,
        ("draining.has_begun() or not drain", "True"),
        ("draining.has_begun() or not drain", "not drain"),
    ),
    *in_file(
        "boatzee_site/health.py",
        DRAINING,
        ('{PATH.rstrip("/"), READY, WEB} and', '{PATH.rstrip("/"), READY} and'),
        ('{PATH.rstrip("/"), READY, WEB} and', "{READY, WEB} and"),
        (" and draining.has_begun():", " and False:"),
    ),
    *in_file(
        "boatzee_site/health.py",
        SCHEMA,
        ("        if schema.behind():\n", "        if False:\n"),
    ),
    *in_file(
        "boatzee_site/schema.py",
        SCHEMA,
        ("    if missing:\n", "    if False:\n"),
        ("        _fits = not lacking()\n", "        _fits = True\n"),
        ("    if not _fits:\n", "    if True:\n"),
    ),
    *in_file(
        "boatzee_site/celery.py",
        SCHEMA,
        ("    schema.at_start()\n", ""),
    ),
    *in_file(
        "deploy/nginx.conf",
        PROXY,
        ("proxy_next_upstream error timeout;", "proxy_next_upstream off;"),
        ("proxy_next_upstream error timeout;", "proxy_next_upstream error timeout non_idempotent;"),
    ),
    *in_file(
        "accounts/live/stream.py",
        "tests/site/test_stream.py",
        ("RETRY = (500, 2000)", "RETRY = (2000, 2000)"),
        ("RETRY = (500, 2000)", "RETRY = (500, 5000)"),
    ),
)
