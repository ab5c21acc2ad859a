"""Dice that are thrown: no face before it is final, nothing in the way of a tap, and back if need be."""

from __future__ import annotations

from tests.mutants import in_file

THROW = "tests/browser/test_throw.py"
FLIGHT = "tests/js/test_modules.py -k flight"
BOARD = "tests/accounts/views/test_board.py"

THROWN = (
    *in_file(
        "static/js/throw.js",
        THROW,
        ("const held = lift(die, 0);", "const held = lift(die, faceOf(die));"),
        ("  if (still()) return rolled.forEach(", "  if (false) return rolled.forEach("),
        ("  if (still()) return knocks(", "  if (false) return knocks("),
        ("  if (!hand) return;\n  layBack(", "  if (true) return;\n  layBack("),
        ("  if (was.hand && !fresh.length) document", "  if (false) document"),
    ),
    *in_file(
        "static/css/throw.css",
        THROW,
        ("aspect-ratio: 1; pointer-events: none; }\n.cube__body", "aspect-ratio: 1; }\n.cube__body"),
    ),
    *in_file(
        "static/js/flight.js",
        FLIGHT,
        ("Math.max(above(arcs, now), edge(turn))", "above(arcs, now) - edge(turn)"),
        ("[y / far, -x / far]", "[x / far, y / far]"),
        ("const ROLL = 190;", "const ROLL = 390;"),
    ),
    *in_file(
        "accounts/models/looks.py",
        BOARD,
        ('["still"] * (not self.motion) + ', ""),
        ('None: ["ask-sounds"]', "None: []"),
    ),
    *in_file(
        "accounts/views/board.py",
        BOARD,
        ('{**player.board, "sounds"', '{"sounds"'),
        ("    if not form.is_valid():\n        return HttpResponse(status=400)\n", "    form.is_valid()\n"),
    ),
    *in_file(
        "games/templatetags/boatzee.py",
        "tests/games/test_words.py",
        ("len(dice) != whole or ", ""),
    ),
)
