"""Backups that can be relied on, and figures, lines and pages for those who watch over the site."""

from __future__ import annotations

from tests.mutants import in_file

KEPT = "tests/site/test_backups.py"
RESTORED = "tests/faults/test_backups.py"
MEASURED = "tests/site/test_measured.py"
LOGGED = "tests/site/test_logged.py"

BACKED_UP = (
    *in_file(
        "boatzee_site/backups/sealing.py",
        KEPT,
        ("if self._over and self._file.read(1):", "if False:"),
        ('if reader.readline(1000) != f"{what}\\n".encode():', "if not reader.readline(1000):"),
        ("        draft.unlink(missing_ok=True)\n", ""),
        (" or int(name) in found:", ":"),
    ),
    *in_file(
        "boatzee_site/backups/store.py",
        KEPT,
        ("fcntl.LOCK_EX | fcntl.LOCK_NB", "fcntl.LOCK_SH | fcntl.LOCK_NB"),
        ("            if found != digest:\n", "            if False:\n"),
    ),
    *in_file(
        "boatzee_site/backups/keeping.py",
        KEPT,
        ("        if chains[number][0].ended_at > moment:\n            continue\n", ""),
        ("if left and not wrong:", "if left:"),
        ("            return number\n", "            return len(chains) - 1\n"),
        ("store.number_of(name, size) < first", "store.number_of(name, size) <= first"),
    ),
    *in_file(
        "boatzee_site/backups/taking.py",
        RESTORED,
        ("if _digest(kept, goal, place.name) != store.digest_of(place):", "if False:"),
        ("            kept.check(one)\n", "            pass\n"),
        ("        kept.clear_up()\n", ""),
        (" if one.ended_at <= now), None)", "), None)"),
    ),
    *in_file(
        "boatzee_site/management/commands/back_up.py",
        KEPT,
        (" if one.ended_at <= now]", "]"),
        ("    if trouble:  #", "    if False:  #"),
    ),
    *in_file(
        "boatzee_site/backups/restoring.py",
        RESTORED,
        ("    if missing:\n", "    if False:\n"),
        ("to is None or one.ended_at <= to", "True"),
        (" if name > backup.name]", "]"),
        ("    if newer and to is None:\n", "    if False:\n"),
    ),
    *in_file(
        "boatzee_site/backups/drill.py",
        RESTORED,
        ("if tables.get(name, 0) < rows", "if False"),
        ('                restoring.hand_on_histories(home / "data")\n', ""),
        ('        *report.found["wrong"],\n', ""),
        ('        *report.found["mark"]["faults"],\n', ""),
    ),
)
WATCHED = (
    *in_file(
        "boatzee_site/faults.py",
        "tests/site/test_faults.py",
        ("    return told\n", "    return event\n"),
        (' {"message": event["logentry"].get("message", "")}', ' event["logentry"]'),
        ("        **_some(one, OF_EXCEPTION),\n", "        **one,\n"),
        (' {"request_id": found} if (found := logged.current()) else {}', " {}"),
    ),
    *in_file(
        "boatzee_site/apps.py",
        "tests/site/test_faults.py",
        ("if settings.SENTRY_DSN:", "if True:"),
    ),
    *in_file(
        "boatzee_site/measured.py",
        MEASURED,
        ("view = match.view_name if match else NO_VIEW", "view = request.path"),
    ),
    *in_file(
        "boatzee_site/heartbeats.py",
        "tests/site/test_heartbeats.py",
        (' and judge(row).status != "up"\n', "\n"),
        ("if row.beat_at and judge", "if judge"),
        ("late, ignore_conflicts=True)", "late)"),
    ),
    *in_file("boatzee_site/heartbeats.py", MEASURED, (" - WHERE_KNOWN\n", "\n")),
    *in_file("boatzee_site/health.py", MEASURED, (" and opened_by_token(request):", ":")),
    *in_file(
        "dicepool/views.py",
        "tests/dicepool/test_pages.py",
        ("return bool(token) and constant_time_compare", "return constant_time_compare"),
    ),
    *in_file(
        "boatzee_site/logged.py",
        LOGGED,
        ("given if ID.fullmatch(given)", "given if given"),
        (' if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""', ""),
        ('if "public" not in response.get("Cache-Control", ""):', "if True:"),
    ),
    *in_file(
        "boatzee_site/status.py",
        "tests/site/test_status.py",
        ("except (DatabaseError, InterfaceError):", "except InterfaceError:"),
        ("if before and not before.books else now", "if False else now"),
        ("before.past if before else ()", "()"),
        ("one.from_at <= last.until_at:", "False:"),
        ("max(last.until_at, one.until_at)", "last.until_at"),
        (", until_at__gt=now - PAST", ""),
        ("part__in=known, ", ""),
    ),
)
HANGING = "tests/site/test_hanging.py"
HUNG = (
    *in_file(
        "boatzee_site/asking.py",
        HANGING,
        ("max(self.until - time.monotonic(), 0)", "None"),
        ("asked is None or asked.over.is_set() or asked.process != here", "True"),
        ("*([line] if line else [])", ""),
    ),
    *in_file(
        "boatzee_site/lines.py",
        HANGING,
        ("        _waits.discard(wait)\n", "        pass\n"),
        ("            return\n        with socket", "            pass\n        with socket"),
        ("            if now > wait.until:\n", "            if False:\n"),
        ("at_most(PAGE, *(connections[alias] for alias in settings.DATABASES))", "at_most(PAGE)"),
    ),
    *in_file(
        "boatzee_site/health.py",
        HANGING,
        ("parts_asked.answer() or NOT_HEARD_OF", "parts_asked.answer() or {}"),
    ),
    *in_file(
        "boatzee_site/asking.py",
        "tests/site/test_heartbeats.py",
        ("                if self._then:\n", "                if False:\n"),
    ),
    *in_file(
        "boatzee_site/health.py",
        "tests/site/test_heartbeats.py",
        ("Question(_database, PRIMARY, then=watch_aside)", "Question(_database, PRIMARY)"),
    ),
)
