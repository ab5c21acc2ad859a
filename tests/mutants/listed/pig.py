"""Pig: what a 1 costs, when a turn and a match end, and what may not be done."""

from __future__ import annotations

from tests.mutants import in_file

PIG_TESTS = "tests/games/rules/test_pig.py"
ROBOTS = "tests/games/test_robots.py -k TestRulesOfThumb"

PIG = (
    *in_file(
        "games/rules/pig/turn.py",
        PIG_TESTS,
        ("    if ones == 1:\n", "    if ones:\n"),
        ("banked=put(state.banked, state.seat, 0)", "banked=state.banked"),
        ("max(state.banked) >= state.target", "max(state.banked) > state.target"),
        ("if not state.equal_turns and _reached(state):", "if _reached(state):"),
        ("if seat == state.starter and _reached(state):", "if seat == 0 and _reached(state):"),
        ("if len(state.banked) <= 2 or state.late[state.seat]:", "if state.late[state.seat]:"),
        ("if len(state.banked) <= 2 or state.late[state.seat]:", "if len(state.banked) <= 2:"),
        ("roll=dice, late=put(state.late, state.seat, value=False)", "roll=dice"),
        ("    if len(playing(state)) <= 1:\n", "    if not playing(state):\n"),
    ),
    *in_file(
        "games/rules/pig/game.py",
        PIG_TESTS,
        ("        check_dice(dice, self.dice_wanted(state, seat, move))\n", ""),
        ("if move.kind is Kind.BANK and not state.roll:", "if not state and not state.roll:"),
        ("if move.keep or move.box or", "if move.box or"),
        ("if state.roll else (Move(Kind.ROLL),)", "if state else (Move(Kind.ROLL),)"),
    ),
    *in_file(
        "games/tables/pig.py",
        "tests/games/test_families.py",
        ("move.kind in ENDS or 1 in move.dice", "move.kind in ENDS"),
        ("    return leader if leader >= view.target else 0\n", "    return leader\n"),
        ("wins=total >= _goal(state, seat),", "wins=total >= state.target,"),
        ("        elif total >= _goal(view, seat):\n", "        elif total >= max(view.target, beat):\n"),
    ),
    *in_file(
        "games/tables/pig.py",
        ROBOTS,
        (
            "for other in playing(view) if other != seat]",
            "for other in range(len(view.banked)) if other != seat]",
        ),
    ),
    *in_file(
        "games/tables/pig.py",
        "tests/games/test_robots.py -k nobody_banks_less",
        (
            "for other in playing(view) if other != seat)",
            "for other in range(len(view.banked)) if other != seat)",
        ),
        ("to_beat(view, seat) + 1)", "to_beat(view, seat))"),
        ("for other in playing(view)) < view.target", "for other in range(len(view.banked))) < 1000"),
    ),
    *in_file(
        "games/analysis/ten_thousand.py",
        ROBOTS,
        ("for other in playing(state) if other", "for other in range(len(state.banked)) if other"),
    ),
    *in_file("games/rules/options.py", PIG_TESTS, ("type(value) is int and option.low", "option.low")),
    *in_file(
        "games/replay.py",
        "tests/games/test_record_files.py",
        ("taken = {Kind.SCORE, Kind.BANK}", "taken = {Kind.SCORE}"),
    ),
)
