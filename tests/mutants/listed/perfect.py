"""Perfect play: a table that is not what it should be is not used, and what is advised keeps the rules."""

from __future__ import annotations

from tests.mutants import in_file

STORE = "tests/games/analysis/test_store.py"
ADVISED = "tests/games/analysis/test_cards_advised.py"
BUILDING = "tests/games/coach/test_building.py"

PERFECT = (
    *in_file(
        "games/analysis/store.py",
        STORE,
        ("            if other:\n", "            if False:\n"),
        ('int(found["bytes"]) != os.fstat(source.fileno()).st_size - len(line)', "False"),
        ('if hashlib.sha256(contents.data).hexdigest() != found["sha256"]:', "if False:"),
        ("        part.unlink(missing_ok=True)\n", "        pass\n"),
    ),
    *in_file(
        "games/coach/building.py",
        BUILDING,
        ("            part.unlink(missing_ok=True)", "            pass"),
        ("fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB)", "fcntl.LOCK_SH | (0 if wait else fcntl.LOCK_NB)"),
    ),
    *in_file(
        "games/coach/advice.py",
        BUILDING,
        ("    if time.monotonic() - _called > PAUSE:\n", "    if True:\n"),
    ),
    *in_file(
        "games/analysis/solo/sheet.py",
        ADVISED,
        ("                    means[rows != face, five] = -np.inf\n", "                    pass\n"),
    ),
    *in_file(
        "games/analysis/solo/advisor.py",
        ADVISED,
        ("[None if seat in state.resigned else self._outlook", "[self._outlook"),
        ("        if seat not in rules.to_act(state):\n", "        if False:\n"),
        ("(-means).round(9)", "-means"),
    ),
)
