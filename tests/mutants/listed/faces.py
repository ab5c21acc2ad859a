"""What counts as a die: a whole number from 1 to 6, and nothing that Python takes for one."""

from __future__ import annotations

from tests.mutants import in_file

DICE_10000 = "tests/games/rules/test_dice10000.py"

FACES = (
    *in_file(
        "games/rules/faces.py",
        "tests/games/rules/test_faces.py",
        ("type(face) is int", "isinstance(face, int)"),
        ("type(face) is int and face in FACES", "face in FACES"),
        ("if len(rolled) != wanted or not are_faces(rolled):", "if len(rolled) != wanted:"),
        ("if len(rolled) != wanted or not are_faces(rolled):", "if not are_faces(rolled):"),
    ),
    *in_file(
        "games/rules/ten_thousand/game.py",
        DICE_10000,
        ("        check_dice(dice, self.dice_wanted(state, seat, move))\n", ""),
    ),
    *in_file("games/rules/ten_thousand/turn.py", DICE_10000, ("if not are_faces(keep) or any(", "if any(")),
    *in_file(
        "games/rules/cards/scorecard.py",
        "tests/games/rules/test_scorecard.py",
        ("if not are_faces(keep) or not holds(", "if not holds("),
    ),
)
