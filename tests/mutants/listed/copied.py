"""Public pages from a copy: who reads there, how old it may be, and what is shown without one."""

from __future__ import annotations

from tests.mutants import in_file

REAL = "tests/faults/test_copies.py"
READS = f"{REAL} -k TestWhoReads"
OWN = f"{REAL} -k TestOwnWrites"
OLD = f"{REAL} -k TestTooOld"
WITHOUT = "tests/faults/test_copies_alone.py"
SET = "tests/site/test_copies.py"

COPIED = (
    *in_file(
        "statements/reading.py",
        f"{REAL} -k TestNothingIsWrittenThere",
        (" and connections[PRIMARY].in_atomic_block", " and False"),
    ),
    *in_file(
        "statements/reading.py",
        READS,
        ("token = _source.set(PRIMARY)", "token = _source.set(_source.get())"),
    ),
    *in_file(
        "statements/statement.py",
        READS,
        ("connections[source() if self.reads else PRIMARY]", "connections[PRIMARY]"),
    ),
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
        "boatzee_site/copies/leader.py",
        WITHOUT,
        ("failed, self._since = written is None, None", "failed, self._since = False, None"),
        ("            self._looks.append((at, written))\n", "            self._looks.append((at, 0))\n"),
        ("                self._looks.clear()\n", ""),
        ("lines.at_most(PATIENCE, line), ", ""),
    ),
    *in_file(
        "boatzee_site/copies/lag.py",
        OLD,
        ("    if now < _rests_until:\n        return False\n", ""),
        ("_rests_until = time.monotonic() + REST", "pass"),
        ("_asked.line, _asked.replayed = None, None", "pass"),
    ),
    *in_file(
        "boatzee_site/copies/middleware.py",
        READS,
        ('BY_ITSELF = ("X-Asked-By", "HX-Request")', 'BY_ITSELF = ("X-Asked-By",)'),
        ('BY_ITSELF = ("X-Asked-By", "HX-Request")', 'BY_ITSELF = ("HX-Request",)'),
        ('if response.status_code >= 400 and getattr(request, "copied", False):', "if False:"),
        (" or _by_itself(request)", ""),
        (
            "        with reading.apart():\n            return self",
            "        if True:\n            return self",
        ),
        ("            again.from_primary = True\n", ""),
    ),
    *in_file(
        "boatzee_site/copies/middleware.py",
        OWN,
        (" or PIN in request.COOKIES", ""),
        (
            "            return _pinned(self.get_response(request))\n",
            "            return self.get_response(request)\n",
        ),
        ("    if response.status_code < 400:\n", "    if True:\n"),
        ("httponly=True", "httponly=False"),
        ("PINNED = 10", "PINNED = 5"),
    ),
    *in_file(
        "boatzee_site/copies/middleware.py",
        WITHOUT,
        ("if LEADER.gone and _may_be_shown(request):", "if False:"),
        ('if getattr(response, "lost", False) and _may_be_shown(request):', "if False:"),
        ('getattr(response, "lost", False) and', "response.status_code == 503 and"),
        ("if not lag.near_enough(mending=True):", "if False:"),
        (
            "session = shown.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)",
            "session = shown.COOKIES.get(settings.SESSION_COOKIE_NAME)",
        ),
        ("        if response.status_code >= 400:\n            return None\n", ""),
        ('        response["Cache-Control"] = "no-store"\n', ""),
        ("    if _by_itself(request):\n        return False\n", ""),
    ),
    *in_file(
        "boatzee_site/errors.py",
        WITHOUT,
        ("response.lost = not code or code.startswith(GONE)", "response.lost = True"),
        (
            ' or isinstance(\n        getattr(error, "__cause__", None), ReadOnlySqlTransaction\n    )',
            "",
        ),
    ),
    *in_file("boatzee_site/budgets.py", WITHOUT, (' or getattr(request, "mending", None)', "")),
    *in_file(
        "boatzee_site/health.py",
        WITHOUT,
        ('200 if database == "up" or _shown(copies) else 503', '200 if database == "up" else 503'),
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
