"""Where the coach may speak, and to whom."""

from __future__ import annotations

from tests.mutants import in_file

COACHED = (
    *in_file(
        "games/coach/hints.py",
        "tests/games/views/test_hint.py",
        (" or match.status != Match.Status.RUNNING", ""),
        (" or match.organised", ""),
        ("if others and match.rated:", "if False:"),
        (
            "return all(seat.player is not None and seat.player.robot",
            "return all(seat.player is None or seat.player.robot",
        ),
        ("return all(seat.player is not None and seat.player.robot", "return all(seat.player is not None"),
        ("if mine is None or not helps(match, seats, mine):", "if mine is None:"),
        (">= limit else None", ">= 0 else None"),
        (">= limit else None", ">= 1000 else None"),
    ),
    *in_file(
        "games/views/table.py",
        "tests/games/views/test_hint.py",
        ('player.looks.warn and "sure"', '"sure"'),
        ('"sure" not in request.POST and ', ""),
        ('if others.filter(Q(player=None) | Q(player__robot="")).exists():', "if False:"),
    ),
    *in_file(
        "games/coach/advice.py",
        "tests/games/coach/test_building.py",
        (" or (_builder is not None and _builder.poll() is None):", ":"),
        ("        start_new_session=True,  # whatever ends this task does not end it\n", ""),
    ),
    *in_file(
        "games/views/hint.py",
        "tests/games/views/test_hint.py",
        ('    spending.spend("hint", player)\n', ""),
    ),
)
