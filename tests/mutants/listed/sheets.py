"""What lies on the sheet, and which tap scores."""

from __future__ import annotations

from tests.mutants import in_file

LAID_OUT = "tests/games/test_sheets.py"
SAID = "tests/games/test_families.py"
TAPPED = "tests/browser/test_sheet.py -k double_click"

SHEETS = (
    *in_file(
        "games/tables/sheet.py",
        LAID_OUT,
        ("HIDDEN if card.hidden else", "HIDDEN if False else"),
        ("rules.columns > 1 and not card.mine", "rules.columns > 1"),
    ),
    *in_file(
        "games/tables/written.py",
        LAID_OUT,
        ("[one * factor for one, factor in", "[one for one, factor in"),
        ("return offered[0] if len(offered) == 1 else", "return offered[0] if offered else"),
    ),
    *in_file("games/tables/cards.py", SAID, ("rules.extras_earned(before,", "rules.extras_earned(card,")),
    *in_file(
        "games/tables/ten_thousand.py",
        SAID,
        ("view.last.seat == turn.seat and", "view.last.seat != turn.seat and"),
        ("and not turn.rolls[0].set_aside", ""),
        ("len(turn.rolls[0].dice) == DICE and", "True and"),
        (
            "for other in playing(state) if other != seat)",
            "for other in range(len(state.banked)) if other != seat)",
        ),
        ("    if state.opener in {None, seat} or state.over:", "    if state.over:"),
    ),
    *in_file("games/tables/pig.py", SAID, ("if turn.number == 1 or", "if")),
    *in_file(
        "static/js/sheet.js",
        TAPPED,
        ("box?.checked && event.timeStamp - chosenAt > DOUBLE", "box?.checked"),
        ("isAway(moved) && end()", "end"),
    ),
)
